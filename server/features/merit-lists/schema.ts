import Type, { type Static } from 'typebox'
import { meritStages } from '../../domain/merit-lists'
import { contract, field } from '../../http/shape'

/** The next edition of a stage. `reason`: why there is another one, once one has been published. */
export const NewEdition = contract({
  stage: Type.Enum(meritStages, { fault: 'meritStage' }),
  reason: Type.Optional(field({ fault: 'meritReason', minLength: 10, maxLength: 500 })),
})
export type NewEdition = Static<typeof NewEdition>

/** What is done with an edition; whoever releases one says that they have looked at it. */
export const EditionAct = contract({
  intent: Type.Enum(['release', 'discard'] as const, { fault: 'meritAct' }),
  checked: Type.Optional(Type.Literal(true, { fault: 'meritChecked' })),
})
export type EditionAct = Static<typeof EditionAct>
