import Type, { type Static } from 'typebox'
import { markKinds } from '#server/domain/application/duplicates.ts'
import { contract, field } from '#server/http/shape.ts'

const suspicion = field({ fault: 'suspicion', maxLength: 90, pattern: `^(${markKinds.join('|')}) [0-9a-f]{64}$` })

/** The candidates of a suspicion are different persons. */
export const Dismiss = contract({
  intent: Type.Literal('dismiss', { fault: 'suspicionIntent' }),
  suspicion,
  remark: field({ fault: 'suspicionRemark', minLength: 10, maxLength: 300 }),
})
export type Dismiss = Static<typeof Dismiss>

/** The suspicion is open again. */
export const Reopen = contract({ intent: Type.Literal('reopen', { fault: 'suspicionIntent' }), suspicion })
