import Type, { type Static } from 'typebox'
import { markKinds } from '#server/domain/application/duplicates.ts'
import { applicationId, contract, field } from '#server/http/shape.ts'

const suspicion = field({ fault: 'suspicion', maxLength: 90, pattern: `^(${markKinds.join('|')}) [0-9a-f]{64}$` })

/**
 * The verdict on two forms. `dismiss`: different persons, with how the officer knows; `same`: one person, whose form `kept`
 * goes on, by an order that gives its own reason.
 */
export const Judgement = contract({
  intent: Type.Enum(['dismiss', 'same'] as const, { fault: 'suspicionIntent' }),
  suspicion,
  remark: Type.Optional(field({ fault: 'suspicionRemark', minLength: 10, maxLength: 300 })),
  kept: Type.Optional(applicationId('suspicionKept')),
})
export type Judgement = Static<typeof Judgement>

/** The suspicion is open again. */
export const Reopen = contract({ intent: Type.Literal('reopen', { fault: 'suspicionIntent' }), suspicion })
