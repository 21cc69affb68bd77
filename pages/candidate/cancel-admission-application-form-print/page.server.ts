import { caseInWords } from '#pages/parts/cancellation/case.server.ts'
import { href } from '#pages/ui/href.ts'
import { placeIn } from '#server/domain/application/form/seat-names.ts'
import type { CandidatePage } from '#server/features/index.ts'
import type { Acted } from '#server/http/page.ts'

export const texts = ['cancellation'] as const

/** The candidate's cancellation, and what the institute has recorded. */
export function load({ services, actor, language }: CandidatePage) {
  const found = services.cancellation.of(actor.candidateId)
  return found && caseInWords(placeIn(found, language, services.course.form), language)
}

/** The candidate says that the money has reached them. */
export function action(page: CandidatePage): Acted {
  const done = page.services.cancellation.received(page.actor.candidateId)
  if (!done.ok) return done
  const here = href(page.base, 'cancel-admission-application-form-print')
  return page.redirect(here, { type: 'success', key: 'cancellation:flash.received' })
}
