import { otpRules } from '../../domain/otp'
import { ok, type Result, refuse } from '../../kernel/result'
import { minutes } from '../../kernel/time'
import { type AccountsDeps, busy, evenTime, type Origin, tooOften } from './deps'
import type { Logins } from './login'
import type { Otps } from './otp'
import type { NewPasswordByOtp, PasswordChange } from './schema'
import { hashToken, newToken } from './secrets'
import type { CandidateRow, RecoveryRow, SessionActor } from './store'

/** A forgotten password, and a changed one. Both end every session. Source: decisions §2. */
export function createRecovery(deps: AccountsDeps, otps: Otps, logins: Logins) {
  const { db, store, limits, clock, course, passwords, announce } = deps

  function setPassword(candidate: CandidateRow, passwordHash: string): void {
    store.updateCandidate(candidate.id, { passwordHash })
    store.endSessions(candidate.id, clock.real(), 'password')
    store.dropChallengesOf(candidate.id)
    const told = { candidateId: candidate.id, template: 'password-changed', language: candidate.language } as const
    announce({ ...told, channel: 'sms', to: candidate.mobile })
    if (candidate.emailVerifiedAt) announce({ ...told, channel: 'email', to: candidate.email })
  }

  const slowDown = async ({ ip }: Origin) => {
    const { count } = limits.count(`otp-ip:${ip}`, otpRules.hour, clock.real())
    if (count > course.otpLimits.perIpHourly) await deps.pause(2000)
  }

  const isGood = (row: RecoveryRow | undefined): row is RecoveryRow =>
    !!row && row.usedAt === null && row.createdAt >= clock.real() - minutes(60)

  /** An OTP to the account, or the traces of one where there is none; the one of the last seconds stays good. */
  function sendProof(subject: string, candidate: CandidateRow | undefined): void {
    const mobile = candidate?.mobile ?? `unknown:${subject}`
    if (otps.wait(mobile, 'recovery') > 0) return
    const proof = { purpose: 'recovery', subject, mobile } as const
    if (candidate) {
      const email = candidate.emailVerifiedAt ? candidate.email : null
      otps.issue({ ...proof, email, candidateId: candidate.id, language: candidate.language })
    } else otps.decoy(proof)
  }

  return {
    /** Always the same answer, after the same time, whether or not there is such an account. */
    async forgotPassword(identifier: string, origin: Origin): Promise<{ recoveryId: string; resendAfter: number }> {
      const even = deps.pause(evenTime)
      await slowDown(origin)
      const id = newToken()
      db.transact(() => {
        const candidate = logins.find(identifier)
        const subject = `recovery:${candidate?.id ?? hashToken(identifier.toLowerCase())}`
        store.addRecovery({ id, subject, candidateId: candidate?.id ?? null, createdAt: clock.real() })
        sendProof(subject, candidate)
      })
      deps.kickOutbox()
      await even
      return { recoveryId: id, resendAfter: otpRules.resendAfter / 1000 }
    },

    /** Another OTP for a recovery that was asked for; tells no more than the first answer did. */
    async resendRecovery(recoveryId: string, origin: Origin): Promise<Result<{ resendAfter: number }>> {
      const even = deps.pause(evenTime)
      await slowDown(origin)
      const result = db.transact((): Result<{ resendAfter: number }> => {
        const row = store.recovery(recoveryId)
        if (!isGood(row)) return refuse('recovery-unknown', 404)
        sendProof(row.subject, row.candidateId === null ? undefined : store.candidate(row.candidateId))
        return ok({ resendAfter: otpRules.resendAfter / 1000 })
      })
      deps.kickOutbox()
      await even
      return result
    },

    async recover(input: NewPasswordByOtp): Promise<Result<undefined>> {
      if (passwords.isBusy()) return busy()
      const passwordHash = await passwords.hash(input.password)
      const result = db.transact((): Result<undefined> => {
        const now = clock.real()
        const row = store.recovery(input.recoveryId)
        if (!isGood(row)) return refuse('recovery-unknown', 404)
        const proof = otps.check(row.subject, 'recovery', input.otp)
        if (!proof.ok) return proof
        store.spendRecovery(row.id, now)
        setPassword(store.candidate(row.candidateId!)!, passwordHash)
        return ok()
      })
      deps.kickOutbox()
      return result
    },

    async changePassword(actor: SessionActor, input: PasswordChange): Promise<Result<undefined>> {
      if (passwords.isBusy()) return busy()
      const candidate = store.candidate(actor.candidateId)!
      if (!candidate.passwordHash) return refuse('no-password')
      const checked = await checkPassword(candidate, input.currentPassword)
      if (!checked.ok) return checked
      const passwordHash = await passwords.hash(input.password)
      const result = db.transact((): Result<undefined> => {
        // A recovery may have ended this session while the password was being checked.
        if (store.candidate(candidate.id)!.passwordHash !== candidate.passwordHash)
          return refuse('session-expired', 401)
        setPassword(candidate, passwordHash)
        return ok()
      })
      deps.kickOutbox()
      return result
    },

    checkPassword,
  }

  /** The password of somebody already signed in; ten wrong ones in a quarter of an hour make them wait. */
  async function checkPassword(candidate: CandidateRow, password: string): Promise<Result<undefined>> {
    const key = `password:${candidate.id}`
    const now = clock.real()
    // Counted before it is checked: a hundred guesses at once are a hundred guesses.
    const { count, resetsAt } = limits.count(key, minutes(15), now)
    if (count > 10) return tooOften(Math.ceil((resetsAt - now) / 1000))
    if (await passwords.verify(candidate.passwordHash, password)) {
      limits.forget(key)
      return ok()
    }
    const field = 'currentPassword.wrong'
    return refuse('check-answers', 422, { fields: [{ field: 'currentPassword', code: field }] })
  }
}

export type Recovery = ReturnType<typeof createRecovery>
