import Type from 'typebox'
import { fileKinds } from '#server/domain/application/document-rules.ts'
import { contract, field } from '#server/http/shape.ts'

/** The text fields of an upload form, and of the form that removes a document. */
export const DocumentForm = contract({
  kind: Type.Enum([...fileKinds]),
  intent: Type.Optional(Type.Enum(['remove'])),
})

/** The text fields of a multipart upload call. */
export const DocumentUpload = contract({ kind: field({ maxLength: 60 }) })
