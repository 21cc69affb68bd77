import { randomBytes } from 'node:crypto'
import type { MessageTemplate } from '../../domain/message-templates'
import { type OtpPurpose, otpRules, otpStanding, secondsUntilNextOtp } from '../../domain/otp'
import type { Language } from '../../kernel/languages'
import { ok, type Result, refuse } from '../../kernel/result'
import { plus } from '../../kernel/time'
import type { AccountsDeps } from './deps'
import { hashOtp, isSame, newOtp } from './secrets'

/** The message of each purpose; every other irreversible act has the general one. */
const templates: Partial<Record<OtpPurpose, MessageTemplate>> = {
  registration: 'registration-otp',
  login: 'login-otp',
  recovery: 'recovery-otp',
  'change-mobile': 'change-mobile-otp',
  'edit-at-centre': 'code-at-centre',
  'withdraw-at-centre': 'code-at-centre',
}

/** What anybody can ask for on anybody's number; all of it together leaves the owner enough to log in and to act. */
const forAnybody: ReadonlySet<string> = new Set<OtpPurpose>(['registration', 'recovery', 'change-mobile'])

export type OtpIssue = {
  purpose: OtpPurpose
  /** What it proves something about; the newest OTP of a subject and purpose is the only one that counts. */
  subject: string
  /** The number by which limits are counted, and to which it goes. */
  mobile: string
  /** A proved address that may have it too. */
  email?: string | null
  candidateId: number | null
  language: Language
}

/** One-time passwords: issue, decoy, check. All of it runs inside the caller's transaction. Source: decisions §2. */
export function createOtps({ store, clock, secret, course, announce }: AccountsDeps) {
  /** Seconds until this number may have another OTP for this purpose. */
  function wait(mobile: string, purpose: OtpPurpose): number {
    const now = clock.real()
    const limits = course.otpLimits
    const sends = store.otpSends(mobile, now - otpRules.hour, now)
    const timesOf = (list: typeof sends) => list.map((send) => send.createdAt)
    const samePurpose = timesOf(sends.filter((send) => send.purpose === purpose))
    const seconds = secondsUntilNextOtp({ now, samePurpose, all: timesOf(sends), limits })
    if (!forAnybody.has(purpose)) return seconds
    const all = timesOf(sends.filter((send) => forAnybody.has(send.purpose)))
    const perNumberHourly = limits.perNumberHourly - limits.perPurposeHourly
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

    /** Makes an OTP and announces it. The caller has asked `wait` first. */
    issue(issue: OtpIssue): void {
      const otp = newOtp()
      record(issue, (id) => hashOtp(secret, id, otp))
      const message = {
        candidateId: issue.candidateId,
        template: templates[issue.purpose] ?? ('step-up-otp' as const),
        language: issue.language,
        params: { minutes: otpRules.lifetime / 60_000, purpose: issue.purpose },
        secrets: { otp },
        expiresAt: plus(clock.real(), otpRules.lifetime),
      }
      announce({ ...message, channel: 'sms', to: issue.mobile })
      if (issue.email) announce({ ...message, channel: 'email', to: issue.email })
    },

    /** Leaves the traces of an OTP that nobody has, so that an address in use answers like a new one. */
    decoy(issue: Pick<OtpIssue, 'purpose' | 'subject' | 'mobile'>): void {
      record(issue, () => randomBytes(32).toString('base64url'))
    },

    /** Whether the newest OTP of the subject can still be used. */
    isOpen: (subject: string, purpose: OtpPurpose): boolean =>
      otpStanding(store.newestOtp(subject, purpose), clock.real()) === 'open',

    /** Uses up the newest OTP of the subject, or says why not; a wrong one costs a try. */
    check(subject: string, purpose: OtpPurpose, otp: string): Result<undefined> {
      const now = clock.real()
      const newest = store.newestOtp(subject, purpose)
      const standing = otpStanding(newest, now)
      if (standing !== 'open') return refuseOtp(standing === 'none' ? 'otp-expired' : `otp-${standing}`)
      if (!isSame(newest!.hash, hashOtp(secret, newest!.id, otp))) {
        store.countOtpAttempt(newest!.id)
        const left = otpRules.tries - newest!.attempts - 1
        return left > 0 ? refuseOtp('otp-wrong', { count: left }) : refuseOtp('otp-exhausted')
      }
      store.spendOtp(newest!.id, now)
      return ok()
    },
  }
}

const refuseOtp = (code: string, params?: Record<string, number>) =>
  refuse(code, 422, { params, fields: [{ field: 'otp', code, params }] })

export type Otps = ReturnType<typeof createOtps>
