import Type, { type Static } from 'typebox'
import { telephonePattern } from '#server/domain/terms/person.ts'
import { contract, field, placeCode } from '#server/http/shape.ts'

const words = (fault: string, maxLength: number) => field({ fault, minLength: 3, maxLength })
const code = placeCode('centreCode')

/** A facilitation centre as entered at the desk. `district`: `MH-pune`. */
export const CentreDraft = contract({
  /** Ticked by the form for a new centre: an existing code is then refused. */
  isNew: Type.Optional(Type.Literal(true)),
  code,
  nameEn: words('centreName', 120),
  nameMr: words('centreName', 120),
  district: field({ fault: 'centreDistrict', maxLength: 60 }),
  addressEn: words('centreAddress', 300),
  addressMr: words('centreAddress', 300),
  phone: Type.Optional(field({ fault: 'centrePhone', maxLength: 60, pattern: telephonePattern })),
  /** `18.5204,73.8567`. */
  place: Type.Optional(field({ fault: 'centrePlace', maxLength: 40 })),
  directionsEn: Type.Optional(words('centreDirections', 500)),
  directionsMr: Type.Optional(words('centreDirections', 500)),
  /** Sent once the writer has seen the preview. */
  confirmed: Type.Optional(Type.Enum(['yes'] as const)),
})
export type CentreDraft = Static<typeof CentreDraft>

export const CentreAct = contract({ intent: Type.Enum(['close', 'reopen'] as const), code })
