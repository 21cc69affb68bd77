import { stepsLeftToCorrect } from '../../../server/domain/details'
import { isStepComplete, steps } from '../../../server/domain/journey'
import { Submission, Unlocking } from '../../../server/features/application/schema'
import { formatDateTime } from '../../../server/i18n/format'
import type { TextKey } from '../../../server/i18n/keys'
import type { Page } from '../../../server/services'
import { href } from '../../ui/href'

export const texts = ['steps', 'accounts'] as const

/** Everything that is submitted, in words, and what can be done with it now. */
export function show(page: Page) {
  const { services, language, query, t } = page
  const { application, accounts } = services
  const actor = page.actor!
  const { facts } = application.standingOf(actor)
  const time = (at: number) => formatDateTime(at, language)
  const may = application.maySubmit(actor, page.arrivedAt)
  const isSubmitted = facts.submittedAt !== null && facts.revertedAt === null
  const versions = application.versionsOf(actor)
  const asked = /^\d{1,6}$/.test(query.version ?? '') ? Number(query.version) : null
  const old = asked === null ? null : application.sheetOfVersion(actor, asked, language)
  const shownVersion = old?.ok ? old.value : null
  const deadline = application.deadline(actor)
  const closed = may.ok || isSubmitted ? null : may.refusal
  const left = stepsLeftToCorrect(facts)
  return {
    sheet: shownVersion?.sheet ?? application.sheet(actor.candidateId, language),
    /** An earlier version that was asked for, instead of how the form stands. */
    shown: shownVersion && { number: shownVersion.number, at: time(shownVersion.submittedAt) },
    maySubmit: may.ok,
    isSubmitted,
    isConfirmed: facts.confirmedAt !== null,
    isReverted: facts.revertedAt !== null,
    mode: facts.mode,
    deadline,
    by: deadline === null ? '' : time(deadline),
    closed:
      closed &&
      t(`steps:closed.${closed.code}` as TextKey, {
        since: typeof closed.params?.since === 'number' ? time(closed.params.since) : '',
      }),
    toCorrect: steps.filter((_, step) => isStepComplete(left, step)),
    editable: steps.filter((_, step) => application.mayEdit(actor.candidateId, step as 0, page.arrivedAt).ok),
    versions: versions.map(({ number, submittedAt, fingerprint }) => ({
      number,
      at: time(submittedAt),
      fingerprint: fingerprint.slice(0, 12),
    })),
    mayUnlock: application.mayUnlock(actor, page.arrivedAt).ok,
    hasPassword: accounts.contact(actor).hasPassword,
    /** Which act is being proved with an OTP. */
    proving: query.step === 'otp' || query.step === 'unlock' ? query.step : null,
  }
}

export const load = (page: Page) =>
  page.query.version !== undefined && !show(page).shown ? page.redirect(here(page)) : show(page)

const here = ({ base }: Page, step?: 'otp' | 'unlock') => href(base, 'print-pdf', undefined, { step })

export function action(page: Page) {
  const { intent } = (page.request.body ?? {}) as Record<string, unknown>
  const { step } = page.query
  if (intent === 'otp' || (intent === 'resend' && step === 'otp')) return sendOtp(page, 'otp')
  if (intent === 'unlock' || (intent === 'resend' && step === 'unlock')) return sendOtp(page, 'unlock')
  if (step === 'otp') return submit(page)
  return step === 'unlock' ? unlock(page) : page.invalid({ code: 'malformed', status: 400 })
}

/** An OTP is asked for only where the act itself would be possible. */
function sendOtp(page: Page, step: 'otp' | 'unlock') {
  const { application, accounts } = page.services
  const actor = page.actor!
  const may =
    step === 'otp' ? application.maySubmit(actor, page.arrivedAt) : application.mayUnlock(actor, page.arrivedAt)
  if (!may.ok) return page.invalid(may.refusal)
  const sent = accounts.requestOtp(actor, { purpose: step === 'otp' ? 'submit' : 'unlock' })
  if (!sent.ok) return page.invalid(sent.refusal)
  return page.redirect(here(page, step), { type: 'success', key: 'accounts:flash.otp-sent' })
}

async function submit(page: Page) {
  const form = page.form(Submission)
  if (!form.ok) return page.invalid(form.refusal)
  const { declaration: _, ...proof } = form.value
  const result = await page.services.application.submit(page.actor!, proof, page.arrivedAt)
  // Pressed twice, the second time finds it done.
  const isDone = result.ok || result.refusal.code === 'submitted-already'
  if (!isDone) return page.invalid(result.refusal)
  return page.redirect(here(page), { type: 'success', key: 'steps:flash.submitted' })
}

async function unlock(page: Page) {
  const form = page.form(Unlocking)
  if (!form.ok) return page.invalid(form.refusal)
  const result = await page.services.application.unlock(page.actor!, form.value, page.arrivedAt)
  if (!result.ok) return page.invalid(result.refusal)
  return page.redirect(here(page), { type: 'success', key: 'steps:flash.unlocked' })
}
