import Type, { type Static } from 'typebox'
import { contract, field } from '../../http/shape'

/** The round to prepare. */
export const PrepareRun = contract({ round: field({ pattern: '^[1-9][0-9]?$', fault: 'allotmentRound' }) })

/** An act on a prepared run; to release it the officer has to say that it was checked. */
export const RunAct = contract({
  intent: Type.Enum(['release', 'discard'] as const, { fault: 'allotmentAct' }),
  checked: Type.Optional(Type.Literal(true)),
})
export type RunAct = Static<typeof RunAct>
