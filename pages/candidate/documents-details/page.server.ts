import { DocumentForm } from '../../../server/features/documents/schema'
import type { Page } from '../../../server/services'
import { closedWords } from '../../application-parts/closed'
import { takeDocument } from '../../documents-parts/take'
import { foundIn } from '../../scrutiny-parts/found'
import { href } from '../../ui/href'

export const texts = ['documents', 'steps', 'scrutiny'] as const

export function load(page: Page) {
  const { documents } = page.services
  const may = documents.mayChange(page.actor!, 'documents-details', page.arrivedAt)
  const { entries, notAskedFor } = documents.list(page.actor!)
  const deadline = page.services.application.deadline(page.actor!)
  return {
    found: foundIn(page, page.actor!, 6),
    entries,
    notAskedFor,
    deadline,
    closed: may.ok ? null : closedWords(page, may.refusal),
  }
}

export async function action(page: Page) {
  const here = href(page.base, 'documents-details')
  if ((page.request.body as Record<string, unknown> | null)?.intent !== 'proceed')
    return takeDocument(page, page.form(DocumentForm), here)
  const proceeded = page.services.application.proceed(page.actor!, 6, page.arrivedAt)
  if (!proceeded.ok) return page.invalid(proceeded.refusal)
  return page.redirect(href(page.base, proceeded.value.next), { type: 'success', key: 'documents:flash.proceeded' })
}
