import { askOnce } from '#pages/parts/checking/ask.ts'
import { refusedFacts } from '#pages/parts/checking/refused.ts'
import { ofFile } from '#pages/parts/documents/refused-file.ts'
import { href } from '#pages/ui/href.ts'
import { questionSteps } from '#server/domain/terms/question.ts'
import type { DeskPage } from '#server/features/index.ts'
import { ArrivalForm, AttendedProof } from '#server/features/scrutiny/centres/schema.ts'
import type { Visit, VisitOutcome } from '#server/features/scrutiny/centres/visits.ts'
import type { DataOf, FormOutcome } from '#server/http/page.ts'
import { formatDate, formatDateTime, formatTime } from '#server/i18n/format.ts'
import type { Result } from '#server/kernel/result.ts'

type Shown = DeskPage<'centre/:userId'>

export const layout = 'work' as const
export const texts = [
  'staff',
  'centres',
  'scrutiny',
  'documents',
  'accounts',
  'proof',
  'otp',
  'files',
  'unfit',
] as const

/** A candidate's form at the centre; null (404) without an appointment here. */
export function load(page: Shown) {
  const found = page.services.centres.openVisit(page.actor, page.params.userId, page.arrivedAt)
  return found.ok ? show(page, found.value) : null
}

export const title = (_: Shown, data: DataOf<typeof show>) => data.userId

/** The answers, the documents, and the acts that the officer can perform now. */
export function show(page: Shown, visit: Visit) {
  const { services, language, query } = page
  const { candidateId, facts, appointment, editableUntil } = visit
  const { pictures, entries } = services.documents.list(candidateId)
  const documents = [
    ...pictures.map(({ kind, document }) => ({ kind, because: null, document })),
    ...entries.map(({ kind, because, document }) => ({ kind, because, document })),
  ]
  const proving = query.step === 'edit' || query.step === 'withdraw' ? query.step : null
  const why = (may: Result<undefined>) => (may.ok ? null : page.invalid(may.refusal).form.message)
  return {
    userId: visit.userId,
    fullName: facts.fullName,
    day: formatDate(appointment.startsAt, language),
    hours: `${formatTime(appointment.startsAt)}–${formatTime(appointment.endsAt)}`,
    arrived: appointment.arrivedAt === null ? null : formatTime(appointment.arrivedAt),
    confirmed: facts.confirmedAt === null ? null : formatDateTime(facts.confirmedAt, language),
    version: visit.version,
    facts: services.centres.factsAt(visit, language),
    /** Every answer of the form; the facts are those that an original proves. */
    sections: services.application.sheet(candidateId, language, 'desk').sections,
    documents,
    /** The candidate is at the desk, and the form is not confirmed yet: this officer can check it. */
    mayCheck: visit.serving.ok && facts.confirmedAt === null,
    mayConfirm: visit.confirming.ok,
    whyNot: facts.confirmedAt === null ? why(visit.confirming) : why(visit.withdrawing),
    mayWithdraw: visit.withdrawing.ok,
    goesOn: query.onward === 'true',
    isEditable: editableUntil !== null,
    /** The steps that can be changed at the centre. */
    steps: questionSteps,
    /** The act that waits for the candidate's OTP. */
    proving,
    /** Seconds until the candidate can be sent another OTP for it. */
    resendIn: proving ? services.accounts.attendedResendIn(candidateId, `${proving}-at-centre`) : 0,
  }
}

export function action(page: Shown) {
  const { intent, kind } = page.posted
  if (intent === undefined && typeof kind === 'string') return upload(page, kind)
  if (page.posted.again !== undefined) return sendOtp(page, page.query.step === 'withdraw' ? 'withdraw' : 'edit')
  switch (intent) {
    case 'withdraw-otp':
      return sendOtp(page, 'withdraw')
    case 'edit':
    case 'withdraw':
      return prove(page)
    case 'arrived':
      return mark(page)
    case undefined:
      return finish(page)
    default:
      return save(page, String(intent))
  }
}

const here = ({ cellBase, params }: Shown, step?: 'edit' | 'withdraw') =>
  href(cellBase, 'centre/:userId', { userId: params.userId }, { step })

function sendOtp(page: Shown, act: 'edit' | 'withdraw') {
  const { services, params, arrivedAt } = page
  const sent = services.centres.sendAttendedOtp(page.actor, params.userId, `${act}-at-centre`, arrivedAt)
  if (!sent.ok) return sent
  const values = { sentTo: sent.value.sentTo.join(', ') }
  return page.redirect(here(page, act), { type: 'success', key: 'centres:flash.otp-sent', values })
}

