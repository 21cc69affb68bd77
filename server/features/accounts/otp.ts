import { randomBytes } from 'node:crypto'
import type { MessageTemplate } from '../../domain/portal/message-templates'
import { type OtpPurpose, otpRules, otpStanding, secondsUntilNextOtp } from '../../domain/portal/otp'
import type { Language } from '../../kernel/languages'
import { ok, type Result, refuse } from '../../kernel/result'
import { plus } from '../../kernel/time'
import type { AccountsDeps } from './deps'
import { hashOtp, isOtpOf, newOtp } from './secrets'

/** The message for each purpose; every other irreversible act uses the general one. */
const templates: Partial<Record<OtpPurpose, MessageTemplate>> = {
  registration: 'registration-otp',
  login: 'login-otp',
  recovery: 'recovery-otp',
  'change-mobile': 'change-mobile-otp',
  'edit-at-centre': 'code-at-centre',
  'withdraw-at-centre': 'code-at-centre',
}

/** Purposes that anybody can request for any number; together they leave the owner enough OTPs to log in and to act. */
const forAnybody: ReadonlySet<string> = new Set<OtpPurpose>(['registration', 'recovery', 'change-mobile'])

type OtpIssue = {
  purpose: OtpPurpose
  /** The thing that the OTP proves; only the newest OTP of a subject and purpose counts. */
  subject: string
  /** The number that limits count by: the candidate's own, or the one to be proved. */
  mobile: string
  candidateId: number | null
  language: Language
}

/** One-time passwords: issue, decoy, check. All of it runs inside the caller's transaction. Source: rules §2.3. */
export function createOtps({ store, clock, secret, previousSecret, course, tell, send }: AccountsDeps) {
  /**
   * Seconds until this number may have another OTP for this purpose. `most`: the hourly limit, if it is not the usual
   * one.
   */
  function wait(mobile: string, purpose: OtpPurpose, most = course.otpLimits.perPurposeHourly): number {
    const now = clock.real()
    const limits = { ...course.otpLimits, perPurposeHourly: most }
    const sends = store.otpSends(mobile, now - otpRules.hour, now)
    const timesOf = (list: typeof sends) => list.map((send) => send.createdAt)
    const samePurpose = timesOf(sends.filter((send) => send.purpose === purpose))
    const seconds = secondsUntilNextOtp({ now, samePurpose, all: timesOf(sends), limits })
    if (!forAnybody.has(purpose)) return seconds
    const all = timesOf(sends.filter((send) => forAnybody.has(send.purpose)))
    const perNumberHourly = limits.perNumberHourly - course.otpLimits.perPurposeHourly
    return Math.max(seconds, secondsUntilNextOtp({ now, samePurpose, all, limits: { ...limits, perNumberHourly } }))
  }

  function record(issue: Pick<OtpIssue, 'purpose' | 'subject' | 'mobile'>, hashFor: (id: number) => string): void {
    const now = clock.real()
    const id = store.addOtp({
      purpose: issue.purpose,
      subject: issue.subject,
      mobile: issue.mobile,
      hash: '',
      createdAt: now,
      expiresAt: now + otpRules.lifetime,
    })
    store.setOtpHash(id, hashFor(id))
  }

  return {
    wait,

    /** Makes an OTP and announces it. The caller has called `wait` first. */
    issue(issue: OtpIssue): void {
      const otp = newOtp()
      record(issue, (id) => hashOtp(secret, id, otp))
      const { candidateId, purpose, mobile, language } = issue
      const template = templates[purpose] ?? 'step-up-otp'
      const params = { minutes: otpRules.lifetime / 60_000, purpose }
      const how = { secrets: { otp }, expiresAt: plus(clock.real(), otpRules.lifetime) }
      if (candidateId === null || purpose === 'change-mobile') {
        send({ candidateId, channel: 'sms', to: mobile, template, language, params, ...how })
      } else tell(candidateId, template, params, how)
    },

    /** Leaves the same traces as an OTP without sending one, so that an address in use answers like a new one. */
    decoy(issue: Pick<OtpIssue, 'purpose' | 'subject' | 'mobile'>): void {
      record(issue, () => randomBytes(32).toString('base64url'))
    },

    /** True if the newest OTP of the subject can still be used. */
    isOpen: (subject: string, purpose: OtpPurpose): boolean =>
      otpStanding(store.newestOtp(subject, purpose), clock.real()) === 'open',

    /**
     * Like `check`, but does not use up a right OTP. `isRestRight`: the other answers asked for with it are right; a
     * wrong one also costs a try.
     */
    verify: (subject: string, purpose: OtpPurpose, otp: string, isRestRight = true): Result<undefined> => {
      const found = match(subject, purpose, otp, isRestRight)
      return found.ok ? ok() : found
    },

    /** Uses up the newest OTP of the subject, or refuses with the reason; a wrong one costs a try. */
    check(subject: string, purpose: OtpPurpose, otp: string): Result<undefined> {
      const found = match(subject, purpose, otp)
      if (!found.ok) return found
      store.spendOtp(found.value, clock.real())
      return ok()
    },
  }

  /** The number of the newest OTP, if it matches. */
  function match(subject: string, purpose: OtpPurpose, otp: string, isRestRight = true): Result<number> {
    const newest = store.newestOtp(subject, purpose)
    const standing = otpStanding(newest, clock.real())
    if (standing !== 'open') return refuseOtp(standing === 'none' ? 'otp-expired' : `otp-${standing}`)
    if (isOtpOf(newest!.hash, { secret, previousSecret }, newest!.id, otp) && isRestRight) return ok(newest!.id)
    store.countOtpAttempt(newest!.id)
    const left = otpRules.tries - newest!.attempts - 1
    return left > 0 ? refuseOtp('otp-wrong', { count: left }) : refuseOtp('otp-exhausted')
  }
}

const refuseOtp = (code: string, params?: Record<string, number>) =>
  refuse(code, 422, { params, fields: [{ field: 'otp', code, params }] })

export type Otps = ReturnType<typeof createOtps>
