import { maskNumber } from '../../domain/contact'
import { otpRules } from '../../domain/otp'
import type { Language } from '../../kernel/languages'
import { ok, type Result, refuse } from '../../kernel/result'
import { type AccountsDeps, busy, evenTime, nextApplicationId, type Origin, tooOften } from './deps'
import type { Otps } from './otp'
import type { Registration } from './schema'
import { hashToken, newToken } from './secrets'
import type { RegistrationRow } from './store'

export type RegistrationAnswers = Pick<RegistrationRow, 'fullName' | 'email' | 'mobile' | 'state' | 'district'>

/** Registration: tell, prove the mobile by OTP, receive the Application ID. Source: decisions §2. */
export function createRegistration(deps: AccountsDeps, otps: Otps) {
  const { db, store, limits, clock, course, passwords, announce } = deps
  const subject = (id: string) => `registration:${id}`

  /** Whether this network has asked for more than its share of OTPs; unknown people beyond it are asked to wait. */
  const isOverNetworkBudget = (ip: string) =>
    limits.count(`otp-ip:${ip}`, otpRules.hour, clock.real()).count > course.otpLimits.perIpHourly
  const isBreakerOpen = () =>
    store.otpsSince('registration', clock.real() - 600_000) >= course.otpLimits.registrationPerTenMinutes

  /** An OTP to a new number; for a number or address in use, a word to its owner and the same traces. */
  function sendProof(row: RegistrationRow): void {
    const issue = { purpose: 'registration', subject: subject(row.id), mobile: row.mobile } as const
    if (!row.collides) {
      otps.issue({ ...issue, candidateId: null, language: row.language })
      return
    }
    otps.decoy(issue)
    const owner = store.candidateByMobile(row.mobile)
    const told = { template: 'registration-collision', params: {} } as const
    if (owner) {
      announce({ ...told, candidateId: owner.id, channel: 'sms', to: owner.mobile, language: owner.language })
      return
    }
    const byEmail = store.candidateByEmail(row.email)
    const mails = byEmail && limits.count(`collision:${hashToken(row.email)}`, otpRules.hour, clock.real()).count
    if (byEmail && mails! <= course.otpLimits.perPurposeHourly) {
      announce({ ...told, candidateId: byEmail.id, channel: 'email', to: byEmail.email, language: byEmail.language })
    }
  }

  return {
    /**
     * Keeps what a new candidate told and sends an OTP to the mobile. The answer is the same for a mobile or e-mail
     * that already has an account, whose owner is told instead.
     */
    async register(
      input: Registration,
      language: Language,
      origin: Origin,
    ): Promise<Result<{ registrationId: string; sentTo: string[]; resendAfter: number }>> {
      if (!deps.isRegistrationOpen(input.mobile)) return refuse('registration-closed')
      const faulty = deps.faultyPlace(input.state, input.district)
      if (faulty) return refuse('check-answers', 422, { fields: [{ field: faulty, code: `${faulty}.invalid` }] })
      if (passwords.isBusy()) return busy()
      if (isOverNetworkBudget(origin.ip)) {
        await deps.pause(2000)
        return refuse('network-busy', 429, { retryAfter: 300 })
      }
      if (isBreakerOpen()) return refuse('registration-busy', 429, { retryAfter: 120 })
      const waitFor = otps.wait(input.mobile, 'registration')
      if (waitFor > 0) return tooOften(waitFor)
      const [passwordHash] = await Promise.all([passwords.hash(input.password), deps.pause(evenTime)])
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
      deps.kickOutbox()
      return ok({ registrationId: id, sentTo: [maskNumber(input.mobile)], resendAfter: otpRules.resendAfter / 1000 })
    },

    async resend(registrationId: string, origin: Origin): Promise<Result<{ resendAfter: number }>> {
      if (isOverNetworkBudget(origin.ip)) await deps.pause(2000)
      if (isBreakerOpen()) return refuse('registration-busy', 429, { retryAfter: 120 })
      const result = db.transact((): Result<{ resendAfter: number }> => {
        const row = store.registration(registrationId)
        if (!row) return refuse('registration-unknown', 404)
        if (row.candidateId !== null) return refuse('registration-done', 409)
        const seconds = otps.wait(row.mobile, 'registration')
        if (seconds > 0) return tooOften(seconds)
        sendProof(row)
        return ok({ resendAfter: otpRules.resendAfter / 1000 })
      })
      deps.kickOutbox()
      return result
    },

    /** The right OTP makes the account; two of them racing make one. */
    verify(registrationId: string, otp: string): Result<{ userId: string }> {
      const result = db.transact((): Result<{ userId: string }> => {
        const row = store.registration(registrationId)
        if (!row) return refuse('registration-unknown', 404)
        if (row.candidateId !== null) return refuse('registration-done', 409)
        const proof = otps.check(subject(row.id), 'registration', otp)
        if (!proof.ok) return proof
        if (store.candidateByMobile(row.mobile) || store.candidateByEmail(row.email))
          return refuse('already-registered', 409)
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
        const welcome = {
          candidateId: candidate.id,
          template: 'registration-welcome',
          language: row.language,
          params: { userId },
        } as const
        announce({ ...welcome, channel: 'sms', to: candidate.mobile })
        announce({ ...welcome, channel: 'email', to: candidate.email })
        return ok({ userId })
      })
      deps.kickOutbox()
      return result
    },

    /** What the pages of a registration show: where the OTP went, whether it is done. Null for an unknown one. */
    registrationStatus(registrationId: string): { sentTo: string; userId: string | null; fullName: string } | null {
      const row = store.registration(registrationId)
      if (!row) return null
      const candidate = row.candidateId === null ? null : store.candidate(row.candidateId)
      return { sentTo: maskNumber(row.mobile), userId: candidate?.userId ?? null, fullName: row.fullName }
    },

    /** What was told, but for the password, to be mended while the mobile is not proved. Null when it is, or unknown. */
    registrationAnswers(registrationId: string): RegistrationAnswers | null {
      const row = store.registration(registrationId)
      if (!row || row.candidateId !== null) return null
      const { fullName, email, mobile, state, district } = row
      return { fullName, email, mobile, state, district }
    },
  }
}
