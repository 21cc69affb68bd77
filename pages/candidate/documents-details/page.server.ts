import { closedWords } from '#pages/parts/application/closed.ts'
import { takeDocument } from '#pages/parts/documents/take.server.ts'
import { foundIn } from '#pages/parts/scrutiny/found.ts'
import { href } from '#pages/ui/href.ts'
import { justUploaded } from '#server/domain/application/document-rules.ts'
import { DocumentForm } from '#server/features/application/documents/schema.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { formatDate } from '#server/i18n/format.ts'
import { ist } from '#server/kernel/time.ts'

export const texts = ['documents', 'proformas', 'steps', 'scrutiny', 'files', 'unfit'] as const

export function load(page: CandidatePage) {
  const { documents } = page.services
  const may = documents.mayChange(page.actor.candidateId, 'documents-details', page.arrivedAt)
  const { entries, notAskedFor } = documents.list(page.actor.candidateId)
  const submitBy = page.services.application.submitBy(page.actor.candidateId)
  const { revertedAt } = page.services.application.standingOf(page.actor).facts
  return {
    found: foundIn(page, page.actor, 6),
    /** When scrutiny sent the form back: a document uploaded since then is the corrected one. */
    revertedAt,
    /** The document whose upload can still be undone. */
    just:
      justUploaded(
        entries.map(({ document }) => document),
        page.arrivedAt,
      )?.name ?? null,
    entries,
    notAskedFor,
    /** The day on which a non-creamy-layer certificate must be valid. */
    validOn: formatDate(ist(page.services.course.form.nonCreamyLayerValidOn), page.language),
    submitBy,
    closed: may.ok ? null : closedWords(page, may.refusal),
  }
}

export async function action(page: CandidatePage) {
  const here = href(page.base, 'documents-details')
  if (page.posted.intent !== 'proceed') return takeDocument(page, page.form(DocumentForm), here)
  const proceeded = page.services.application.proceed(page.actor.candidateId, 6, page.arrivedAt)
  if (!proceeded.ok) return proceeded
  return page.redirect(href(page.base, proceeded.value.next), { type: 'success', key: 'documents:flash.proceeded' })
}
