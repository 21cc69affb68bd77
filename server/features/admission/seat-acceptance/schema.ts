import Type, { type Static } from 'typebox'
import { offerStates, seatDecisions } from '#server/domain/admission/offer.ts'
import { contract } from '#server/http/shape.ts'
import { stepUpProof } from '#server/http/step-up.ts'

/** The proof of a decision about a seat. */
export const SeatProof = contract(stepUpProof)
export type SeatProof = Static<typeof SeatProof>

const text = Type.String()
const moment = Type.String({ description: 'ISO 8601' })
const orNull = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()])

/** What follows from a decision, or from none. */
const Follows = Type.Object({
  seat: Type.Enum(['final', 'kept', 'released'] as const),
  takesPartNext: Type.Boolean({ description: 'takes part in the next round' }),
  reports: Type.Boolean({ description: 'reports at the institute after this round' }),
})

export const SeatData = Type.Object({
  round: Type.Integer(),
  state: Type.Enum([...offerStates]),
  next: orNull(Type.Object({ act: text, by: orNull(moment) }, { description: 'the one next act, and its deadline' })),
  seat: Type.Object({
    choiceCode: text,
    seatType: text,
    preference: orNull(Type.Integer()),
    retained: Type.Boolean(),
    institute: text,
    course: text,
    status: text,
    autonomy: text,
    minority: orNull(text),
  }),
  decisions: Type.Array(
    Type.Object({
      decision: Type.Enum([...seatDecisions]),
      refused: orNull(Type.Object({ code: text, message: text })),
      ...Follows.properties,
    }),
  ),
  withoutDecision: Follows,
  acceptBy: orNull(moment),
  reportBy: orNull(moment),
  recorded: Type.Object({
    verifiedAt: orNull(moment),
    decision: orNull(Type.Enum([...seatDecisions])),
    fee: Type.Enum(['unpaid', 'pending', 'paid'] as const),
    admittedAt: orNull(moment),
  }),
})
export type SeatData = Static<typeof SeatData>
