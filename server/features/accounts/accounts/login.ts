import { siteOf } from '#server/domain/accounts/network.ts'
import { otpRules } from '#server/domain/accounts/otp.ts'
import { maskNumber } from '#server/domain/site/contact.ts'
import { tidyIdentifier } from '#server/domain/terms/person.ts'
import type { Language } from '#server/kernel/languages.ts'
import { lastingAlarm } from '#server/kernel/lasting-alarm.ts'
import { ok, type Refused, type Result, refuse, tooOften } from '#server/kernel/result.ts'
import { hours, minutes } from '#server/kernel/time.ts'
import { wrongTries } from '#server/kernel/wrong-tries.ts'
import { type AccountsDeps, evenTime, type Origin } from './deps'
import type { DeviceNotice } from './new-device'
import type { Otps } from './otp'
import { accountLane, networkLane } from './passwords'
import type { Login } from './schema'
import { hashToken, isDeviceOf, newToken } from './secrets'
import type { SessionGrant, Sessions } from './sessions'
import type { CandidateRow, SessionActor } from './store'

/**
 * After this many failures in a quarter of an hour an unknown device must also bring an OTP; the owner can still get
 * in.
 */
const failuresBeforeOtp = 10
const failureWindow = minutes(15)
const wrong = (): Refused => refuse('login-wrong', 401)
/** Behind the gate a wrong password must look like a right one: the refusal gives no reason and no tries left. */
const wrongOtp = (): Refused => refuse('otp-refused', 422, { fields: [{ field: 'otp', code: 'otp-refused' }] })

export type LoginOutcome =
  | { kind: 'in'; grant: SessionGrant; candidate: CandidateRow }
  /** `challenge`: a page without script keeps it in a cookie, so that the password is asked only once. */
  | { kind: 'otp-required'; sentTo: string; challenge: string }

/**
 * Login by Application ID, mobile or e-mail. A stranger who guesses can never lock the owner out: known devices are
 * counted separately, and beyond the limit unknown ones must also prove the mobile: those who try one account, and those
 * of a network that gets many names wrong. Source: rules §2.5.
 * Long: its verbs share the counts of failures and their keys.
 */
