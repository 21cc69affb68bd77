import { candidateActs } from '#server/domain/desk/help-desk.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import type { Officer } from '#server/domain/terms/staff.ts'
import { ok, type Result, refuse, tooOften } from '#server/kernel/result.ts'
import type { HelpDeskDeps } from './service'
import type { CallNote, FoundCandidate, HistoryLine } from './store'

/** The newest notes and lines of the history that the candidate's page shows. */
const shownLines = 50

/**
 * What a helper may do for one candidate at once: note a call, send a message again, let a login in again. `within` finds
 * a candidate within reach. Each act is counted and logged. Source: rules §2.13.
 */
export function createCasework(
  { db, store, clock, limits, record, ...deps }: HelpDeskDeps,
  within: (actor: Officer, userId: string) => Result<FoundCandidate>,
) {
  /** Refuses an act that was done for this candidate too often. */
  function counted(act: keyof typeof candidateActs, candidateId: number): Result<undefined> {
    const { most, window } = candidateActs[act]
    const now = clock.real()
    const { count, resetsAt } = limits.count(`help-desk-${act}:${candidateId}`, window, now)
    return count > most ? tooOften(Math.ceil((resetsAt - now) / 1000)) : ok()
  }

  return {
    /** The newest notes about a candidate whom `open` has returned. */
    notes: (candidateId: number): CallNote[] => store.notes(candidateId, shownLines),

    /** The newest acts about a candidate whom `open` has returned: who did what, and who looked. */
    history: (candidateId: number): HistoryLine[] => store.history(candidateId, shownLines),

    addNote: (actor: Officer, userId: string, text: string): Result<undefined> =>
      db.transact((): Result<undefined> => {
        const candidate = within(actor, userId)
        if (!candidate.ok) return candidate
        const { id: candidateId } = candidate.value
        store.addNote({ candidateId, staffId: actor.id, text, at: clock.portal() })
        record(auditActor(actor), 'help-desk.noted', { candidateId })
        return ok()
      }),

    /** Sends a message of this candidate again, to their present address. An OTP or a link is never sent again. */
    resend(actor: Officer, userId: string, messageId: number): Result<undefined> {
      const candidate = within(actor, userId)
      if (!candidate.ok) return candidate
      const { id: candidateId } = candidate.value
      const may = counted('resend', candidateId)
      if (!may.ok) return may
      return db.transact((): Result<undefined> => {
        const sent = deps.resend(candidateId, messageId)
        if (sent.ok) record(auditActor(actor), 'help-desk.resent', { candidateId }, { message: messageId })
        return sent
      })
    },

    /** Forgets the wrong passwords that strangers typed for a candidate's login, so that the next one needs no OTP. */
    unlock(actor: Officer, userId: string): Result<undefined> {
      const candidate = within(actor, userId)
      if (!candidate.ok) return candidate
      const { id: candidateId } = candidate.value
      if (!deps.isLoginSlowed(candidateId)) return refuse('login-not-slowed', 409)
      const may = counted('unlock', candidateId)
      if (!may.ok) return may
      return db.transact((): Result<undefined> => {
        deps.unlockLogin(candidateId)
        record(auditActor(actor), 'help-desk.unlocked', { candidateId })
        return ok()
      })
    },

    /** Must the next login of this candidate, whom `open` has returned, also prove the mobile? */
    isLoginSlowed: (candidateId: number): boolean => deps.isLoginSlowed(candidateId),
  }
}
