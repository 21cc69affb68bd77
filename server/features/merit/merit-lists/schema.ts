import Type, { type Static } from 'typebox'
import { meritStages } from '#server/domain/merit/lists.ts'
import { seenConcerns } from '#server/http/seen-concerns.ts'
import { contract, field } from '#server/http/shape.ts'

/** The next edition of a stage. `reason`: required once an edition has been published. */
export const NewEdition = contract({
  stage: Type.Enum(meritStages, { fault: 'meritStage' }),
  reason: Type.Optional(field({ fault: 'meritReason', minLength: 10, maxLength: 500 })),
})
export type NewEdition = Static<typeof NewEdition>

/** An act on an edition; to release one, the officer confirms having reviewed it. */
export const EditionAct = contract({
  intent: Type.Enum(['release', 'discard'] as const, { fault: 'meritAct' }),
  checked: Type.Optional(Type.Literal(true, { fault: 'meritChecked' })),
  ...seenConcerns,
})
export type EditionAct = Static<typeof EditionAct>

/** The edition whose findings to export. */
export const FindingsExport = contract({ edition: Type.Integer({ minimum: 1, fault: 'meritAct' }) })
