import Type from 'typebox'
import { fileKinds } from '../../domain/document-rules'
import { contract, field } from '../../http/shape'

/** What stands in a form beside its files, and in the form that removes one. */
export const DocumentForm = contract({
  kind: Type.Enum([...fileKinds]),
  intent: Type.Optional(Type.Enum(['remove'])),
})

/** What stands in a multipart call beside its files. */
export const DocumentUpload = contract({ kind: field({ maxLength: 60 }) })
