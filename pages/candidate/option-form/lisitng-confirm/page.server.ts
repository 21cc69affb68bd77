import { askOtp, resendInOf } from '#pages/parts/accounts/ask-otp.ts'
import { headOf, roundOf } from '#pages/parts/option-form/head.ts'
import { listOf } from '#pages/parts/option-form/lines.ts'
import { href } from '#pages/ui/href.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { OptionConfirmation } from '#server/features/seats/option-form/schema.ts'
import { refuse } from '#server/kernel/result.ts'
import { typedId } from '#server/kernel/typed-text.ts'
import { doctorOf } from './doctor.server'

export const texts = ['options', 'doctor', 'accounts', 'proof', 'otp', 'steps'] as const

/** The acts on this page that need an OTP, by the name of their step in the address. */
const acts = { otp: 'confirm', unlock: 'unlock' } as const
type Act = keyof typeof acts
const isAct = (word: unknown): word is Act => typeof word === 'string' && Object.hasOwn(acts, word)
const actOf = ({ query }: CandidatePage): Act | null => (isAct(query.step) ? query.step : null)

/** The list to confirm, its consequences, and the proof. */
export function load(page: CandidatePage) {
  const { services, arrivedAt } = page
  const actor = page.actor
  const act = actOf(page)
  const head = headOf(page)
  const { choices } = services.optionForm.form(actor.candidateId, head.round)
  const may = services.optionForm.mayConfirm(actor.candidateId, head.round, arrivedAt)
  return {
    head,
    ...listOf(page, head.round, choices),
    mayConfirm: may.ok,
    /** Before the list is confirmed. */
    doctor: may.ok ? doctorOf(page, head, choices) : null,
    /** The faults to correct before the list can be confirmed. */
    faults:
      may.ok || may.refusal.code !== 'check-answers'
        ? []
        : page.invalid(may.refusal).form.errors.map(({ message }) => message),
    mayUnlock: services.optionForm.mayUnlock(actor.candidateId, head.round, arrivedAt).ok,
    hasPassword: services.accounts.contact(actor).hasPassword,
    proving: act,
    resendIn: resendInOf(page, act && { purpose: `${acts[act]}-options` }),
  }
}

const here = (page: CandidatePage, step?: Act) =>
  href(page.base, 'option-form/lisitng-confirm', undefined, { round: roundOf(page), step })

export function action(page: CandidatePage) {
  const { intent } = page.posted
  const act = actOf(page)
  if (page.posted.add !== undefined) return add(page, String(page.posted.add))
  if (isAct(intent)) return sendOtp(page, intent)
  if (intent === 'resend' && act) return sendOtp(page, act)
  return act ? prove(page, act) : refuse('malformed', 400)
}

/** Adds a suggestion to the end of the list, on the same page, and says where it was put. A second press finds it there. */
async function add(page: CandidatePage, typed: string) {
  const { optionForm } = page.services
  const { candidateId, sessionId } = page.actor
  const round = roundOf(page)
  const code = typedId(typed)
  const { choices, version } = optionForm.form(candidateId, round)
  const list = { version, choices: choices.includes(code) ? [...choices] : [...choices, code] }
  const saved = await optionForm.saveSoon(candidateId, round, list, { at: page.arrivedAt, sessionId })
  if (!saved.ok) return saved
  // Without script the browser goes on at the suggestions that are left, or at the advice.
  const isLeft = doctorOf(page, headOf(page), saved.value.choices)?.suggestions.length
  return page.redirect(`${here(page, actOf(page) ?? undefined)}#${isLeft ? 'near' : 'advice'}`, {
    type: 'success',
    key: 'doctor:flash.added',
    values: {
      institute: page.named(optionForm.offeredAs([code])[0]?.institute ?? null) ?? code,
      code,
      place: saved.value.choices.indexOf(code) + 1,
    },
  })
}

/** Sends an OTP only if the act is possible now. */
function sendOtp(page: CandidatePage, act: Act) {
  const { optionForm } = page.services
  const actor = page.actor
  const round = roundOf(page)
  const may =
    act === 'otp'
      ? optionForm.mayConfirm(actor.candidateId, round, page.arrivedAt)
      : optionForm.mayUnlock(actor.candidateId, round, page.arrivedAt)
  if (!may.ok) return may
  return askOtp(page, { purpose: `${acts[act]}-options` }, (said) => page.redirect(here(page, act), said))
}

async function prove(page: CandidatePage, act: Act) {
  const form = page.form(OptionConfirmation)
  if (!form.ok) return form
  const result = await page.services.optionForm[acts[act]](page.actor.candidateId, roundOf(page), form.value, {
    at: page.arrivedAt,
    sessionId: page.actor.sessionId,
  })
  const done = act === 'otp' ? 'options-confirmed' : 'options-not-confirmed'
  if (!result.ok && result.refusal.code !== done) return result
  return page.redirect(here(page), {
    type: 'success',
    key: act === 'otp' ? 'options:flash.confirmed' : 'options:flash.unlocked',
  })
}
