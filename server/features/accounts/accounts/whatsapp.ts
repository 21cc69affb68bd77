import { otpRules } from '#server/domain/accounts/otp.ts'
import { ok, type Result, tooOften } from '#server/kernel/result.ts'
import type { AccountsDeps } from './deps'
import type { SessionActor } from './store'

/** Messages on WhatsApp, which a candidate asks for. Source: rules §10.3. */
export function createWhatsapp(deps: AccountsDeps) {
  const { db, store, limits, clock, tell } = deps
  return {
    /** Ends messages on WhatsApp; SMS and e-mail go on. */
    optOutOfWhatsapp({ candidateId, language }: Pick<SessionActor, 'candidateId' | 'language'>): void {
      db.transact(() => {
        if (!store.candidate(candidateId)?.whatsappOptedInAt) return
        store.updateCandidate(candidateId, { whatsappOptedInAt: null })
        deps.onConsent(candidateId, 'whatsapp', 'withdrawn', language)
      })
    },

    /** Opts in to WhatsApp and sends the summary of the application there. */
    optInToWhatsapp(actor: SessionActor): Result<{ optedIn: true }> {
      return db.transact((): Result<{ optedIn: true }> => {
        const now = clock.real()
        const candidate = store.candidate(actor.candidateId)!
        const { count, resetsAt } = limits.count(`whatsapp:${candidate.id}`, otpRules.hour, now)
        if (count > 5) return tooOften(Math.ceil((resetsAt - now) / 1000))
        if (!candidate.whatsappOptedInAt) {
          store.updateCandidate(candidate.id, { whatsappOptedInAt: now })
          deps.onConsent(candidate.id, 'whatsapp', 'given', actor.language)
        }
        const status = deps.summaryOf(candidate.id, actor.language)
        tell(candidate.id, 'whatsapp-summary', { name: candidate.fullName, status })
        return ok({ optedIn: true })
      })
    },
  }
}
