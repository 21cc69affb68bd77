import { askOtp, resendInOf } from '#pages/parts/accounts/ask-otp.ts'
import { sendEmailLink } from '#pages/parts/accounts/send-email-link.ts'
import { closedWords } from '#pages/parts/application/closed.ts'
import { nonCapOf } from '#pages/parts/application/non-cap.server.ts'
import { attemptOf } from '#pages/parts/payments/attempts.ts'
import { href } from '#pages/ui/href.ts'
import { stepsLeftToCorrect } from '#server/domain/application/details.ts'
import { isStepComplete, steps } from '#server/domain/terms/journey.ts'
import { ModeChange, Resubmission, Submission, Unlocking } from '#server/features/application/application/schema.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { refuse } from '#server/kernel/result.ts'

export const texts = ['steps', 'accounts', 'proof', 'otp', 'registration', 'scrutiny'] as const

/** The whole application in words, and the acts open to the candidate now. */
export function show(page: CandidatePage) {
  const { services, language, query, t } = page
  const { application, accounts, documents } = services
  const actor = page.actor
  const { facts } = application.standingOf(actor)
  const time = (at: number) => formatDateTime(at, language)
  const may = application.maySubmit(actor.candidateId, page.arrivedAt)
  const isSubmitted = facts.submittedAt !== null && facts.revertedAt === null
  const versions = application.versionsOf(actor.candidateId)
  const asked = query.version ?? null
  const old = asked === null ? null : application.sheetOfVersion(actor.candidateId, asked, language)
  const shownVersion = old?.ok ? old.value : null
  const contact = accounts.contact(actor)
  const account = accounts.account(actor.candidateId)
  const deadline = application.deadline(actor.candidateId)
  const onceUnlocked = application.deadlineOnceUnlocked(actor.candidateId)
  const closed = may.ok || isSubmitted ? null : may.refusal
  const left = stepsLeftToCorrect(facts)
  const other = application.modeToChangeTo(actor.candidateId, page.arrivedAt)
  const modeName = (mode: number) => t(`form:scrutiny-mode.${mode}` as TextKey)
  return {
    sheet: shownVersion?.sheet ?? application.sheet(actor.candidateId, language),
    /** The earlier version that the address asks for; the page shows it in place of the current form. */
    shown: shownVersion && { number: shownVersion.number, at: time(shownVersion.submittedAt) },
    /** The files of the current form; an earlier version had others. */
    files: shownVersion ? [] : documents.held(actor.candidateId),
    maySubmit: may.ok,
    isSubmitted,
    isConfirmed: facts.confirmedAt !== null,
    isExcluded: facts.excludedAt !== null,
    isReverted: facts.revertedAt !== null,
    mode: facts.mode,
    deadline,
    ...timesOf(page, deadline),
    closed: closed && closedWords(page, closed),
    /** The deadline of this form has passed. */
    isTooLate: typeof closed?.params?.since === 'number',
    toCorrect: steps.filter((_, step) => isStepComplete(left, step)),
    editable: steps.filter((_, step) => application.mayEdit(actor.candidateId, step as 0, page.arrivedAt).ok),
    versions: versions.map(({ number, submittedAt }) => ({ number, at: time(submittedAt) })),
    mayUnlock: application.mayUnlock(actor.candidateId, page.arrivedAt).ok,
    /** Until when the form can be submitted again once it is unlocked; empty without a deadline. */
    unlockedBy: onceUnlocked === null ? '' : time(onceUnlocked),
    hasPassword: contact.hasPassword,
    /** How the candidate is reached, to be checked before the form is submitted. */
    contact: { mobile: account.mobile, email: account.email, isEmailVerified: contact.isEmailVerified },
    /** The institutes that fill seats themselves, for a form that counts only for those; null otherwise. */
    nonCap: isSubmitted && facts.confirmedAt === null ? nonCapWords(page) : null,
    paid: paidJustNow(page),
    /** The act that the candidate is proving with an OTP. */
    proving: actOf(page),
    resendIn: resendInOf(page, purposeOf(page)),
    /**
     * The mode of scrutiny to which the candidate can change, with both modes in words; null if a change is not
     * possible.
     */
    change: other && { to: other, from: modeName(facts.mode), mode: modeName(other) },
  }
}

function timesOf({ services, arrivedAt, language }: CandidatePage, deadline: number | null) {
  const ends = services.notices.activity('scrutiny')?.closesAt ?? null
  return {
    by: deadline === null ? '' : formatDateTime(deadline, language),
    /** By when an officer will have checked a form that is submitted now, for the rounds; empty if the schedule does not say. */
    checkedBy: ends !== null && ends > arrivedAt ? formatDateTime(ends, language) : '',
    /** The time in which the form could be confirmed has ended. */
    isOver: deadline !== null && deadline <= arrivedAt,
  }
}

