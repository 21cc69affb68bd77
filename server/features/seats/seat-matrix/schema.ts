import Type, { type Static } from 'typebox'
import { choiceCodePattern } from '#server/domain/terms/seat-types.ts'
import { contract, day, field, timeOfDay } from '#server/http/shape.ts'

/** The text fields sent with an imported file. */
export const SeatImport = contract({ intent: Type.Literal('import', { fault: 'seatIntent' }) })

/** The edition as the officer saw it: its reasons and answers. */
const seen = field({ fault: 'seatSeen', maxLength: 40 })

/** Why the numbers of a course count despite an inconsistency. */
export const SeatOverride = contract({
  intent: Type.Literal('override', { fault: 'seatIntent' }),
  /** Or every choice code that is gone. */
  choiceCode: field({ fault: 'seatChoiceCode', maxLength: 10, pattern: `${choiceCodePattern}|^gone$` }),
  reason: field({ fault: 'seatReason', minLength: 10, maxLength: 300 }),
  seen,
})
export type SeatOverride = Static<typeof SeatOverride>

export const SeatMatrixAct = contract({
  intent: Type.Enum(['publish', 'discard'] as const, { fault: 'seatIntent' }),
  /** The values that a spreadsheet may have changed were compared. */
  checked: Type.Optional(Type.Literal(true, { fault: 'importWarnings' })),
  seen,
})

/** Until when the institutes sign or object. */
export const SeatAttestationTerm = contract({
  intent: Type.Literal('ask', { fault: 'seatIntent' }),
  date: day('seatTerm'),
  time: timeOfDay('seatTermTime'),
})
export type SeatAttestationTerm = Static<typeof SeatAttestationTerm>

/** An institute's answer on paper, recorded by the cell: it agrees to all of its lines. */
export const SeatPaperAnswer = contract({
  intent: Type.Literal('paper', { fault: 'seatIntent' }),
  institute: field({ fault: 'seatInstitute', maxLength: 16 }),
})

/** An institute's answer: an objection for each choice code with a reason (`reason-<choice code>`), or its signature. */
export const seatAnswer = (choiceCodes: readonly string[]) =>
  contract({
    /** Without it, the institute objects. */
    intent: Type.Optional(Type.Literal('sign', { fault: 'seatIntent' })),
    edition: field({ fault: 'seatEdition', maxLength: 9, pattern: '^[1-9][0-9]*$' }),
    ...Object.fromEntries(
      choiceCodes.map((code) => [
        `reason-${code}`,
        Type.Optional(field({ fault: 'seatObjection', minLength: 10, maxLength: 300 })),
      ]),
    ),
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
