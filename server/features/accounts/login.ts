import { maskNumber } from '../../domain/contact'
import { otpRules } from '../../domain/otp'
import { mobilePattern, tidyMobile } from '../../domain/person'
import { ok, type Refused, type Result, refuse } from '../../kernel/result'
import { minutes } from '../../kernel/time'
import { type AccountsDeps, busy, evenTime, type Origin, tooOften } from './deps'
import type { Otps } from './otp'
import type { Login } from './schema'
import { hashToken, isDeviceOf, newToken } from './secrets'
import type { SessionGrant, Sessions } from './sessions'
import type { CandidateRow, SessionActor } from './store'

/** Failures in a quarter of an hour after which an unknown device must bring an OTP too; the owner can still get in. */
const failuresBeforeOtp = 10
const failureWindow = minutes(15)
const isMobile = new RegExp(mobilePattern)
const wrong = (): Refused => refuse('login-wrong', 401)
/** Behind the gate a right password and a wrong one must not be told apart: no word of why, or of the tries left. */
const wrongOtp = (): Refused => refuse('otp-refused', 422, { fields: [{ field: 'otp', code: 'otp-refused' }] })

export type LoginOutcome =
  | { kind: 'in'; grant: SessionGrant; candidate: CandidateRow }
  /** `challenge`: what a page without script keeps in a cookie, so that the password is not asked twice. */
  | { kind: 'otp-required'; sentTo: string; challenge: string }

/**
 * Login by Application ID, mobile or e-mail. A stranger who guesses can never lock the owner out: known devices are
 * counted apart, and beyond the limit unknown ones must prove the mobile as well. Source: decisions §2.
 */
