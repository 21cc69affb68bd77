import Type, { type Static } from 'typebox'
import { contract, placeCode } from '#server/http/shape.ts'

/** Registers a candidate's interest at an institute, or withdraws it. */
export const NonCapInterest = contract({
  intent: Type.Enum(['register', 'withdraw'] as const, { fault: 'nonCapAct' }),
  institute: placeCode('nonCapInstitute'),
})
export type NonCapInterest = Static<typeof NonCapInterest>
