import Type from 'typebox'
import { fileKinds } from '#server/domain/application/document-rules.ts'
import { contract, field } from '#server/http/shape.ts'

/**
 * The text fields of an upload form, and of the forms that remove a document or undo its upload. `of`: the instant of that
 * upload, epoch ms.
 */
export const DocumentForm = contract({
  kind: Type.Enum([...fileKinds]),
  intent: Type.Optional(Type.Enum(['remove', 'undo'])),
  of: Type.Optional(field({ maxLength: 20 })),
})

/** The text fields of a multipart upload call. */
export const DocumentUpload = contract({ kind: field({ maxLength: 60 }) })
