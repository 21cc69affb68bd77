import type { FormOutcome, Redirect } from '../../../server/http/page'
import type { TextKey } from '../../../server/i18n/keys'
import type { Refusal, Result } from '../../../server/kernel/result'
import type { CandidatePage } from '../../../server/services'
import { filePlace } from './place'

type Sent = { kind: string; intent?: 'remove' }

/** What a page's forms do with a document: put or remove. `here`: the page, again. The fault of the file is its field's. */
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
  if (!put.ok) return page.invalid(ofField(put.refusal, kind))
  return page.redirect(to, { type: 'success', key: key('flash.saved'), values })
}

/** The API's field is `file`; on a page with several of them each is named after its kind. */
const ofField = (refusal: Refusal, kind: string): Refusal => ({
  ...refusal,
  fields: refusal.fields?.map((fault) => ({ ...fault, field: kind })),
})
