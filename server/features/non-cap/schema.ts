import Type, { type Static } from 'typebox'
import { placeCodePattern } from '../../domain/portal/staff'
import { contract, field } from '../../http/shape'

/** Registers a candidate's interest at an institute, or withdraws it. */
export const NonCapInterest = contract({
  intent: Type.Enum(['register', 'withdraw'] as const, { fault: 'nonCapAct' }),
  institute: field({ fault: 'nonCapInstitute', maxLength: 16, pattern: placeCodePattern }),
})
export type NonCapInterest = Static<typeof NonCapInterest>
