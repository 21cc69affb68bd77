import { placesOf } from '#pages/parts/allotment/seat-places.ts'
import { askOnce } from '#pages/parts/checking/ask.ts'
import { readGrievance } from '#pages/parts/grievances/read.server.ts'
import { href } from '#pages/ui/href.ts'
import type { GrievanceType } from '#server/domain/scrutiny/grievances.ts'
import { mayDo } from '#server/domain/terms/staff.ts'
import type { DeskPage } from '#server/features/index.ts'
import { GrievanceAct } from '#server/features/scrutiny/grievances/schema.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatDateTime } from '#server/i18n/format.ts'

type Shown = DeskPage<'grievances/:id'>

export const layout = 'work' as const
export const texts = ['grievances', 'thread', 'allotment', 'documents', 'scrutiny', 'replies', 'staff'] as const

/** One grievance; null (404) for one that this officer may not see. */
export async function load(page: Shown) {
  const { selfVerification, grievances, replies } = page.services
  const read = grievances.read(page.actor, page.params.id, page.language)
  if (!read.ok) return null
  const { id, type, state, candidateId, ...shown } = readGrievance(page, read.value)
  const isOfSeat = type === 'self-verification'
  const zone = isOfSeat && state === 'open' ? await selfVerification.zoneIn(candidateId, id) : null
  return {
    ...shown,
    /** Is the candidate in the final merit list, which closes the form? */
    isListed: page.services.application.standing(candidateId).facts.isInFinalMerit,
    id,
    type,
    state,
    /** By when a complaint about the process is to be decided, in words; null for any other. */
    due: type === 'process' && state === 'open' ? dueIn(page, read.value.filedAt) : null,
    /** The facts that a grievance of self-verification is about. */
    said: isOfSeat ? selfVerification.saidIn(candidateId, id, page.language) : null,
    form: formOf(page, shown.candidate.userId),
    replies: replies.choices('grievance', candidateId, page.language),
    next: grievances.nextAfter(page.actor, id),
    /** What upholding it would change; null once it is decided, and for any other grievance. */
    zone,
    places: placesOf(page, zone),
  }
}

/** The address of the candidate's whole form, or record, for an officer who may open it; null for any other. */
function formOf({ services, actor, cellBase }: Shown, userId: string): string | null {
  const { scrutiny, helpDesk } = services
  if (mayDo(actor.role, 'scrutinise') && scrutiny.isWithinReach(actor, userId))
    return href(cellBase, 'scrutiny/:userId', { userId })
  return mayDo(actor.role, 'help-desk') && helpDesk.mayOpen(actor, userId)
    ? href(cellBase, 'help-desk/:userId', { userId })
    : null
}

function dueIn({ services, t, language }: Shown, filedAt: number): string {
  const dueAt = services.grievances.complaints.dueAt(filedAt)
  const key = services.clock.portal() < dueAt ? 'grievances:desk.complaint-due' : 'grievances:desk.complaint-overdue'
  return t(key, { by: formatDateTime(dueAt, language) })
}

export const title = (_: Shown, data: DataOf<typeof load>): string => data.number

/** The effect of a decision in words, by the kind of the grievance. */
function hintOf(type: GrievanceType, intent: GrievanceAct['intent']) {
  if (intent === 'answer' || (type !== 'process' && type !== 'self-verification'))
    return `grievances:desk.intent.${intent}.hint` as const
  return type === 'process'
    ? (`grievances:desk.complaint.${intent}.hint` as const)
    : (`grievances:seat.${intent}.hint` as const)
}

const flashOf = (type: GrievanceType, intent: GrievanceAct['intent']) =>
  type === 'process' && intent === 'approve'
    ? 'grievances:flash.desk-complaint'
    : (`grievances:flash.desk-${intent}` as const)

/** Answers, refuses or upholds it, once the officer has agreed. Then the next one follows. */
export async function action(page: Shown) {
  const { services, actor, params, cellBase, t } = page
  const form = page.form(GrievanceAct)
  if (!form.ok) return form
  const { intent, reply, onward } = form.value
  const found = services.grievances.about(actor, params.id)
  if (!found.ok) return found
  const { candidateId, type } = found.value
  const missing = { field: 'text', code: 'grievanceMessage.required' }
  const text = services.replies.compose('grievance', candidateId, { reply, text: form.value.text }, missing)
  if (!text.ok) return text
  const next = services.grievances.nextAfter(actor, params.id)
  const decided = await services.grievances.decide(actor, params.id, { ...form.value, text: text.value })
  if (!decided.ok && decided.refusal.code === 'grievance-agree') {
    return askOnce(page, {
      title: t(`grievances:desk.agree.${intent}`),
      lines: [t(hintOf(type, intent)), t('scrutiny:agree.final')],
      submit: t(`grievances:desk.agree-go.${intent}`),
      value: intent,
    })
  }
  if (!decided.ok) return decided
  const { number } = decided.value
  const flash = { type: 'success', key: flashOf(type, intent), values: { number } } as const
  if (onward && next !== null) return page.redirect(href(cellBase, 'grievances/:id', { id: String(next) }), flash)
  return page.redirect(
    intent === 'answer' ? href(cellBase, 'grievances/:id', { id: params.id }) : href(cellBase, 'grievances'),
    flash,
  )
}
