import Type, { type Static } from 'typebox'
import { contract } from '../../http/shape'

/** Which round is prepared. */
export const PrepareRun = contract({ round: Type.Enum(['1', '2', '3'] as const, { fault: 'allotmentRound' }) })

/** What is done with a prepared run; to release it the officer has to say that it was checked. */
export const RunAct = contract({
  intent: Type.Enum(['release', 'discard'] as const, { fault: 'allotmentAct' }),
  checked: Type.Optional(Type.Literal(true)),
})
export type RunAct = Static<typeof RunAct>
