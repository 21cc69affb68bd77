import { DocumentForm } from '../../../server/features/documents/schema'
import type { CandidatePage } from '../../../server/services'
import { closedWords } from '../../parts/application/closed'
import { takeDocument } from '../../parts/documents/take.server'
import { foundIn } from '../../parts/scrutiny/found'
import { href } from '../../ui/href'

export const texts = ['documents', 'proformas', 'steps', 'scrutiny', 'files'] as const

export function load(page: CandidatePage) {
  const { documents } = page.services
  const may = documents.mayChange(page.actor, 'documents-details', page.arrivedAt)
  const { entries, notAskedFor } = documents.list(page.actor)
  const submitBy = page.services.application.submitBy(page.actor)
  return {
    found: foundIn(page, page.actor, 6),
    entries,
    notAskedFor,
    submitBy,
    closed: may.ok ? null : closedWords(page, may.refusal),
  }
}

export async function action(page: CandidatePage) {
  const here = href(page.base, 'documents-details')
  if (page.posted.intent !== 'proceed') return takeDocument(page, page.form(DocumentForm), here)
  const proceeded = page.services.application.proceed(page.actor, 6, page.arrivedAt)
  if (!proceeded.ok) return page.invalid(proceeded.refusal)
  return page.redirect(href(page.base, proceeded.value.next), { type: 'success', key: 'documents:flash.proceeded' })
}
