import Type, { type Static } from 'typebox'
import { choiceCodePattern } from '../../domain/seats/seat-types'
import { contract, field } from '../../http/shape'

/** The text fields sent with an imported file. */
export const SeatImport = contract({ intent: Type.Literal('import', { fault: 'seatIntent' }) })

/** Why the numbers of a course count despite an inconsistency. */
export const SeatOverride = contract({
  intent: Type.Literal('override', { fault: 'seatIntent' }),
  choiceCode: field({ fault: 'seatChoiceCode', maxLength: 10, pattern: choiceCodePattern }),
  reason: field({ fault: 'seatReason', minLength: 10, maxLength: 300 }),
})
export type SeatOverride = Static<typeof SeatOverride>

export const SeatMatrixAct = contract({
  intent: Type.Enum(['publish', 'discard'] as const, { fault: 'seatIntent' }),
})

const word = (maxLength = 200) => Type.Optional(Type.String({ maxLength }))

/** A search for institutes and courses; absent fields match everything. */
export const SeatSearch = Type.Object(
  {
    q: word(100),
    district: word(60),
    status: word(),
    university: word(),
    course: word(),
    seatType: word(10),
  },
  { additionalProperties: false },
)
export type SeatSearch = Static<typeof SeatSearch>
