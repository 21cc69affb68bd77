import { randomBytes } from 'node:crypto'
import { type OtpPurpose, otpRules, otpStanding, secondsUntilNextOtp } from '#server/domain/accounts/otp.ts'
import type { MessageParams, MessageTemplate } from '#server/domain/messages/message-templates.ts'
import { formatTime } from '#server/i18n/format.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ok, type Refused, type Result, refuse } from '#server/kernel/result.ts'
import { plus } from '#server/kernel/time.ts'
import type { AccountsDeps } from './deps'
import { hashOtp, isOtpOf, newOtp } from './secrets'

/** The message for each purpose; every other irreversible act uses the general one. */
const templates: Partial<Record<OtpPurpose, MessageTemplate>> = {
  registration: 'registration-otp',
  login: 'login-otp',
  recovery: 'recovery-otp',
  'change-mobile': 'change-mobile-otp',
  'second-receiver': 'code-for-receiver',
  'edit-at-centre': 'code-at-centre',
  'withdraw-at-centre': 'code-at-centre',
}

/**
 * Purposes for which a number gets OTPs only while it is nobody's: they leave the owner of an account all OTPs of its
 * number, and reveal nothing about how many of them are left.
 */
const forFreeNumbers: ReadonlySet<OtpPurpose> = new Set<OtpPurpose>(['registration', 'change-mobile'])

/** Does a send to a number count towards all that it may have, for somebody who asks for this purpose? */
function countsWith(purpose: OtpPurpose, send: { purpose: string; isDecoy: 0 | 1 }): boolean {
  if (forFreeNumbers.has(purpose)) return forFreeNumbers.has(send.purpose as OtpPurpose)
  // Strangers ask for those of a second receiver, so they take nothing from the owner of an account.
  return purpose !== 'second-receiver' && send.purpose !== 'second-receiver' && !send.isDecoy
}

type OtpAddress = {
  purpose: OtpPurpose
  /** The thing that the OTP proves; only the newest OTP of a subject and purpose counts. */
  subject: string
  /** The number that limits count by: the candidate's own, or the one to be proved. */
  mobile: string
  /** The stranger who asks, where a stranger can: the network, or the signed-in candidate. */
  asker?: string | null
}

/** Purposes for which the OTP goes to the number to be proved, and not to the candidate. */
const toTheNumber: ReadonlySet<OtpPurpose> = new Set<OtpPurpose>(['change-mobile', 'second-receiver'])

type OtpIssue = OtpAddress & {
  candidateId: number | null
  language: Language
  /** The second receiver whom it is for. */
  receiverId?: number
  /** Further values of its message. */
  params?: MessageParams
}

