import type { CertificateEntry } from '../../../server/features/certificates/service'
import { formatDateTime } from '../../../server/i18n/format'
import type { Refusal } from '../../../server/kernel/result'
import type { CandidatePage } from '../../../server/services'

/** A certificate as its page shows it. `closed`: the reason why no file can be sent, in words; null while one can. */
export const entryView = (page: CandidatePage, { mayHandIn, ...entry }: CertificateEntry) => ({
  ...entry,
  closed: mayHandIn.ok ? null : closedWords(page, mayHandIn.refusal),
})

/** The reason in words, with the deadline if it has passed. */
function closedWords(page: CandidatePage, refusal: Refusal): string | null {
  const dueAt = page.services.certificates.dueAt(page.actor)
  if (refusal.code === 'certificates-closed' && dueAt !== null && dueAt <= page.arrivedAt)
    return page.t('certificates:closed', { since: formatDateTime(dueAt, page.language) })
  return page.invalid(refusal).form.message
}

export type EntryView = ReturnType<typeof entryView>
