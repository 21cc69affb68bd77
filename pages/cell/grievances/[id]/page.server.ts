import { href } from '#pages/ui/href.ts'
import type { DeskPage } from '#server/features/index.ts'
import { GrievanceAct } from '#server/features/scrutiny/grievances/schema.ts'
import type { DataOf } from '#server/http/page.ts'

type Shown = DeskPage<'grievances/:id'>

export const texts = ['grievances', 'allotment'] as const

/** One grievance; null (404) for one that this officer may not see. */
export async function load(page: Shown) {
  const { selfVerification, grievances } = page.services
  const read = grievances.read(page.actor, page.params.id)
  if (!read.ok) return null
  const { id, type, state, candidateId, ...shown } = read.value
  const isOfSeat = type === 'self-verification'
  return {
    ...shown,
    /** Is the candidate in the final merit list, which closes the form? */
    isListed: page.services.application.standing(candidateId).facts.isInFinalMerit,
    id,
    type,
    state,
    /** The facts that a grievance of self-verification is about. */
    said: isOfSeat ? selfVerification.saidIn(candidateId, id, page.language) : null,
    /** What upholding it would change; null once it is decided, and for any other grievance. */
    zone: isOfSeat && state === 'open' ? await selfVerification.zoneIn(candidateId, id) : null,
  }
}

export const title = (_: Shown, data: DataOf<typeof load>): string => data.number

export async function action(page: Shown) {
  const form = page.form(GrievanceAct)
  if (!form.ok) return form
  const { intent } = form.value
  const decided = await page.services.grievances.decide(page.actor, page.params.id, form.value)
  if (!decided.ok) return decided
  const to =
    intent === 'answer'
      ? href(page.cellBase, 'grievances/:id', { id: page.params.id })
      : href(page.cellBase, 'grievances')
  return page.redirect(to, { type: 'success', key: `grievances:flash.desk-${intent}`, values: decided.value })
}