export function createLogin(deps: AccountsDeps, otps: Otps, sessions: Sessions) {
  const { db, store, limits, clock, secret, course, passwords } = deps
  const subject = (candidate: CandidateRow) => `candidate:${candidate.id}`

  const find = (identifier: string): CandidateRow | undefined => {
    if (identifier.includes('@')) return store.candidateByEmail(identifier.toLowerCase())
    const mobile = tidyMobile(identifier)
    if (isMobile.test(mobile)) return store.candidateByMobile(mobile)
    return store.candidateByUserId(identifier.toUpperCase())
  }

  /** Unknown accounts are counted like known ones, so that the limit tells nothing. */
  const failureKey = (candidate: CandidateRow | undefined, identifier: string, origin: Origin) =>
    candidate && isDeviceOf(secret, candidate.id, origin.device)
      ? `login-device:${candidate.id}:${hashToken(origin.device!)}`
      : `login:${candidate?.id ?? hashToken(identifier.toLowerCase())}`

  /** A challenge that was given behind the gate stays there, also when the quarter of an hour is over. */
  const gateMark = (token: string) => `login-gate:${hashToken(token)}`

  const slowDown = async (ip: string) => {
    if (limits.read(`login-ip:${ip}`, clock.real()) > course.otpLimits.perIpHourly) await deps.pause(2000)
  }

  const countFailure = (key: string) => limits.count(key, failureWindow, clock.real()).count
  const countNetwork = (origin: Origin) => void limits.count(`login-ip:${origin.ip}`, otpRules.hour, clock.real())

  /** Seconds until there can be an OTP to log in with; 0 while the last one still serves. */
  const secondsToWait = (candidate: CandidateRow): number =>
    otps.isOpen(subject(candidate), 'login') ? 0 : otps.wait(candidate.mobile, 'login')

  /** Sends a login OTP unless one went out within the last seconds; the one sent stays good. */
  function sendLoginOtp(candidate: CandidateRow): void {
    if (otps.wait(candidate.mobile, 'login') > 0) return
    otps.issue({
      purpose: 'login',
      subject: subject(candidate),
      mobile: candidate.mobile,
      candidateId: candidate.id,
      language: candidate.language,
    })
  }

  function challenge(candidate: CandidateRow | undefined, isGated: boolean): string {
    const token = newToken()
    store.addChallenge({ hash: hashToken(token), candidateId: candidate?.id ?? null, createdAt: clock.real() })
    if (isGated) limits.count(gateMark(token), otpRules.lifetime, clock.real())
    return token
  }

  function enter(candidate: CandidateRow, origin: Origin, current: SessionActor | null): LoginOutcome {
    const grant = sessions.open(candidate, origin, current?.candidateId === candidate.id ? current : null)
    if (current && current.candidateId !== candidate.id) sessions.logout(current)
    return { kind: 'in', grant, candidate }
  }

  async function login(input: Login, origin: Origin, current: SessionActor | null): Promise<Result<LoginOutcome>> {
    await slowDown(origin.ip)
    if (passwords.isBusy()) return busy()
    const candidate = find(input.userId)
    const key = failureKey(candidate, input.userId, origin)
    // Counted before the password is checked: a hundred guesses at once are a hundred guesses.
    const isGated = countFailure(key) > failuresBeforeOtp
    const even = isGated ? deps.pause(evenTime) : null
    const matches = await passwords.verify(candidate?.passwordHash, input.password)
    const outcome = matches ? await proceed(candidate!) : fail()
    deps.kickOutbox()
    await even
    // Changed by somebody while it was being checked: what was typed is held against the new one.
    return outcome ?? login(input, origin, current)

    function fail(): Result<LoginOutcome> {
      countNetwork(origin)
      // Behind the gate a wrong password looks like a right one until the OTP is asked for.
      if (!isGated || input.otp) return wrong()
      return ok({ kind: 'otp-required', sentTo: maskNumber(''), challenge: challenge(undefined, true) })
    }

    async function proceed(known: CandidateRow): Promise<Result<LoginOutcome> | null> {
      // Stored with an older cost: hashed again now that the password is at hand.
      const renewed = passwords.needsRehash(known.passwordHash!) ? await passwords.hash(input.password) : null
      return db.transact((): Result<LoginOutcome> | null => {
        if (store.candidate(known.id)!.passwordHash !== known.passwordHash) return null
        if (renewed) store.updateCandidate(known.id, { passwordHash: renewed })
        if (!isGated) limits.forget(key)
        if (course.loginNeedsOtp || isGated) {
          if (!input.otp) {
            const seconds = isGated ? 0 : secondsToWait(known)
            if (seconds > 0) return tooOften(seconds)
            sendLoginOtp(known)
            const sentTo = maskNumber(isGated ? '' : known.mobile)
            return ok({ kind: 'otp-required', sentTo, challenge: challenge(known, isGated) })
          }
          const proof = otps.check(subject(known), 'login', input.otp)
          if (!proof.ok) {
            countNetwork(origin)
            return isGated ? wrong() : proof
          }
        }
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
        const proof = candidate ? otps.check(subject(candidate), 'login', otp) : wrongOtp()
        if (!proof.ok) {
          countNetwork(origin)
          return limits.read(gateMark(token), clock.real()) > 0 ? wrongOtp() : proof
        }
        const known = candidate!
        store.dropChallenge(row.hash)
        limits.forget(failureKey(known, known.userId, origin))
        return ok(enter(known, origin, current))
      })
    },

    resendLoginOtp(token: string): Result<{ resendAfter: number }> {
      const result = db.transact((): Result<{ resendAfter: number }> => {
        const row = store.challenge(hashToken(token))
        if (!row || row.createdAt < clock.real() - otpRules.lifetime) return refuse('login-expired', 401)
        const candidate = row.candidateId === null ? undefined : store.candidate(row.candidateId)
        if (candidate) sendLoginOtp(candidate)
        return ok({ resendAfter: otpRules.resendAfter / 1000 })
      })
      deps.kickOutbox()
      return result
    },

    find,
  }
}

export type Logins = ReturnType<typeof createLogin>
