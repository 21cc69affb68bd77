import type { FormOutcome, Redirect } from '../../../server/http/page'
import type { TextKey } from '../../../server/i18n/keys'
import type { Refusal, Result } from '../../../server/kernel/result'
import type { CandidatePage } from '../../../server/services'
import { filePlace } from './place'

type Sent = { kind: string; intent?: 'remove' }

/**
 * Handles a page's document forms: stores or removes a document. A fault in the file appears at the field named after
 * the kind. `here`: the address of the page.
 */
export async function takeDocument(
  page: CandidatePage,
  form: Result<Sent>,
  here: string,
): Promise<Redirect | FormOutcome> {
  if (!form.ok) return page.invalid(form.refusal)
  const { kind, intent } = form.value
  const { documents } = page.services
  const to = `${here}#${filePlace(kind)}`
  const key = (name: string) => `documents:${name}` as TextKey
  const values = { name: page.t(key(`kind.${kind}`)) }
  if (intent === 'remove') {
    const removed = documents.remove(page.actor, kind, page.arrivedAt)
    if (!removed.ok) return page.invalid(removed.refusal)
    return page.redirect(to, { type: 'success', key: key('flash.removed'), values })
  }
  const files = await page.files()
  if (!files.ok) return page.invalid(files.refusal)
  const put = await documents.put(page.actor, kind, files.value, page.arrivedAt)
  if (!put.ok) return ofFile(page, kind, put.refusal)
  return page.redirect(to, { type: 'success', key: key('flash.saved'), values })
}

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
