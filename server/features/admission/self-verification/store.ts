import type { Database } from '#db/client.ts'
import { selfVerifications } from '#db/schema/index.ts'
import type { WrongFact } from '#server/domain/admission/self-verification.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Instant } from '#server/kernel/time.ts'

/** A submitted verification. `wrong`: the facts called wrong, with both values. */
type VerificationRow = {
  id: number
  runId: number
  round: number
  wrong: readonly WrongFact[]
  submittedAt: Instant
  grievanceId: number | null
}

type Row = Omit<VerificationRow, 'wrong'> & { answers: string }

const rowOf = ({ answers, ...row }: Row): VerificationRow => ({ ...row, wrong: JSON.parse(answers) })

export type SelfVerificationStore = ReturnType<typeof selfVerificationStore>

/** The only writer of `self_verifications`. Everything is synchronous and joins the caller's transaction. */
export function selfVerificationStore({ orm, sqlite }: Database) {
  const verifications = `
    SELECT v.id, v.run_id AS runId, r.round, v.answers, v.submitted_at AS submittedAt, v.grievance_id AS grievanceId
    FROM self_verifications v JOIN allotment_runs r ON r.id = v.run_id`
  const ofCandidate = sqlite.prepare<[number], Row>(`${verifications} WHERE v.candidate_id = ? ORDER BY v.id DESC`)
  const ofGrievance = sqlite.prepare<[number, number], Row>(
    `${verifications} WHERE v.candidate_id = ? AND v.grievance_id = ?`,
  )
  const preparedAt = sqlite.prepare<[number], Instant>('SELECT prepared_at FROM allotment_runs WHERE id = ?').pluck()
  const person = sqlite.prepare<[number], { userId: string; language: Language }>(
    'SELECT user_id AS userId, language FROM candidates WHERE id = ?',
  )

  return {
    add: (row: {
      candidateId: number
      runId: number
      wrong: readonly WrongFact[]
      submittedAt: Instant
      grievanceId: number | null
    }): void => {
      const { wrong, ...rest } = row
      orm
        .insert(selfVerifications)
        .values({ ...rest, answers: JSON.stringify(wrong) })
        .run()
    },

    /** A candidate's verifications, newest first. */
    of: (candidateId: number): VerificationRow[] => ofCandidate.all(candidateId).map(rowOf),

    /** The verification that raised a grievance. */
    ofGrievance(candidateId: number, grievanceId: number): VerificationRow | undefined {
      const row = ofGrievance.get(candidateId, grievanceId)
      return row && rowOf(row)
    },

    /** When a run was prepared: it used the facts of that instant. */
    preparedAt: (runId: number): Instant => preparedAt.get(runId)!,

    person: (candidateId: number): { userId: string; language: Language } => person.get(candidateId)!,
  }
}
