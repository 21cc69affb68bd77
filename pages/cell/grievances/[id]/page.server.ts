import { placesOf } from '#pages/parts/allotment/seat-places.ts'
import { askOnce } from '#pages/parts/checking/ask.ts'
import { href } from '#pages/ui/href.ts'
import type { DeskPage } from '#server/features/index.ts'
import { GrievanceAct } from '#server/features/scrutiny/grievances/schema.ts'
import type { DataOf } from '#server/http/page.ts'

type Shown = DeskPage<'grievances/:id'>

export const layout = 'work' as const
export const texts = ['grievances', 'allotment', 'documents', 'scrutiny', 'replies', 'staff'] as const

/** One grievance; null (404) for one that this officer may not see. */
export async function load(page: Shown) {
  const { selfVerification, grievances, replies } = page.services
  const read = grievances.read(page.actor, page.params.id)
  if (!read.ok) return null
  const { id, type, state, candidateId, ...shown } = read.value
  const isOfSeat = type === 'self-verification'
  const zone = isOfSeat && state === 'open' ? await selfVerification.zoneIn(candidateId, id) : null
  return {
    ...shown,
    /** Is the candidate in the final merit list, which closes the form? */
    isListed: page.services.application.standing(candidateId).facts.isInFinalMerit,
    id,
    type,
    state,
    /** The facts that a grievance of self-verification is about. */
    said: isOfSeat ? selfVerification.saidIn(candidateId, id, page.language) : null,
    replies: replies.choices('grievance', candidateId, page.language),
    next: grievances.nextAfter(page.actor, id),
    /** What upholding it would change; null once it is decided, and for any other grievance. */
    zone,
    places: placesOf(page, zone),
  }
}

export const title = (_: Shown, data: DataOf<typeof load>): string => data.number

/** Answers, refuses or upholds it; upholding only once the officer has agreed. Then the next one follows. */
export async function action(page: Shown) {
  const { services, actor, params, cellBase, t } = page
  const form = page.form(GrievanceAct)
  if (!form.ok) return form
  const { intent, reply, onward } = form.value
  const found = services.grievances.about(actor, params.id)
  if (!found.ok) return found
  const { candidateId, isOfSeat } = found.value
  const missing = { field: 'text', code: 'grievanceMessage.required' }
  const text = services.replies.compose('grievance', candidateId, { reply, text: form.value.text }, missing)
  if (!text.ok) return text
  const next = services.grievances.nextAfter(actor, params.id)
  const decided = await services.grievances.decide(actor, params.id, { ...form.value, text: text.value })
  if (!decided.ok && decided.refusal.code === 'grievance-agree') {
    const effect = isOfSeat ? 'grievances:seat.approve.hint' : 'grievances:desk.intent.approve.hint'
    return askOnce(page, {
      title: t('grievances:desk.agree'),
      lines: [t(effect), t('scrutiny:agree.final')],
      submit: t('grievances:desk.agree-go'),
      value: intent,
    })
  }
  if (!decided.ok) return decided
  const flash = { type: 'success', key: `grievances:flash.desk-${intent}`, values: decided.value } as const
  if (onward && next !== null) return page.redirect(href(cellBase, 'grievances/:id', { id: String(next) }), flash)
  return page.redirect(
    intent === 'answer' ? href(cellBase, 'grievances/:id', { id: params.id }) : href(cellBase, 'grievances'),
    flash,
  )
}
