import Type from 'typebox'
import { fileKinds } from '../../domain/document-rules'
import { contract } from '../../http/shape'

/** What stands in a form beside its files, and in the form that removes one. */
export const DocumentForm = contract({
  kind: Type.Enum([...fileKinds]),
  intent: Type.Optional(Type.Enum(['remove'])),
})
