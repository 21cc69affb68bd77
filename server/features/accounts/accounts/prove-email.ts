import { otpRules } from '#server/domain/accounts/otp.ts'
import { maskEmail } from '#server/domain/site/contact.ts'
import { href } from '#server/domain/terms/href.ts'
import { ok, type Result, refuse, tooOften } from '#server/kernel/result.ts'
import { hours, type Instant, plus } from '#server/kernel/time.ts'
import type { AccountsDeps } from './deps'
import { hashToken, newToken } from './secrets'
import type { SessionActor } from './store'

/** The proof of an e-mail address by a link. Source: rules §2.3. */
export function createEmailProof(deps: AccountsDeps) {
  const { db, store, limits, clock, tell } = deps
  return {
    /** Sends a link that proves the address. */
    sendVerifyEmail(actor: SessionActor): Result<{ sentTo: string }> {
      const candidate = store.candidate(actor.candidateId)!
      if (candidate.emailVerifiedAt) return refuse('email-verified-already', 409)
      const token = newToken()
      return db.transact((): Result<{ sentTo: string }> => {
        const now = clock.real()
        const { count, resetsAt } = limits.count(`verify-email:${candidate.id}`, otpRules.hour, now)
        if (count > 5) return tooOften(Math.ceil((resetsAt - now) / 1000))
        store.addEmailLink({
          hash: hashToken(token),
          candidateId: candidate.id,
          email: candidate.email,
          createdAt: now,
        })
        const secrets = { link: href(deps.linkBase(), 'verification', undefined, { email: token }) }
        tell(candidate.id, 'email-verification', {}, { secrets, expiresAt: plus(now, hours(24)) })
        return ok({ sentTo: maskEmail(candidate.email) })
      })
    },

    /** The link in the e-mail is valid for a day, for the address it was sent to. */
    verifyEmail(token: string): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const row = store.emailLink(hashToken(token))
        const now: Instant = clock.real()
        if (!row || row.createdAt < now - hours(24)) return refuse('link-unknown', 404)
        const candidate = store.candidate(row.candidateId)!
        if (candidate.email !== row.email) return refuse('link-unknown', 404)
        if (row.usedAt === null) {
          store.spendEmailLink(row.hash, now)
          store.updateCandidate(candidate.id, { emailVerifiedAt: now })
        }
        return ok()
      })
    },
  }
}
