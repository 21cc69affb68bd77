import type { CandidatePage } from '#server/features/index.ts'
import type { FormOutcome } from '#server/http/page.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import type { Refusal } from '#server/kernel/result.ts'

/**
 * A refused file of a document: the fault appears at the field named after the kind (the API calls it `file`, but a page
 * has a field for each document), and the summary says the document before it.
 */
export function ofFile(page: Pick<CandidatePage, 't' | 'invalid'>, kind: string, refusal: Refusal): FormOutcome {
  const fields = refusal.fields?.map((fault) => (fault.field === 'file' ? { ...fault, field: kind } : fault))
  const outcome = page.invalid({ ...refusal, fields })
  const name = page.t(`documents:kind.${kind}` as TextKey)
  const errors = outcome.form.errors.map((error) =>
    error.field === kind ? { ...error, question: error.file === undefined ? `${name}:` : `${name},` } : error,
  )
  return { ...outcome, form: { ...outcome.form, errors } }
}
