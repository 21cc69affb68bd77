import { exampleId } from '#pages/parts/accounts/example-id.ts'
import { intentOf } from '#pages/parts/accounts/intent.ts'
import { href } from '#pages/ui/href.ts'
import { otpRules } from '#server/domain/accounts/otp.ts'
import { grantCookies, originOf } from '#server/features/accounts/accounts/http-session.ts'
import type { LoginOutcome } from '#server/features/accounts/accounts/login.ts'
import { Login, OtpForm } from '#server/features/accounts/accounts/schema.ts'
import type { Page } from '#server/features/index.ts'
import { safeNext } from '#server/http/safe-next.ts'

export const texts = ['login', 'proof', 'otp'] as const
export const isCacheable = true
export const title = (page: Page) =>
  page.query.step === 'otp' ? page.t('login:otp-title') : page.t('shell:menu.login')

const userIdIn = ({ query: { userId } }: Page) => (userId && /^[A-Z]{2}[0-9]{8}$/.test(userId) ? userId : undefined)

/** The page after the login: the one requested, or else the dashboard. */
const destination = ({ base, query }: Page) => safeNext(base, query.next) ?? href(base, 'dashboard')

/** The address of this page at a step, with the destination. */
const at = ({ base, query }: Page, step?: 'otp') =>
  href(base, 'login', undefined, { step, next: safeNext(base, query.next) ?? undefined })

const resendIn = ({ services, cookies, request }: Page) =>
  services.accounts.loginResendIn(cookies.login.read(request) ?? '')

export const show = (page: Page) => ({
  isOtpStep: page.query.step === 'otp',
  goTo: destination(page),
  /** True if a page of the candidate's led here. */
  hasNext: safeNext(page.base, page.query.next) !== null,
  /** True for somebody who was signed in until the session ended, and not for one who has logged out. */
  isEnded: page.cookies.session.read(page.request) !== undefined,
  startOver: at(page),
  exampleId: exampleId(page),
  /** Of somebody who has just registered or has a new password: the next thing to type is the password. */
  userId: userIdIn(page),
  isSsoOn: page.services.accounts.isSsoOn,
  phone: page.services.course.contact.phone,
  /** Seconds between two login OTPs. */
  resendAfter: otpRules.resendAfter / 1000,
  resendIn: page.query.step === 'otp' ? resendIn(page) : 0,
})

export function load(page: Page) {
  if (page.actor) return page.redirect(destination(page))
  if (page.query.step === 'otp' && !page.cookies.login.read(page.request)) return page.redirect(at(page))
  return show(page)
}

/**
 * Logs in without JavaScript; with JavaScript the page uses the API. A cookie keeps the password step until the OTP
 * comes.
 */
export const action = (page: Page) => (page.query.step === 'otp' ? proveMobile(page) : logIn(page))

async function logIn(page: Page) {
  const form = page.form(Login)
  if (!form.ok) return form
  const origin = originOf(page)
  const result = await page.services.accounts.login(form.value, origin, page.actor)
  return result.ok ? enter(page, result.value) : result
}

function proveMobile(page: Page) {
  const { accounts } = page.services
  const challenge = page.cookies.login.read(page.request)
  if (!challenge) return expired(page)
  if (intentOf(page) === 'resend') {
    const sent = accounts.resendLoginOtp(challenge, page.language)
    if (sent.ok) return page.redirect(at(page, 'otp'), { type: 'success', key: 'accounts:flash.otp-sent' })
    return sent.refusal.code === 'login-expired' ? expired(page) : sent
  }
  const form = page.form(OtpForm)
  if (!form.ok) return form
  const origin = originOf(page)
  const result = accounts.loginByChallenge(challenge, form.value.otp, origin, page.actor)
  if (result.ok) return enter(page, result.value)
  return result.refusal.code === 'login-expired' ? expired(page) : result
}

function enter(page: Page, outcome: LoginOutcome) {
  const { reply, cookies } = page
  if (outcome.kind === 'otp-required') {
    cookies.login.write(reply, outcome.challenge)
    return page.redirect(at(page, 'otp'))
  }
  cookies.login.clear(reply)
  grantCookies(reply, cookies, outcome.grant)
  return page.redirect(destination(page))
}

function expired(page: Page) {
  page.cookies.login.clear(page.reply)
  return page.redirect(at(page), { type: 'warning', key: 'accounts:flash.login-expired' })
}
