import type { Database } from '../../../db/client'
import type { CandidateFacts } from '../../domain/details'
import type { DueName } from '../../domain/fees'

/** Rupees captured for a due, without what is on its way back. */
const capturedFor = (due: DueName) => `coalesce((SELECT sum(p.amount) FROM payments p
        WHERE p.candidate_id = c.id AND p.due = '${due}' AND p.status = 'captured'
          AND NOT EXISTS (SELECT 1 FROM refunds r WHERE r.payment_id = p.id)), 0) / 100.0`

export type ApplicationStore = ReturnType<typeof applicationStore>

/** The facts of applications. The hottest read of the portal is here: one prepared statement for every flag. */
export function applicationStore({ sqlite }: Database) {
  const facts = sqlite.prepare<[number], Omit<CandidateFacts, 'hasReopenedStep'> & { hasReopenedStep: 0 | 1 }>(`
    SELECT c.id, c.full_name AS fullName, c.user_id AS userId,
      coalesce(a.mode, 0) AS mode, a.submitted_at AS submittedAt, a.reverted_at AS revertedAt,
      a.confirmed_at AS confirmedAt,
      EXISTS (SELECT 1 FROM application_steps s
        WHERE s.candidate_id = c.id AND s.completed_at IS NULL) AS hasReopenedStep,
      coalesce((SELECT sum(1 << s.step) FROM application_steps s
        WHERE s.candidate_id = c.id AND s.completed_at IS NOT NULL), 0) AS completedSteps,
      ${capturedFor('application-fee')} AS feePaid, ${capturedFor('difference-fee')} AS differencePaid
    FROM candidates c LEFT JOIN applications a ON a.candidate_id = c.id
    WHERE c.id = ?`)
  return {
    /** Everything that the details response is derived from, in one query. Undefined for an unknown candidate. */
    facts(candidateId: number): CandidateFacts | undefined {
      const row = facts.get(candidateId)
      return row && { ...row, hasReopenedStep: row.hasReopenedStep === 1 }
    },
  }
}
