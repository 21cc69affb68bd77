import { ofFile } from '#pages/parts/documents/refused-file.ts'
import { href } from '#pages/ui/href.ts'
import { questionSteps } from '#server/domain/terms/question.ts'
import type { DeskPage } from '#server/features/index.ts'
import { ArrivalForm, AttendedProof, ConfirmationForm } from '#server/features/scrutiny/centres/schema.ts'
import type { Visit } from '#server/features/scrutiny/centres/visits.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatDate, formatDateTime, formatTime } from '#server/i18n/format.ts'
import type { Result } from '#server/kernel/result.ts'

type Shown = DeskPage<'centre/:userId'>

export const layout = 'work' as const
export const texts = ['staff', 'centres', 'documents', 'accounts', 'proof', 'otp', 'files'] as const

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
    sections: services.application.sheet(candidateId, language, 'desk').sections,
    documents,
    mayConfirm: visit.confirming.ok,
    whyNot: facts.confirmedAt === null ? why(visit.confirming) : why(visit.withdrawing),
    mayWithdraw: visit.withdrawing.ok,
    mayEdit: visit.serving.ok && facts.confirmedAt === null,
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
    case 'edit-otp':
    case 'withdraw-otp':
      return sendOtp(page, intent === 'edit-otp' ? 'edit' : 'withdraw')
    case 'edit':
    case 'withdraw':
      return prove(page)
    case 'confirm':
      return confirm(page)
    default:
      return mark(page)
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
  if (!files.ok) return files
  const { userId } = page.params
  const put = await page.services.centres.uploadAtCentre(page.actor, userId, kind, files.value, page.arrivedAt)
  if (!put.ok) return ofFile(page, kind, put.refusal)
  const values = { name: page.t(`documents:kind.${kind}` as 'documents:kind.nationality') }
  return page.redirect(here(page), { type: 'success', key: 'centres:flash.uploaded', values })
}

function confirm(page: Shown) {
  const form = page.form(ConfirmationForm)
  if (!form.ok) return form
  const { userId } = page.params
  const version = Number(form.value.version)
  const done = page.services.centres.confirmVisit(page.actor, userId!, version, page.arrivedAt)
  const isDone = done.ok || done.refusal.code === 'centre-confirmed-already'
  if (!isDone) return done
  return page.redirect(here(page), { type: 'success', key: 'centres:flash.confirmed', values: { userId: userId! } })
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