/** One-time passwords: issue, decoy, check. All of it runs inside the caller's transaction. Source: rules §2.3. */
export function createOtps({ store, clock, secret, previousSecret, course, tell, send, linkBase }: AccountsDeps) {
  /**
   * Seconds until this number may have another OTP for this purpose. `asker`: the stranger whose share counts. `most`:
   * the hourly limit, if it is not the usual one.
   */
  function wait(
    mobile: string,
    purpose: OtpPurpose,
    { asker, most = course.otpLimits.perPurposeHourly }: { asker?: string; most?: number } = {},
  ): number {
    const now = clock.real()
    const sends = store.otpSends(mobile, now - otpRules.hour, now)
    const timesOf = (list: typeof sends) => list.map((send) => send.createdAt)
    const samePurpose = sends.filter((send) => send.purpose === purpose)
    return secondsUntilNextOtp({
      now,
      samePurpose: timesOf(samePurpose),
      own: asker === undefined ? [] : timesOf(samePurpose.filter((send) => send.asker === asker)),
      isAnybodys: purpose === 'registration',
      all: timesOf(sends.filter((send) => countsWith(purpose, send))),
      limits: { ...course.otpLimits, perPurposeHourly: most },
    })
  }

  function record(
    { purpose, subject, mobile, asker = null }: OtpAddress,
    hashFor: (id: number) => string,
    isDecoy = false,
  ): void {
    const now = clock.real()
    const expiresAt = now + otpRules.lifetime
    const id = store.addOtp({ purpose, subject, mobile, asker, isDecoy, hash: '', createdAt: now, expiresAt })
    store.setOtpHash(id, hashFor(id))
  }

  return {
    wait,

    /** Makes an OTP and announces it. The caller has called `wait` first. */
    issue(issue: OtpIssue): void {
      const otp = newOtp()
      record(issue, (id) => hashOtp(secret, id, otp))
      const { candidateId, purpose, mobile, language, receiverId } = issue
      const template = templates[purpose] ?? 'step-up-otp'
      // The last line of the SMS names the portal's host, so that a phone offers the OTP to its pages alone.
      const common = { minutes: otpRules.lifetime / 60_000, purpose, host: new URL(linkBase()).hostname }
      const params = { ...common, ...issue.params }
      const how = { secrets: { otp }, expiresAt: plus(clock.real(), otpRules.lifetime) }
      if (candidateId === null || toTheNumber.has(purpose)) {
        send({ candidateId, channel: 'sms', to: mobile, template, language, params, receiverId, ...how })
      } else tell(candidateId, template, params, { ...how, language })
    },

    /** Leaves the same traces as an OTP without sending one, so that an address in use answers like a new one. */
    decoy(address: OtpAddress): void {
      record(address, () => randomBytes(32).toString('base64url'), true)
    },

    /** True if the subject has had an OTP of this purpose. */
    wasIssued: (subject: string, purpose: OtpPurpose): boolean => store.newestOtp(subject, purpose) !== undefined,

    /** True if the newest OTP of the subject can still be used. */
    isOpen: (subject: string, purpose: OtpPurpose): boolean =>
      otpStanding(store.newestOtp(subject, purpose), clock.real()) === 'open',

    /** True if nobody has typed a wrong OTP for the newest one of the subject. */
    isUntried: (subject: string, purpose: OtpPurpose): boolean => store.newestOtp(subject, purpose)?.attempts === 0,

    /**
     * The newest OTP of the subject if it is the one typed, which stays unused; or the reason, and a wrong one costs a try.
     * `isRestRight`: the other answers asked for with it are right; a wrong one also costs a try.
     */
    match,

    /** Uses up the newest OTP of the subject, or refuses with the reason; a wrong one costs a try. */
    check(subject: string, purpose: OtpPurpose, otp: string): Result<undefined> {
      const found = match(subject, purpose, otp)
      if (!found.ok) return found
      store.spendOtp(found.value, clock.real())
      return ok()
    },

    /**
     * The newest OTP that was sent to a number for a purpose, for another subject than this one: is it the one typed? Whoever has it
     * has the phone. Null if none is open. The caller counts what is wrong: the tries of the other subject do not count, so that nobody
     * shuts an OTP to the owner of its number by typing wrong ones. Source: rules §2.3.
     */
    matchSentTo(
      mobile: string,
      { purpose, subject }: { purpose: OtpPurpose; subject: string },
      otp: string,
    ): { id: number; isRight: boolean } | null {
      const newest = store.newestOtpTo(mobile, purpose)
      if (!newest || newest.subject === subject) return null
      if (otpStanding({ ...newest, attempts: 0 }, clock.real()) !== 'open') return null
      return { id: newest.id, isRight: isOtpOf(newest.hash, { secret, previousSecret }, newest.id, otp) }
    },

    /**
     * The refusal of an OTP that was sent to a number for another subject than this one, in its time but before the newest: whoever
     * has it was sent it, so it is told from a wrong one. It opens nothing. Null for any other.
     */
    refusalOfOlderTo(
      mobile: string,
      { purpose, subject }: { purpose: OtpPurpose; subject: string },
      otp: string,
    ): Refused | null {
      const newest = store.newestOtpTo(mobile, purpose)
      const own = store.newestOtp(subject, purpose)
      const isIts = ({ id, hash }: { id: number; hash: string }) => isOtpOf(hash, { secret, previousSecret }, id, otp)
      if (!newest || isIts(newest) || (own && isIts(own))) return null
      return store.openOtpsTo(mobile, purpose, clock.real()).some(isIts) ? older(newest) : null
    },

    /** Uses up an OTP that was matched. */
    spend: (id: number): void => store.spendOtp(id, clock.real()),
  }

  /** A moment of the real clock as the portal's clock shows it; in the demo they differ. */
  function portalTime(at: number): number {
    return clock.portal() - (clock.real() - at)
  }

  function older(newest: { createdAt: number }): Refused {
    return refuseOtp('otp-older', { time: formatTime(portalTime(newest.createdAt)) })
  }

  /** The number of the newest OTP, if it matches. */
  function match(subject: string, purpose: OtpPurpose, otp: string, isRestRight = true): Result<number> {
    const newest = store.newestOtp(subject, purpose)
    const standing = otpStanding(newest, clock.real())
    if (standing !== 'open') return refuseOtp(standing === 'none' ? 'otp-expired' : `otp-${standing}`)
    const isIts = ({ id, hash }: { id: number; hash: string }) => isOtpOf(hash, { secret, previousSecret }, id, otp)
    if (isIts(newest!) && isRestRight) return ok(newest!.id)
    // An SMS that was late: somebody who has it was sent it, so it costs no try. It opens nothing.
    const isOlder = store.openOtps(subject, purpose, clock.real()).some((one) => one.id !== newest!.id && isIts(one))
    if (isOlder) return older(newest!)
    store.countOtpAttempt(newest!.id)
    const left = otpRules.tries - newest!.attempts - 1
    return left > 0 ? refuseOtp('otp-wrong', { count: left }) : refuseOtp('otp-exhausted')
  }
}

/** A refusal at the field of the OTP. */
export const refuseOtp = (code: string, params?: Record<string, number | string>) =>
  refuse(code, 422, { params, fields: [{ field: 'otp', code, params }] })

export type Otps = ReturnType<typeof createOtps>
