import type { CandidatePage } from '#server/features/index.ts'
import type { Acted } from '#server/http/page.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import type { Result } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import { filePlace } from './place'
import { ofFile } from './refused-file'

type Sent = { kind: string; intent?: 'remove' | 'undo'; of?: string }

/**
 * Handles a page's document forms: stores or removes a document, or undoes an upload. A fault in the file appears at the field named after
 * the kind. `here`: the address of the page.
 */
export async function takeDocument(page: CandidatePage, form: Result<Sent>, here: string): Promise<Acted> {
  if (!form.ok) return form
  const { kind, intent, of } = form.value
  const { documents } = page.services
  const to = `${here}#${filePlace(kind)}`
  const key = (name: string) => `documents:${name}` as TextKey
  const values = { name: page.t(key(`kind.${kind}`)) }
  if (intent === 'remove') {
    const removed = documents.remove(page.actor.candidateId, kind, page.arrivedAt)
    if (!removed.ok) return removed
    return page.redirect(to, { type: 'success', key: key('flash.removed'), values })
  }
  if (intent === 'undo') {
    const undone = documents.undo(page.actor.candidateId, kind, Number(of) as Instant, page.arrivedAt)
    if (!undone.ok) return undone
    return page.redirect(to, { type: 'success', key: key('flash.undone'), values })
  }
  const files = await page.files()
  if (!files.ok) return ofFile(page, kind, files.refusal)
  const put = await documents.put(page.actor.candidateId, kind, files.value, page.arrivedAt)
  if (!put.ok) return ofFile(page, kind, put.refusal)
  return page.redirect(to, { type: 'success', key: key('flash.saved'), values })
}
