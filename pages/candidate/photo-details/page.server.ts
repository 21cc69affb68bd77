import { DocumentForm } from '../../../server/features/documents/schema'
import type { CandidatePage } from '../../../server/services'
import { closedWords } from '../../parts/application/closed'
import { takeDocument } from '../../parts/documents/take.server'
import { foundIn } from '../../parts/scrutiny/found'
import { href } from '../../ui/href'

export const texts = ['documents', 'steps', 'scrutiny', 'files'] as const

export function load(page: CandidatePage) {
  const { documents } = page.services
  const may = documents.mayChange(page.actor, 'photo-details', page.arrivedAt)
  return {
    found: foundIn(page, page.actor, 5),
    pictures: documents.list(page.actor).pictures,
    submitBy: page.services.application.submitBy(page.actor),
    /** The reason why nothing can be changed now; null while changes are possible. */
    closed: may.ok ? null : closedWords(page, may.refusal),
  }
}

export const action = (page: CandidatePage) =>
  takeDocument(page, page.form(DocumentForm), href(page.base, 'photo-details'))