/** With the candidate's OTP: opens the form for changes, or withdraws its confirmation first. */
function prove(page: Shown) {
  const form = page.form(AttendedProof)
  if (!form.ok) return form
  const { centres } = page.services
  const { intent, otp } = form.value
  const act = intent === 'edit' ? centres.beginEditing : centres.withdrawConfirmation
  const done = act(page.actor, page.params.userId, otp, page.arrivedAt)
  if (!done.ok) return done
  return page.redirect(here(page), {
    type: 'success',
    key: intent === 'edit' ? 'centres:flash.editing' : 'centres:flash.withdrawn',
  })
}

/** A scan for the candidate; a fault in the file appears at the field, which is named after the kind. */
async function upload(page: Shown, kind: string) {
  const files = await page.files()
  if (!files.ok) return ofFile(page, kind, files.refusal)
  const { userId } = page.params
  const put = await page.services.centres.uploadAtCentre(page.actor, userId, kind, files.value, page.arrivedAt)
  if (!put.ok) return ofFile(page, kind, put.refusal)
  const values = { name: page.t(`documents:kind.${kind}` as 'documents:kind.nationality') }
  return page.redirect(here(page), { type: 'success', key: 'centres:flash.uploaded', values })
}

/** What the form of verdicts posts, with the version that the officer looked at. */
function verdictsOf({ posted }: Shown) {
  const { intent: _, version, agreed, onward, ...given } = posted
  return {
    seen: { version: Number(version), given, agreed: typeof agreed === 'string' ? agreed : undefined },
    onward: onward === 'true',
  }
}

/** Saves the verdicts so far; then accepts the rest, opens a step, sends the OTP for changes, or leaves. */
function save(page: Shown, intent: string) {
  const { cellBase, params } = page
  const isRestAccepted = intent === 'accept-rest'
  const { seen } = verdictsOf(page)
  const saved = page.services.centres.saveVisit(page.actor, params.userId, { ...seen, isRestAccepted }, page.arrivedAt)
  if (!saved.ok) return refusedFacts(page, saved.refusal)
  if (intent === 'edit-otp') return sendOtp(page, 'edit')
  const step = questionSteps.find((slug) => intent === `change-${slug}`)
  if (step) return page.redirect(href(cellBase, 'centre/:userId/:step', { userId: params.userId, step }))
  if (isRestAccepted) return page.redirect(here(page), { type: 'success', key: 'scrutiny:flash.accepted-rest' })
  return page.redirect(href(cellBase, 'appointments'), { type: 'success', key: 'scrutiny:flash.saved' })
}

/** Ends the check, once the officer has agreed to its outcome; then the next candidate who is here, or the list. */
function finish(page: Shown) {
  const { cellBase, services, actor } = page
  const { userId } = page.params
  const { seen, onward } = verdictsOf(page)
  const done = services.centres.finishVisit(actor, userId, seen, page.arrivedAt)
  if (!done.ok && done.refusal.code !== 'centre-confirmed-already') {
    const { outcome, key } = done.refusal
    return outcome && key ? askBack(page, outcome, key) : refusedFacts(page, done.refusal)
  }
  const kind = done.ok ? done.value.kind : 'confirm'
  const flash = { type: 'success', key: `centres:flash.${kind}`, values: { userId } } as const
  const next = onward ? services.centres.nextVisit(actor) : null
  if (next === null) return page.redirect(onward ? href(cellBase, 'appointments') : here(page), flash)
  return page.redirect(href(cellBase, 'centre/:userId', { userId: next }, { onward: 'true' }), flash)
}

/** Asks the officer to agree: a confirmation only with the originals seen. */
function askBack(page: Shown, { kind, failed }: VisitOutcome, value: string): FormOutcome {
  const { t } = page
  const facts = failed.map((fact) => t(`scrutiny:fact.${fact}`)).join(', ')
  return askOnce(page, {
    title: t(`centres:${kind}.title`),
    lines: [t(kind === 'confirm' ? 'centres:confirm.about' : 'centres:not-confirmed.about', { facts })],
    kept: t('scrutiny:agree.kept'),
    submit: t(`centres:${kind}.go`),
    value,
  })
}

function mark(page: Shown) {
  const form = page.form(ArrivalForm)
  if (!form.ok) return form
  const { userId } = page.params
  const { intent } = form.value
  const marked = page.services.centres.markArrival(page.actor, userId!, intent)
  if (!marked.ok) return marked
  return page.redirect(here(page), { type: 'success', key: `centres:flash.${intent}`, values: { userId: userId! } })
}
