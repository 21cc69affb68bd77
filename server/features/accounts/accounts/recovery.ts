import { createHmac } from 'node:crypto'
import { siteOf } from '#server/domain/accounts/network.ts'
import { otpRules, strangersShare } from '#server/domain/accounts/otp.ts'
import { href } from '#server/domain/terms/href.ts'
import { ok, type Refused, type Result, refuse, tooOften } from '#server/kernel/result.ts'
import { days, hours, minutes, plus } from '#server/kernel/time.ts'
import { type AccountsDeps, evenTime, type Origin } from './deps'
import type { Logins } from './login'
import type { Otps } from './otp'
import { accountLane, networkLane } from './passwords'
import { createRecoveryGuard } from './recovery-guard'
import type { NewPasswordByOtp, PasswordChange } from './schema'
import { hashToken, newToken } from './secrets'
import type { SessionGrant } from './sessions'
import type { CandidateRow, RecoveryRow, SessionActor } from './store'

/** The most links per hour that an account without a date of birth is sent, and those that one network has of them. */
const linksHourly = 5
const linksOfNetworkHourly = 2

/**
 * Wrong tries of the OTP that another recovery of the account had sent: from one network in an hour, and in all in a day. They cost
 * that OTP none of its tries, and no answer shows them.
 */
const triesOfOthers = { network: { most: 5, within: otpRules.hour }, inAll: { most: 30, within: days(1) } } as const

/**
 * Resets a forgotten password and changes a known one; both end every session. A recovery belongs to the browser that
 * asked for it, which alone has its secret reference. Source: rules §2.12.
 * Long: the acts share the limits of links and the end of all other proofs.
 */
