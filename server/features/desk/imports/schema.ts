import Type, { type Static } from 'typebox'
import { contract } from '#server/http/shape.ts'

/** The text fields sent with a file. `isWhole`: entries that the file leaves out end. */
export const ImportForm = contract({
  intent: Type.Literal('read', { fault: 'importAct' }),
  isWhole: Type.Optional(Type.Literal(true, { fault: 'importAct' })),
})
export type ImportForm = Static<typeof ImportForm>

export const ImportAct = contract({
  intent: Type.Enum(['apply', 'discard'] as const, { fault: 'importAct' }),
  /** The warnings were looked at. */
  checked: Type.Optional(Type.Literal(true, { fault: 'importWarnings' })),
})
export type ImportAct = Static<typeof ImportAct>