/** What is left to do outside the rounds, in words; `act` is null once an institute is told. */
function nonCapWords(page: CandidatePage) {
  const found = nonCapOf(page)
  const { t } = page
  return (
    found && {
      act: found.told
        ? null
        : {
            title: t('hero:act.non-cap'),
            about: `${t('hero:due', { by: found.by })}. ${t('hero:act.non-cap-about')}`,
            go: t('application:non-cap.go'),
          },
    }
  )
}

/** The fee of the order from which the candidate comes, once it has arrived and while the form is still to be submitted. */
function paidJustNow(page: CandidatePage) {
  const { services, actor, query, t } = page
  const id = query.order === undefined ? null : services.payments.ofOrder(actor.candidateId, query.order)
  const payment = services.payments.payments(actor.candidateId).find((one) => one.id === id)
  const attempt = payment && attemptOf(payment, page)
  if (attempt?.standing !== 'captured') return null
  return {
    title: t('payments:pay.paid-title', { amount: attempt.amount }),
    receipt: attempt.receipt,
    receiptWords: `${t('payments:attempt.receipt')} ${attempt.reference}`,
  }
}

export const load = (page: CandidatePage) =>
  page.query.version !== undefined && !show(page).shown ? page.redirect(here(page)) : show(page)

/** The acts on this page that need an OTP, by the name of their step in the address, each with the OTP's purpose. */
const acts = { otp: 'submit', unlock: 'unlock', mode: 'change-mode' } as const
type Act = keyof typeof acts

const isAct = (word: unknown): word is Act => typeof word === 'string' && Object.hasOwn(acts, word)
const actOf = ({ query }: CandidatePage): Act | null => (isAct(query.step) ? query.step : null)
const purposeOf = (page: CandidatePage) => {
  const act = actOf(page)
  return act && { purpose: acts[act] }
}
const here = ({ base }: CandidatePage, step?: Act) => href(base, 'print-pdf', undefined, { step })

export function action(page: CandidatePage) {
  const { intent, mode } = page.posted
  const act = actOf(page)
  if (isAct(intent)) return sendOtp(page, intent, Number(mode))
  if (intent === 'resubmit') return resubmit(page)
  if (intent === 'verify-email') return sendEmailLink(page, here(page))
  if (intent === 'resend' && act) return sendOtp(page, act)
  if (act === 'otp') return submit(page)
  if (act === 'mode') return changeMode(page)
  return act === 'unlock' ? unlock(page) : refuse('malformed', 400)
}

function mayDo(page: CandidatePage, act: Act, mode: number) {
  const { application } = page.services
  const actor = page.actor
  if (act === 'otp') return application.maySubmit(actor.candidateId, page.arrivedAt)
  if (act === 'unlock') return application.mayUnlock(actor.candidateId, page.arrivedAt)
  return application.mayChangeMode(actor.candidateId, mode, page.arrivedAt)
}

/** Sends an OTP only if the act is possible now. `mode`: the new mode. */
function sendOtp(page: CandidatePage, act: Act, mode?: number) {
  const { application } = page.services
  const actor = page.actor
  const may = mayDo(page, act, mode ?? application.modeToChangeTo(actor.candidateId, page.arrivedAt) ?? 0)
  if (!may.ok) return may
  return askOtp(page, { purpose: acts[act] }, (said) => page.redirect(here(page, act), said))
}

async function submit(page: CandidatePage) {
  const form = page.form(Submission)
  if (!form.ok) return form
  const { declaration: _, ...proof } = form.value
  const result = await page.services.application.submit(page.actor.candidateId, proof, page.arrivedAt)
  const isDone = result.ok || result.refusal.code === 'submitted-already'
  if (!isDone) return result
  return page.redirect(here(page), { type: 'success', key: 'steps:flash.submitted' })
}

function resubmit(page: CandidatePage) {
  const form = page.form(Resubmission)
  if (!form.ok) return form
  const result = page.services.application.resubmit(page.actor.candidateId, page.arrivedAt)
  const isDone = result.ok || result.refusal.code === 'not-reverted'
  if (!isDone) return result
  return page.redirect(here(page), { type: 'success', key: 'steps:flash.submitted' })
}

async function unlock(page: CandidatePage) {
  const form = page.form(Unlocking)
  if (!form.ok) return form
  const result = await page.services.application.unlock(page.actor.candidateId, form.value, page.arrivedAt)
  const isDone = result.ok || result.refusal.code === 'not-locked'
  if (!isDone) return result
  return page.redirect(here(page), { type: 'success', key: 'steps:flash.unlocked' })
}

async function changeMode(page: CandidatePage) {
  const form = page.form(ModeChange)
  if (!form.ok) return form
  const { mode, ...proof } = form.value
  const result = await page.services.application.changeMode(page.actor.candidateId, mode, proof, page.arrivedAt)
  const isDone = result.ok || result.refusal.code === 'mode-is-that'
  if (!isDone) return result
  return page.redirect(here(page), { type: 'success', key: 'steps:flash.mode-changed' })
}
