import { maskNumber } from '#server/domain/site/contact.ts'
import { href } from '#server/domain/terms/href.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { hours } from '#server/kernel/time.ts'
import type { AccountsDeps } from './deps'
import { ownerOf } from './owner-of'
import type { MobileChange } from './schema'
import { hashToken, newToken } from './secrets'
import type { StepUp } from './step-up'
import type { CandidateRow, SessionActor } from './store'

/** How long the owner of the old number can stop a change. Source: rules §2.10. */
const stopWindow = hours(24)

/** The change of a mobile number: asked for, stopped, made after a day, or made at once for a lost phone. Source: rules §2.10. */
export function createMobileChanges(deps: AccountsDeps, stepUp: Pick<StepUp, 'withProofOf'>) {
  const { db, store, clock, tell, send } = deps
  const isTaken = (mobile: string, by: CandidateRow): boolean => ownerOf(store, mobile, by) !== null

  /**
   * Gives an account its new number and tells both numbers. OTPs sent to the old one are used up: its phone may be
   * lost.
   */
  function giveNumber({ id: candidateId, mobile: old, language }: CandidateRow, mobile: string): void {
    store.updateCandidate(candidateId, { mobile })
    store.spendOtpsSentTo(old, clock.real())
    for (const to of [old, mobile]) send({ candidateId, channel: 'sms', to, template: 'mobile-changed', language })
  }

  function tellStopped({ candidateId, oldMobile }: { candidateId: number; oldMobile: string }): void {
    const { language } = store.candidate(candidateId)!
    send({ candidateId, channel: 'sms', to: oldMobile, template: 'mobile-change-stopped', language })
  }

  return {
    /** The new number, proved by its OTP, replaces the old one after a day unless the owner of the old one stops it. */
    async changeMobile(actor: SessionActor, input: MobileChange): Promise<Result<{ takesEffectAt: number }>> {
      const candidate = store.candidate(actor.candidateId)!
      const stopToken = newToken()
      return stepUp.withProofOf(candidate, input.mobile, input, (): Result<{ takesEffectAt: number }> => {
        if (isTaken(input.mobile, candidate)) return refuse('mobile-taken', 409)
        const now = clock.real()
        const earlier = store.pendingMobileChange(candidate.id)
        if (earlier) store.closeMobileChange(earlier.id, { stoppedAt: now })
        const takesEffectAt = now + stopWindow
        store.addMobileChange({
          candidateId: candidate.id,
          oldMobile: candidate.mobile,
          newMobile: input.mobile,
          stopHash: hashToken(stopToken),
          requestedAt: now,
          takesEffectAt,
        })
        const secrets = { link: href(deps.linkBase(), 'verification', undefined, { stop: stopToken }) }
        tell(candidate.id, 'mobile-change-requested', { mobile: maskNumber(input.mobile) }, { secrets })
        return ok({ takesEffectAt })
      })
    },

    /** The number that this candidate was asked to prove in the last hour; null if none is left to prove. */
    numberToProve(actor: SessionActor): string | null {
      const newest = store.newestMobileProof(actor.candidateId)
      return newest && newest.usedAt === null && newest.createdAt > clock.real() - hours(1) ? newest.mobile : null
    },

    /** Stopped by the signed-in candidate: the old number is told, and the sessions stay. */
    stopPendingMobileChange(actor: SessionActor): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const row = store.pendingMobileChange(actor.candidateId)
        if (!row) return refuse('no-mobile-change', 409)
        store.closeMobileChange(row.id, { stoppedAt: clock.real() })
        tellStopped(row)
        return ok()
      })
    },

    /** Stopped by the link in the old number's message. Every session ends: somebody else may be in. */
    stopMobileChange(token: string): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const row = store.mobileChangeByStop(hashToken(token))
        if (!row) return refuse('link-unknown', 404)
        if (row.doneAt !== null) return refuse('mobile-change-done', 409)
        // A newer request may have replaced this one: the holder of the old number stops that one as well.
        const pending = store.pendingMobileChange(row.candidateId)
        if (pending?.oldMobile === row.oldMobile) {
          const now = clock.real()
          store.closeMobileChange(pending.id, { stoppedAt: now })
          store.endSessions(row.candidateId, now, 'mobile')
          deps.onLoginsEnded(row.candidateId)
          tellStopped(pending)
        }
        return ok()
      })
    },

    /** A job: makes the changes whose day has passed. A number that another account has taken meanwhile stays there. */
    applyMobileChanges(): number {
      return db.transact(() => {
        const now = clock.real()
        const due = store.dueMobileChanges(now)
        for (const change of due) {
          const candidate = store.candidate(change.candidateId)!
          if (isTaken(change.newMobile, candidate)) {
            store.closeMobileChange(change.id, { stoppedAt: now })
            continue
          }
          giveNumber(candidate, change.newMobile)
          store.closeMobileChange(change.id, { doneAt: now })
        }
        return due.length
      })
    },

    isMobileInUse: (mobile: string): boolean => store.candidateByMobile(mobile) !== undefined,

    /**
     * Gives an account a new number for a lost phone at once: the help desk has seen the documents, and a second person
     * has released the change. Every session ends, since somebody may hold the old phone. Joins the caller's
     * transaction. Source: rules §2.10.
     */
    replaceMobile(candidateId: number, mobile: string): Result<undefined> {
      const candidate = store.candidate(candidateId)!
      if (isTaken(mobile, candidate)) return refuse('mobile-taken', 409)
      const now = clock.real()
      const pending = store.pendingMobileChange(candidateId)
      if (pending) store.closeMobileChange(pending.id, { stoppedAt: now })
      giveNumber(candidate, mobile)
      store.endSessions(candidateId, now, 'mobile')
      deps.onLoginsEnded(candidateId)
      return ok()
    },
  }
}
