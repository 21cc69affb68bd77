import type { CandidatePage } from '#server/features/index.ts'
import type { CertificateEntry } from '#server/features/scrutiny/certificates/entries.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { Refusal } from '#server/kernel/result.ts'

/**
 * A certificate as its page shows it. `reply`: why it was rejected; `by`: its due date in words, while a file can be sent; `closed`: the reason why
 * none can, in words.
 */
export const entryView = (page: CandidatePage, { mayHandIn, remark, ...entry }: CertificateEntry) => ({
  ...entry,
  reply: remark === null ? null : page.services.replies.read('certificate', remark, page.language),
  by: mayHandIn.ok && entry.dueAt !== null ? formatDateTime(entry.dueAt, page.language) : null,
  closed: mayHandIn.ok ? null : closedWords(page, entry.dueAt, mayHandIn.refusal),
})

/** The reason in words, with the deadline if it has passed. */
function closedWords(page: CandidatePage, dueAt: number | null, refusal: Refusal): string | null {
  if (refusal.code === 'certificates-closed' && dueAt !== null && dueAt <= page.arrivedAt)
    return page.t('certificates:closed', { since: formatDateTime(dueAt, page.language) })
  return page.invalid(refusal).form.message
}

export type EntryView = ReturnType<typeof entryView>
