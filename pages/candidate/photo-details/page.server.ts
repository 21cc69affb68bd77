import { closedWords } from '#pages/parts/application/closed.ts'
import { takeDocument } from '#pages/parts/documents/take.server.ts'
import { foundIn } from '#pages/parts/scrutiny/found.ts'
import { href } from '#pages/ui/href.ts'
import { justUploaded } from '#server/domain/application/document-rules.ts'
import { DocumentForm } from '#server/features/application/documents/schema.ts'
import type { CandidatePage } from '#server/features/index.ts'

export const texts = ['documents', 'steps', 'scrutiny', 'files', 'unfit'] as const

export function load(page: CandidatePage) {
  const { documents } = page.services
  const may = documents.mayChange(page.actor.candidateId, 'photo-details', page.arrivedAt)
  const { pictures } = documents.list(page.actor.candidateId)
  return {
    found: foundIn(page, page.actor, 5),
    pictures,
    /** The picture whose upload can still be undone. */
    just:
      justUploaded(
        pictures.map(({ document }) => document),
        page.arrivedAt,
      )?.name ?? null,
    submitBy: page.services.application.submitBy(page.actor.candidateId),
    /** The reason why nothing can be changed now; null while changes are possible. */
    closed: may.ok ? null : closedWords(page, may.refusal),
  }
}

export const action = (page: CandidatePage) =>
  takeDocument(page, page.form(DocumentForm), href(page.base, 'photo-details'))