export function createRecovery(deps: AccountsDeps, otps: Otps, logins: Logins) {
  const { db, store, limits, clock, course, secret, previousSecret, passwords, tell } = deps
  const guard = createRecoveryGuard(deps)

  function setPassword(candidate: CandidateRow, passwordHash: string): void {
    store.updateCandidate(candidate.id, { passwordHash })
    store.endSessions(candidate.id, clock.real(), 'password')
    deps.onLoginsEnded(candidate.id)
    store.dropChallengesOf(candidate.id)
    // Ends every other recovery of this account that anybody has started.
    store.spendOtpsSentTo(candidate.mobile, clock.real())
    tell(candidate.id, 'password-changed')
  }

  const slowDown = async ({ ip }: Origin) => {
    const { count } = limits.count(`otp-ip:${ip}`, otpRules.hour, clock.real())
    if (count > course.otpLimits.perIpHourly) await deps.pause(2000)
  }

  const good = (recoveryId: string): RecoveryRow | null => {
    const row = store.recovery(hashToken(recoveryId))
    return row && row.usedAt === null && row.createdAt >= clock.real() - minutes(60) ? row : null
  }
  const subjectOf = (row: RecoveryRow) => `recovery:${row.id}`
  /** What a number gives one stranger (`secondsUntilNextOtp`): the last of the hour is kept for another. */
  const shares = [
    { key: (id: string) => `recovery-again:${id}`, most: 1, within: otpRules.resendAfter },
    { key: (id: string) => `recovery-asked:${id}`, ...strangersShare },
    {
      key: (id: string) => `recovery-hour:${id}`,
      most: course.recoveryLimits.strangersPerNumberHourly - 1,
      within: otpRules.hour,
    },
  ]
  /**
   * By what this reference asked for alone, of a known or an unknown account: what others ask for must not show. The
   * owner's own device hears of all.
   */
  function secondsToResend(row: RecoveryRow, origin: Origin): number {
    const now = clock.real()
    const candidate = candidateOf(row)
    const waits = shares.map(({ key, most }) => {
      const asked = limits.window(key(row.id), now)
      return asked && asked.count >= most ? Math.ceil((asked.resetsAt - now) / 1000) : 0
    })
    if (logins.isKnownDevice(candidate, origin)) return Math.max(waits[0]!, otps.wait(candidate!.mobile, 'recovery'))
    return Math.max(...waits)
  }
  /** Remembers that this reference asked for an OTP. */
  function countAsked(row: RecoveryRow): void {
    for (const { key, within } of shares) limits.count(key(row.id), within, clock.real())
  }
  const candidateOf = (row: RecoveryRow) => (row.candidateId === null ? undefined : store.candidate(row.candidateId))
  /** The number that its OTP goes to; for a name that nobody has, what stands for one. */
  const numberOf = (row: RecoveryRow) => candidateOf(row)?.mobile ?? `unknown:${row.subject}`

  /**
   * Sends an OTP for this recovery, or leaves only its traces if there is no account or its number may not have one
   * yet: every recovery has an OTP to get wrong. A recent OTP stays valid.
   */
  function sendProof(row: RecoveryRow, candidate: CandidateRow | undefined, origin: Origin, isOwner: boolean): void {
    const subject = subjectOf(row)
    const mobile = numberOf(row)
    const asker = siteOf(origin.ip)
    const proof = { purpose: 'recovery', subject, mobile, asker } as const
    const share = { asker, most: course.recoveryLimits.strangersPerNumberHourly }
    if (otps.wait(mobile, 'recovery', isOwner ? {} : share) > 0) {
      if (!otps.isOpen(subject, 'recovery')) otps.decoy({ purpose: 'recovery', subject, mobile: subject })
      return
    }
    if (candidate) {
      otps.issue({ ...proof, candidateId: candidate.id, language: origin.language ?? candidate.language })
    } else otps.decoy(proof)
  }

  /** The link that proves the e-mail address of an account without a date of birth for this recovery. */
  const linkToken = (row: RecoveryRow, by = secret) =>
    createHmac('sha256', by).update(`recovery-link:${row.id}`).digest('base64url')
  const isLinkFollowed = (row: RecoveryRow): boolean =>
    [secret, previousSecret].some((by) => {
      const link = by === undefined ? undefined : store.emailLink(hashToken(linkToken(row, by)))
      return link !== undefined && link.usedAt !== null
    })

  function sendLink(row: RecoveryRow, candidate: CandidateRow, { ip }: Origin): void {
    const now = clock.real()
    const sent = (key: string) => limits.count(key, otpRules.hour, now).count
    if (sent(`recovery-link:${candidate.id} ${siteOf(ip)}`) > linksOfNetworkHourly) return
    if (sent(`recovery-link:${candidate.id}`) > linksHourly) return
    const token = linkToken(row)
    const hash = hashToken(token)
    if (!store.emailLink(hash))
      store.addEmailLink({ hash, candidateId: candidate.id, email: candidate.email, createdAt: now })
    const link = href(deps.linkBase(), 'verification', undefined, { email: token })
    tell(candidate.id, 'recovery-link', {}, { secrets: { link }, expiresAt: plus(now, hours(1)) })
  }

  /** Counts the request and answers it, in the same way for known and unknown accounts. */
  function answerDemand(row: RecoveryRow, candidate: CandidateRow | undefined, origin: Origin): Refused | null {
    const isOwner = logins.isKnownDevice(candidate, origin)
    const refused = guard.countSend(origin, isOwner)
    if (refused) return refused
    // While there can be no other OTP, the one that was sent stays the newest.
    if (secondsToResend(row, origin) > 0) return null
    countAsked(row)
    sendProof(row, candidate, origin, isOwner)
    const isAsked = guard.openUntil() !== null
    if (isAsked && candidate && deps.birthDateOf(candidate.userId) === null) sendLink(row, candidate, origin)
    return null
  }

  /** True if the extra proof sent with the OTP is right; null if it is missing. */
  function extraProof(row: RecoveryRow, candidate: CandidateRow | undefined, birthDate?: string): boolean | null {
    if (guard.openUntil() === null) return true
    if (candidate && isLinkFollowed(row)) return true
    if (!birthDate) return null
    return candidate !== undefined && deps.birthDateOf(candidate.userId) === birthDate
  }

  /**
   * The newest OTP that another recovery had sent to the account's number, if it is this one and may be tried by this one; the refusal of
   * an earlier one of theirs. Null for any other. It is asked in the same way for a name that nobody has.
   */
  function othersOtp(row: RecoveryRow, otp: string, { ip }: Origin, isRestRight: boolean): Result<number> | null {
    const now = clock.real()
    const ofAccount = `recovery-others:${row.subject}`
    const counters = [
      { key: ofAccount, ...triesOfOthers.inAll },
      { key: `${ofAccount}:${siteOf(ip)}`, ...triesOfOthers.network },
    ]
    if (counters.some(({ key, most }) => limits.read(key, now) >= most)) return null
    const reference = { purpose: 'recovery', subject: subjectOf(row) } as const
    const sent = otps.matchSentTo(numberOf(row), reference, otp)
    if (sent?.isRight && isRestRight) return ok(sent.id)
    const older = otps.refusalOfOlderTo(numberOf(row), reference, otp)
    if (older) return older
    if (sent) for (const { key, within } of counters) limits.count(key, within, now)
    return null
  }

  /**
   * The OTP of this recovery, or the newest that another one of the account had sent: whoever has it has the phone. While its own (or
   * the trace of one) can be tried, so that each recovery has five tries in all. Source: rules §2.12.
   */
  function prove(row: RecoveryRow, otp: string, origin: Origin, isRestRight = true): Result<number> {
    const subject = subjectOf(row)
    const others = otps.isOpen(subject, 'recovery') ? othersOtp(row, otp, origin, isRestRight) : null
    return others ?? otps.match(subject, 'recovery', otp, isRestRight)
  }

  return {
    /** True if recovery currently asks everybody for the date of birth as well. */
    isRecoveryGuarded: (): boolean => guard.openUntil() !== null,
    /**
     * Until when recovery asks for more proof, because too many OTPs were requested or typed wrong; null if it does
     * not.
     */
    recoveryAlarm: guard.openUntil,

    /**
     * Always gives the same answer after the same time, for known and unknown accounts. `earlier`: the recoveries that
     * this browser has asked for. The same name again is the same recovery, and its OTP stays valid.
     */
    async forgotPassword(
      identifier: string,
      origin: Origin,
      earlier: readonly string[] = [],
    ): Promise<Result<{ recoveryId: string; resendAfter: number }>> {
      const even = deps.pause(evenTime)
      await slowDown(origin)
      const result = db.transact((): Result<{ recoveryId: string; resendAfter: number }> => {
        const candidate = logins.find(identifier)
        const name = logins.nameOf(identifier)
        const isSame = (row: RecoveryRow | null) => row?.name === name && row.candidateId === (candidate?.id ?? null)
        const before = earlier.find((id) => isSame(good(id)))
        const recoveryId = before ?? newToken()
        const row: RecoveryRow = (before && good(before)) || {
          id: hashToken(recoveryId),
          subject: candidate ? String(candidate.id) : name,
          candidateId: candidate?.id ?? null,
          name,
          createdAt: clock.real(),
          usedAt: null,
        }
        const refused = answerDemand(row, candidate, origin)
        if (refused) return refused
        if (!before) store.addRecovery(row)
        return ok({ recoveryId, resendAfter: secondsToResend(row, origin) })
      })
      await even
      return result
    },

    /** Seconds until this browser can ask for another OTP of its recovery; 0 if it can now. */
    recoveryResendIn(recoveryId: string, origin: Origin): number {
      const row = good(recoveryId)
      return row ? secondsToResend(row, origin) : 0
    },

    /** Another OTP for a recovery in progress; reveals no more than the first answer did. */
    async resendRecovery(recoveryId: string, origin: Origin): Promise<Result<{ resendAfter: number }>> {
      const even = deps.pause(evenTime)
      await slowDown(origin)
      const result = db.transact((): Result<{ resendAfter: number }> => {
        const row = good(recoveryId)
        if (!row) return refuse('recovery-unknown', 404)
        const seconds = secondsToResend(row, origin)
        if (seconds > 0) return tooOften(seconds)
        return answerDemand(row, candidateOf(row), origin) ?? ok({ resendAfter: secondsToResend(row, origin) })
      })
      await even
      return result
    },

    /** Sets the new password; every session ends. */
    recover: (input: NewPasswordByOtp, origin: Origin): Promise<Result<undefined>> =>
      renew(input, origin, () => undefined),

    /**
     * The same on a page, which logs the candidate in at once; the session is null where a login also needs an OTP to the
     * mobile: the recovery's OTP may have been read in an e-mail. `current`: the session that this browser had.
     */
    recoverAndEnter: (
      input: NewPasswordByOtp,
      origin: Origin,
      current: SessionActor | null,
    ): Promise<Result<{ userId: string; grant: SessionGrant | null }>> =>
      renew(input, origin, (candidate) => ({
        userId: candidate.userId,
        grant: course.loginNeedsOtp ? null : logins.open(candidate, origin, otherThan(candidate, current)),
      })),

    /** Changes a known password; every session ends. */
    changePassword: (actor: SessionActor, input: PasswordChange): Promise<Result<undefined>> =>
      change(actor, input, () => undefined),

    /** The same on a page: this device gets a new session, since its owner has just typed both passwords. */
    changePasswordAndEnter: (
      actor: SessionActor,
      input: PasswordChange,
      origin: Origin,
    ): Promise<Result<SessionGrant>> => change(actor, input, (candidate) => logins.open(candidate, origin, null)),

    checkPassword,
  }

  /**
   * Sets the new password of a recovery. Checks the reference and the OTP first, so that only a caller with both costs a
   * hash. `done` runs in the transaction, for the candidate with the new password.
   */
  async function renew<T>(
    input: NewPasswordByOtp,
    origin: Origin,
    done: (candidate: CandidateRow) => T,
  ): Promise<Result<T>> {
    const even = deps.pause(evenTime)
    const checked = db.transact((): Result<CandidateRow> => {
      const row = good(input.recoveryId)
      if (!row) return refuse('recovery-unknown', 404)
      const candidate = candidateOf(row)
      const subject = subjectOf(row)
      const refused = guard.refusalOfTry(origin, logins.isKnownDevice(candidate, origin))
      if (refused) return refused
      const extra = extraProof(row, candidate, input.birthDate)
      if (extra === null) {
        return refuse('check-answers', 422, { fields: [{ field: 'birthDate', code: 'recoveryBirth.required' }] })
      }
      const couldBeTried = otps.isOpen(subject, 'recovery')
      const proof = prove(row, input.otp, origin, extra)
      if (!proof.ok) {
        if (couldBeTried && proof.refusal.code !== 'otp-older') guard.countWrongTry(origin)
        return guard.openUntil() !== null && proof.refusal.code === 'otp-wrong' ? bothWrong(proof) : proof
      }
      return ok(candidate!)
    })
    if (!checked.ok) {
      await even
      return checked
    }
    const candidate = checked.value
    const lane = logins.isKnownDevice(candidate, origin) ? accountLane(candidate.id) : networkLane(origin.ip)
    const full = await passwords.refusal(lane)
    if (full) return full
    const passwordHash = await passwords.hash(input.password, lane)
    return db.transact((): Result<T> => {
      // The recovery may have been used up meanwhile by an identical request.
      const row = good(input.recoveryId)
      if (!row) return refuse('recovery-unknown', 404)
      const proof = prove(row, input.otp, origin)
      if (!proof.ok) return proof
      otps.spend(proof.value)
      store.spendRecovery(row.id, clock.real())
      setPassword(store.candidate(candidate.id)!, passwordHash)
      return ok(done(store.candidate(candidate.id)!))
    })
  }

  async function change<T>(
    actor: SessionActor,
    input: PasswordChange,
    done: (candidate: CandidateRow) => T,
  ): Promise<Result<T>> {
    const candidate = store.candidate(actor.candidateId)!
    if (!candidate.passwordHash) return refuse('no-password')
    const checked = await checkPassword(candidate, input.currentPassword)
    if (!checked.ok) return checked
    const passwordHash = await passwords.hash(input.password, accountLane(candidate.id))
    return db.transact((): Result<T> => {
      // A recovery may have ended this session while the password was being checked.
      if (store.candidate(candidate.id)!.passwordHash !== candidate.passwordHash) return refuse('session-expired', 401)
      setPassword(candidate, passwordHash)
      return ok(done(store.candidate(candidate.id)!))
    })
  }

  /** Checks the password of a signed-in candidate; ten wrong ones in a quarter of an hour make them wait. */
  async function checkPassword(candidate: CandidateRow, password: string): Promise<Result<undefined>> {
    const key = `password:${candidate.id}`
    const now = clock.real()
    // Counted before the password is checked, so that a hundred simultaneous guesses count as a hundred.
    const { count, resetsAt } = limits.count(key, minutes(15), now)
    if (count > 10) return tooOften(Math.ceil((resetsAt - now) / 1000))
    const lane = accountLane(candidate.id)
    const full = await passwords.refusal(lane)
    if (full) return full
    if (await passwords.verify(candidate.passwordHash, password, lane)) {
      limits.forget(key)
      return ok()
    }
    const field = 'currentPassword.wrong'
    return refuse('check-answers', 422, { fields: [{ field: 'currentPassword', code: field }] })
  }
}

/** The session of somebody else in this browser: all of the candidate's own have just ended. */
const otherThan = ({ id }: CandidateRow, current: SessionActor | null): SessionActor | null =>
  current?.candidateId === id ? null : current

/** Does not say which of the two was wrong: nobody can guess the OTP separately from the date of birth. */
const bothWrong = ({ refusal }: Refused): Refused =>
  refuse('recovery-wrong', 422, {
    params: refusal.params,
    fields: [{ field: 'otp', code: 'recovery-wrong', params: refusal.params }],
  })

export type Recovery = ReturnType<typeof createRecovery>
