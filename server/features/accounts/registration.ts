import { faultyPlace } from '../../domain/application/form/lists'
import { maskNumber } from '../../domain/portal/contact'
import { siteOf } from '../../domain/portal/network'
import { otpRules } from '../../domain/portal/otp'
import { outsideWindow } from '../../domain/portal/schedule'
import type { Language } from '../../kernel/languages'
import { ok, type Refused, type Result, refuse, tooOften } from '../../kernel/result'
import { days, minutes } from '../../kernel/time'
import { type AccountsDeps, evenTime, networkBusy, nextApplicationId, type Origin } from './deps'
import type { Otps } from './otp'
import { networkLane } from './passwords'
import type { Registration } from './schema'
import { hashToken, newToken } from './secrets'
import type { RegistrationRow } from './store'

/** The breaker counts the registration OTPs of the whole portal in this window. */
const breakerWindow = minutes(10)

type RegistrationAnswers = Pick<RegistrationRow, 'fullName' | 'email' | 'mobile' | 'state' | 'district'>

/** Registration: enter details, prove the mobile by OTP, receive the Application ID. Source: rules §2.2. */
export function createRegistration(deps: AccountsDeps, otps: Otps) {
  const { db, store, limits, clock, course, passwords, tell } = deps
  const subject = (id: string) => `registration:${id}`

  /** Serves a network that asks for very many OTPs more slowly. */
  const slowDown = async (ip: string) => {
    const { count } = limits.count(`otp-ip:${ip}`, otpRules.hour, clock.real())
    if (count > course.otpLimits.perIpHourly) await deps.pause(2000)
  }

  /** The refusal if this network may not register now; null if it may. */
  function networkRefusal(ip: string): Refused | null {
    const now = clock.real()
    const { count, resetsAt } = limits.count(`registration-ip:${siteOf(ip)}`, otpRules.hour, now)
    return count > course.otpLimits.registrationsPerNetworkHourly ? networkBusy('network-busy', resetsAt - now) : null
  }

  /** The refusal if registration OTPs have stopped for everybody; null if they have not. */
  function breakerRefusal(): Refused | null {
    const now = clock.real()
    const reached = store.nthNewestOtp('registration', course.otpLimits.registrationPerTenMinutes, now)
    const seconds = reached === null ? 0 : Math.ceil((reached + breakerWindow - now) / 1000)
    if (seconds <= 0) return null
    return refuse('registration-busy', 429, { retryAfter: seconds, params: { count: Math.ceil(seconds / 60) } })
  }

  /**
   * Sends an OTP to a new number, even if the e-mail address is in use: a missing OTP would reveal it. A number in use
   * gets only the traces of an OTP. The owner of either is told.
   */
  function sendProof(row: RegistrationRow): void {
    const issue = { purpose: 'registration', subject: subject(row.id), mobile: row.mobile } as const
    const owner = store.candidateByMobile(row.mobile)
    if (!owner) otps.issue({ ...issue, candidateId: null, language: row.language })
    else {
      otps.decoy(issue)
      tell(owner.id, 'registration-collision', {}, { by: ['sms'] })
      return
    }
    const byEmail = store.candidateByEmail(row.email)
    const mails = byEmail && limits.count(`collision:${hashToken(row.email)}`, otpRules.hour, clock.real()).count
    if (byEmail && mails! <= course.otpLimits.perPurposeHourly) {
      tell(byEmail.id, 'registration-collision', {}, { by: ['email', 'box'] })
    }
  }

  /**
   * Reveals that an address is in use only to somebody who has proved a number, and for at most two addresses per
   * number per day; after that the number is refused with any address.
   */
  const revealed = (mobile: string) => `registration-revealed:${hashToken(mobile)}`
  function revealedTooMuch(mobile: string): Refused | null {
    const window = limits.window(revealed(mobile), clock.real())
    return window && window.count >= 2 ? tooOften(Math.ceil((window.resetsAt - clock.real()) / 1000)) : null
  }

  return {
    /**
     * Keeps the details of a new candidate and sends an OTP to the mobile. Answers in the same way for a mobile or
     * e-mail that already has an account, and tells its owner instead.
     */
    async register(
      input: Registration,
      language: Language,
      origin: Origin,
    ): Promise<Result<{ registrationId: string; sentTo: string[]; resendAfter: number }>> {
      if (!deps.isRegistrationOpen(input.mobile))
        return outsideWindow('registration-closed', deps.nextRegistration(), deps.clock.portal())
      const faulty = faultyPlace(input.state, input.district, course.form)
      if (faulty) return refuse('check-answers', 422, { fields: [{ field: faulty, code: `${faulty}.invalid` }] })
      await slowDown(origin.ip)
      const closed = networkRefusal(origin.ip) ?? breakerRefusal() ?? revealedTooMuch(input.mobile)
      if (closed) return closed
      const waitFor = otps.wait(input.mobile, 'registration')
      if (waitFor > 0) return tooOften(waitFor)
      const lane = networkLane(origin.ip)
      const full = await passwords.refusal(lane)
      if (full) return full
      const [passwordHash] = await Promise.all([passwords.hash(input.password, lane), deps.pause(evenTime)])
      const id = newToken()
      const refused = db.transact(() => {
        const seconds = otps.wait(input.mobile, 'registration')
        if (seconds > 0) return tooOften(seconds)
        const row: RegistrationRow = {
          id,
          fullName: input.fullName,
          email: input.email,
          mobile: input.mobile,
          state: input.state,
          district: input.district,
          passwordHash,
          language,
          collides: !!store.candidateByMobile(input.mobile) || !!store.candidateByEmail(input.email),
          candidateId: null,
          createdAt: clock.real(),
        }
        store.addRegistration(row)
        sendProof(row)
        return null
      })
      if (refused) return refused
      return ok({ registrationId: id, sentTo: [maskNumber(input.mobile)], resendAfter: otpRules.resendAfter / 1000 })
    },

    async resend(registrationId: string, origin: Origin): Promise<Result<{ resendAfter: number }>> {
      await slowDown(origin.ip)
      const closed = breakerRefusal()
      if (closed) return closed
      return db.transact((): Result<{ resendAfter: number }> => {
        const row = store.registration(registrationId)
        if (!row) return refuse('registration-unknown', 404)
        if (row.candidateId !== null) return refuse('registration-done', 409)
        const seconds = otps.wait(row.mobile, 'registration')
        if (seconds > 0) return tooOften(seconds)
        sendProof(row)
        return ok({ resendAfter: otpRules.resendAfter / 1000 })
      })
    },

    /** Makes the account when the OTP is right; two racing requests make one account. */
    verify(registrationId: string, otp: string, origin: Origin): Result<{ userId: string }> {
      const tries = `registration-tries:${siteOf(origin.ip)}`
      const wrong = limits.window(tries, clock.real())
      if (wrong && wrong.count >= course.otpLimits.wrongTriesPerNetworkHourly)
        return networkBusy('network-guesses', wrong.resetsAt - clock.real())
      return db.transact((): Result<{ userId: string }> => {
        const row = store.registration(registrationId)
        if (!row) return refuse('registration-unknown', 404)
        if (row.candidateId !== null) return refuse('registration-done', 409)
        const proof = otps.check(subject(row.id), 'registration', otp)
        if (!proof.ok) {
          limits.count(tries, otpRules.hour, clock.real())
          return proof
        }
        if (store.candidateByMobile(row.mobile) || store.candidateByEmail(row.email)) {
          limits.count(revealed(row.mobile), days(1), clock.real())
          return refuse('already-registered', 409)
        }
        const now = clock.real()
        const userId = nextApplicationId(deps)
        const candidate = store.addCandidate({
          userId,
          fullName: row.fullName,
          email: row.email,
          mobile: row.mobile,
          state: row.state,
          district: row.district,
          passwordHash: row.passwordHash,
          language: row.language,
          consentedAt: row.createdAt,
          createdAt: now,
        })
        store.finishRegistration(row.id, candidate.id)
        deps.onRegistered(candidate.id, candidate.mobile)
        deps.onConsent(candidate.id, 'notice', 'given', row.language)
        tell(candidate.id, 'registration-welcome')
        return ok({ userId })
      })
    },

    /**
     * The state that the pages of a registration show: where the OTP went, and if it is done. Null for an unknown one.
     */
    registrationStatus(registrationId: string): { sentTo: string; userId: string | null; fullName: string } | null {
      const row = store.registration(registrationId)
      if (!row) return null
      const candidate = row.candidateId === null ? null : store.candidate(row.candidateId)
      return { sentTo: maskNumber(row.mobile), userId: candidate?.userId ?? null, fullName: row.fullName }
    },

    /**
     * The details entered, without the password, editable until the mobile is proved. Null after that, or if unknown.
     */
    registrationAnswers(registrationId: string): RegistrationAnswers | null {
      const row = store.registration(registrationId)
      if (!row || row.candidateId !== null) return null
      const { fullName, email, mobile, state, district } = row
      return { fullName, email, mobile, state, district }
    },
  }
}
