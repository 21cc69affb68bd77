import Type, { type Static } from 'typebox'
import { mostJkChoices } from '#server/domain/seats/jk-seating.ts'
import { applicationId, choiceCode, contract, field } from '#server/http/shape.ts'

/** How many seats a choice code has for J&K migrants; 0 takes it out. */
export const JkSeatCount = contract({
  intent: Type.Literal('seats', { fault: 'jkAct' }),
  choiceCode: choiceCode('jkChoiceCode'),
  count: Type.Integer({ minimum: 0, maximum: 500, fault: 'jkCount' }),
  /** The officer has read that people have more seats there than would be left. */
  agreed: Type.Optional(Type.Literal(true, { fault: 'jkAgreed' })),
})
export type JkSeatCount = Static<typeof JkSeatCount>

const reason = field({ fault: 'jkReason', minLength: 10, maxLength: 500 })

/** The choices that a candidate has told the desk: choice codes in order of preference. */
export const JkChoices = contract({
  intent: Type.Literal('choices', { fault: 'jkAct' }),
  applicationId: applicationId('jkApplicationId'),
  choices: field({ fault: 'jkChoices', maxLength: mostJkChoices * 12, multiline: true }),
  /** Why other choices are replaced; asked for where there are some. */
  reason: Type.Optional(reason),
})
export type JkChoices = Static<typeof JkChoices>

/** An act on a seating. */
export const JkAct = contract({
  intent: Type.Enum(['prepare', 'release', 'discard'] as const, { fault: 'jkAct' }),
  /** The officer has seen whose seat moves or is lost. */
  agreed: Type.Optional(Type.Literal(true, { fault: 'jkAgreed' })),
  seating: Type.Optional(field({ fault: 'jkSeating', maxLength: 9, pattern: '^[1-9][0-9]*$' })),
})
export type JkAct = Static<typeof JkAct>

/** The institute records that it has admitted the holder of a seat. `choiceCode`: the seat that it saw. */
export const JkAdmit = contract({
  intent: Type.Literal('admit-jk', { fault: 'jkAct' }),
  applicationId: applicationId('jkApplicationId'),
  choiceCode: choiceCode('jkChoiceCode'),
})
export type JkAdmit = Static<typeof JkAdmit>

/** The cell takes back an admission that an institute recorded by mistake. */
export const JkUndo = contract({
  intent: Type.Literal('undo', { fault: 'jkAct' }),
  applicationId: applicationId('jkApplicationId'),
  reason,
})
export type JkUndo = Static<typeof JkUndo>