export function createLogin(deps: AccountsDeps, otps: Otps, sessions: Sessions, tellOfNewDevice: DeviceNotice) {
  const { db, store, limits, clock, course, passwords } = deps
  const subject = (candidate: CandidateRow) => `candidate:${candidate.id}`

  const find = (typed: string): CandidateRow | undefined => {
    const { kind, value } = tidyIdentifier(typed)
    if (kind === 'email') return store.candidateByEmail(value)
    return kind === 'mobile' ? store.candidateByMobile(value) : store.candidateByUserId(value)
  }

  /** The key for counting an account's tries, known or not: the typed text, however it was spelt. */
  const nameOf = (typed: string): string => hashToken(tidyIdentifier(typed).value)

  const isKnownDevice = (candidate: CandidateRow | undefined, origin: Origin): candidate is CandidateRow =>
    !!candidate && isDeviceOf(deps, candidate.id, origin.device)

  /** An owner on a known device does not wait behind the strangers of the same network. */
  const laneOf = (candidate: CandidateRow | undefined, origin: Origin): string =>
    isKnownDevice(candidate, origin) ? accountLane(candidate.id) : networkLane(origin.ip)

  /**
   * Counts by the typed text rather than by account: otherwise two names of one account would share a count and two
   * unknown names would not, which would reveal the account.
   */
  const failureKey = (candidate: CandidateRow | undefined, identifier: string, origin: Origin) =>
    isKnownDevice(candidate, origin)
      ? `login-device:${candidate.id}:${hashToken(origin.device!)}`
      : `login:${nameOf(identifier)}`

  /** The keys under which strangers' failures of an account are counted: each of its names. */
  const failureKeysOf = ({ userId, mobile, email }: CandidateRow): string[] =>
    [userId, mobile, email].map((name) => `login:${nameOf(name)}`)

  /** A challenge given behind the gate stays there, even after the quarter of an hour is over. */
  const gateMark = (token: string) => `login-gate:${hashToken(token)}`

  const alarm = lastingAlarm({
    key: 'login-alarm',
    limits,
    now: clock.real,
    lasts: hours(1),
    tell: () => deps.onAttack('login'),
  })
  const names = wrongTries({
    name: 'login-names',
    limits,
    now: clock.real,
    most: course.loginLimits.wrongNamesPerNetworkHourly,
    within: otpRules.hour,
    onOver: alarm.raise,
  })

  /** By this challenge alone: behind the gate one without an account must look like any other. */
  const resendMark = (hash: string) => `login-resend:${hash}`
  const secondsToResend = ({ hash, createdAt }: { hash: string; createdAt: number }): number => {
    const now = clock.real()
    const until = limits.window(resendMark(hash), now)?.resetsAt ?? createdAt + otpRules.resendAfter
    return Math.max(0, Math.ceil((until - now) / 1000))
  }

  const slowDown = async (ip: string) => {
    if (limits.read(`login-ip:${ip}`, clock.real()) > course.otpLimits.perIpHourly) await deps.pause(2000)
  }

  const countFailure = (key: string) => limits.count(key, failureWindow, clock.real()).count
  const countNetwork = (origin: Origin) => void limits.count(`login-ip:${origin.ip}`, otpRules.hour, clock.real())

  /** Seconds until a login OTP can be sent; 0 while the last one is still valid. */
  const secondsToWait = (candidate: CandidateRow): number =>
    otps.isOpen(subject(candidate), 'login') ? 0 : otps.wait(candidate.mobile, 'login')

  /** Sends a login OTP unless one went out seconds ago; that one stays valid. */
  function sendLoginOtp(candidate: CandidateRow, language = candidate.language): void {
    if (otps.wait(candidate.mobile, 'login') > 0) return
    otps.issue({
      purpose: 'login',
      subject: subject(candidate),
      mobile: candidate.mobile,
      candidateId: candidate.id,
      language,
    })
  }

  function challenge(candidate: CandidateRow | undefined, isGated: boolean): string {
    const token = newToken()
    store.addChallenge({ hash: hashToken(token), candidateId: candidate?.id ?? null, createdAt: clock.real() })
    if (isGated) limits.count(gateMark(token), otpRules.lifetime, clock.real())
    return token
  }

  /**
   * Opens a session for somebody who has proved to be this candidate; joins the caller's transaction. `current`: the
   * session that this browser had, which ends.
   */
  function open(candidate: CandidateRow, origin: Origin, current: SessionActor | null): SessionGrant {
    tellOfNewDevice(candidate, origin)
    const grant = sessions.open(candidate, origin, current?.candidateId === candidate.id ? current : null)
    if (current && current.candidateId !== candidate.id) sessions.logout(current)
    return grant
  }

  const enter = (candidate: CandidateRow, origin: Origin, current: SessionActor | null): LoginOutcome => ({
    kind: 'in',
    grant: open(candidate, origin, current),
    candidate,
  })

  async function login(input: Login, origin: Origin, current: SessionActor | null): Promise<Result<LoginOutcome>> {
    await slowDown(origin.ip)
    const candidate = find(input.userId)
    const lane = laneOf(candidate, origin)
    const full = await passwords.refusal(lane)
    if (full) return full
    const key = failureKey(candidate, input.userId, origin)
    // Counted before the password is checked, so that a hundred simultaneous guesses count as a hundred.
    const counted = isKnownDevice(candidate, origin) ? null : names.count(siteOf(origin.ip), nameOf(input.userId))
    const isGated = countFailure(key) > failuresBeforeOtp || (counted !== null && counted.secondsOver > 0)
    const even = isGated ? deps.pause(evenTime) : null
    const matches = await passwords.verify(candidate?.passwordHash, input.password, lane)
    const outcome = matches ? await proceed(candidate!) : fail()
    await even
    // The password changed during the check: check the typed one against the new one.
    return outcome ?? login(input, origin, current)

    function fail(): Result<LoginOutcome> {
      countNetwork(origin)
      // Behind the gate a wrong password looks like a right one until the OTP is asked for.
      if (!isGated || input.otp) return wrong()
      return ok({ kind: 'otp-required', sentTo: maskNumber(''), challenge: challenge(undefined, true) })
    }

    async function proceed(known: CandidateRow): Promise<Result<LoginOutcome> | null> {
      // Stored with an older cost: hashed again now that the password is at hand.
      const renewed = passwords.needsRehash(known.passwordHash!) ? await passwords.hash(input.password, lane) : null
      return db.transact((): Result<LoginOutcome> | null => {
        if (store.candidate(known.id)!.passwordHash !== known.passwordHash) return null
        if (renewed) store.updateCandidate(known.id, { passwordHash: renewed })
        if (!isGated) limits.forget(key)
        if (course.loginNeedsOtp || isGated) {
          if (!input.otp) {
            counted?.takeBack()
            const seconds = isGated ? 0 : secondsToWait(known)
            if (seconds > 0) return tooOften(seconds)
            sendLoginOtp(known, origin.language)
            const sentTo = maskNumber(isGated ? '' : known.mobile)
            return ok({ kind: 'otp-required', sentTo, challenge: challenge(known, isGated) })
          }
          const proof = otps.check(subject(known), 'login', input.otp)
          if (!proof.ok) {
            countNetwork(origin)
            return isGated ? wrong() : proof
          }
        }
        counted?.takeBack()
        limits.forget(key)
        return ok(enter(known, origin, current))
      })
    }
  }

  return {
    login,

    /** The second half of a login without script: the challenge from the cookie, and the OTP. */
    loginByChallenge(token: string, otp: string, origin: Origin, current: SessionActor | null): Result<LoginOutcome> {
      return db.transact((): Result<LoginOutcome> => {
        const row = store.challenge(hashToken(token))
        if (!row || row.createdAt < clock.real() - otpRules.lifetime) return refuse('login-expired', 401)
        const candidate = row.candidateId === null ? undefined : store.candidate(row.candidateId)
        const name = candidate ? nameOf(candidate.userId) : row.hash
        const counted = isKnownDevice(candidate, origin) ? null : names.count(siteOf(origin.ip), name)
        const proof = candidate ? otps.check(subject(candidate), 'login', otp) : wrongOtp()
        if (!proof.ok) {
          countNetwork(origin)
          return limits.read(gateMark(token), clock.real()) > 0 ? wrongOtp() : proof
        }
        const known = candidate!
        counted?.takeBack()
        store.dropChallenge(row.hash)
        for (const name of [known.userId, known.mobile, known.email]) limits.forget(failureKey(known, name, origin))
        return ok(enter(known, origin, current))
      })
    },

    resendLoginOtp(token: string, language?: Language): Result<{ resendAfter: number }> {
      return db.transact((): Result<{ resendAfter: number }> => {
        const row = store.challenge(hashToken(token))
        if (!row || row.createdAt < clock.real() - otpRules.lifetime) return refuse('login-expired', 401)
        const seconds = secondsToResend(row)
        if (seconds > 0) return tooOften(seconds)
        limits.count(resendMark(row.hash), otpRules.resendAfter, clock.real())
        const candidate = row.candidateId === null ? undefined : store.candidate(row.candidateId)
        if (candidate) sendLoginOtp(candidate, language)
        return ok({ resendAfter: otpRules.resendAfter / 1000 })
      })
    },

    /** Seconds until another OTP can be asked for with this challenge; 0 if it can now, or is over. */
    loginResendIn(token: string): number {
      const row = store.challenge(hashToken(token))
      return row ? secondsToResend(row) : 0
    },

    /** Must a stranger's next login to this account also prove the mobile? */
    isLoginSlowed: (candidateId: number): boolean => {
      const candidate = store.candidate(candidateId)
      const now = clock.real()
      return !!candidate && failureKeysOf(candidate).some((key) => limits.read(key, now) > failuresBeforeOtp)
    },

    /** Forgets the failures of strangers, for an owner whom the help desk knows. Joins the caller's transaction. */
    unlockLogin(candidateId: number): void {
      const candidate = store.candidate(candidateId)
      if (candidate) for (const key of failureKeysOf(candidate)) limits.forget(key)
    },

    /** Until when the desk is warned that strangers try many names; null if they do not. */
    loginAlarm: alarm.until,

    find,
    nameOf,
    isKnownDevice,
    open,
  }
}

export type Logins = ReturnType<typeof createLogin>
