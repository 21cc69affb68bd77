import type { Database } from '#db/client.ts'
import { finalMeritInForce } from '#db/schema/in-force.ts'
import { rollCallAnswers } from '#db/schema/index.ts'
import type { RollCallAnswer } from '#server/domain/seats/roll-call.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { IdRange } from '#server/features/messages/reminders/source.ts'
import type { Counts } from '#server/kernel/counts.ts'
import type { Instant } from '#server/kernel/time.ts'

type AnswerRow = { round: CapRound; answer: RollCallAnswer; answeredAt: Instant }
/** Candidates by their answer, and whom the roll-call asked. */
export const rollCallCounted = ['asked', 'in', 'out', 'silent'] as const
export type RollCallCounts = Counts<(typeof rollCallCounted)[number]>

/** What its reminders are about: a text. */
const aboutOf = (round: CapRound): string => String(round)

export type RollCallStore = ReturnType<typeof rollCallStore>

/**
 * The only writer of `roll_call_answers`. Everything is synchronous and joins the caller's transaction.
 * Long: the statements that its verbs run, each prepared once.
 */
export function rollCallStore({ orm, sqlite }: Database) {
  const newest = sqlite.prepare<[number, number], AnswerRow>(
    `SELECT round, answer, answered_at AS answeredAt FROM roll_call_answers
     WHERE candidate_id = ? AND round <= ? ORDER BY round DESC LIMIT 1`,
  )
  const released = sqlite
    .prepare<{ round: number }, number>(
      `SELECT candidate_id FROM roll_call_answers a WHERE round <= @round AND answer = 'out' AND NOT EXISTS (
         SELECT 1 FROM roll_call_answers n WHERE n.candidate_id = a.candidate_id AND n.round > a.round AND n.round <= @round)`,
    )
    .pluck()
  const hasMeritNumber = sqlite
    .prepare<[number], 1>(
      `SELECT 1 FROM merit_entries WHERE candidate_id = ? AND edition_id = ${finalMeritInForce}
         AND list = 'all-india' LIMIT 1`,
    )
    .pluck()
  const excluded = sqlite
    .prepare<[number], 1>('SELECT 1 FROM applications WHERE candidate_id = ? AND excluded_at IS NOT NULL')
    .pluck()
  const among = sqlite
    .prepare<IdRange & { round: number }, number>(
      `SELECT e.candidate_id FROM merit_entries e INDEXED BY merit_entries_candidate
       WHERE e.candidate_id > @after AND e.candidate_id <= @upTo AND e.list = 'all-india'
         AND e.edition_id = ${finalMeritInForce}
         AND NOT EXISTS (SELECT 1 FROM roll_call_answers a WHERE a.candidate_id = e.candidate_id AND a.round = @round)
       ORDER BY e.candidate_id`,
    )
    .pluck()
  const hasAsked = sqlite
    .prepare<{ round: number; about: string }, 1>(
      `SELECT 1 WHERE EXISTS (SELECT 1 FROM reminder_times WHERE name = 'roll-call' AND about = @about)
         OR EXISTS (SELECT 1 FROM roll_call_answers WHERE round = @round)`,
    )
    .pluck()
  const newestCandidate = sqlite.prepare<[], number | null>('SELECT max(id) FROM candidates').pluck()
  const counts = sqlite.prepare<IdRange & { round: number; about: string }, RollCallCounts>(
    `SELECT coalesce(sum(wasAsked), 0) AS asked, coalesce(sum(answer IS 'in'), 0) AS "in",
       coalesce(sum(answer IS 'out'), 0) AS out, coalesce(sum(wasAsked AND answer IS NULL), 0) AS silent
     FROM (SELECT a.answer, EXISTS (SELECT 1 FROM reminder_times t CROSS JOIN reminders r
           WHERE t.name = 'roll-call' AND t.about = @about AND r.candidate_id = c.id AND r.time_id = t.id) AS wasAsked
         FROM candidates c LEFT JOIN roll_call_answers a ON a.candidate_id = c.id AND a.round = @round
         WHERE c.id > @after AND c.id <= @upTo)`,
  )

  return {
    /** The candidate's newest answer to a roll-call of this round or an earlier one. */
    newest: (candidateId: number, round: CapRound): AnswerRow | undefined => newest.get(candidateId, round),
    save: (candidateId: number, round: CapRound, answer: RollCallAnswer, answeredAt: Instant): void =>
      void orm
        .insert(rollCallAnswers)
        .values({ candidateId, round, answer, answeredAt })
        .onConflictDoUpdate({
          target: [rollCallAnswers.candidateId, rollCallAnswers.round],
          set: { answer, answeredAt },
        })
        .run(),
    /** Everybody whose newest answer up to this round is `out`. */
    released: (round: CapRound): number[] => released.all({ round }),
    hasMeritNumber: (candidateId: number): boolean => hasMeritNumber.get(candidateId) !== undefined,
    /** Has an order taken the candidate out of the admission? */
    isExcluded: (candidateId: number): boolean => excluded.get(candidateId) !== undefined,
    /** The ids in a range who are in the final merit list in force and have not answered for this round. */
    among: (round: CapRound, { after, upTo }: IdRange): number[] => among.all({ round, after, upTo }),
    /** Has this round's roll-call asked anybody, or did anybody answer it? */
    hasAsked: (round: CapRound): boolean => hasAsked.get({ round, about: aboutOf(round) }) !== undefined,
    /** The greatest id of a candidate; 0 without one. */
    newestCandidate: (): number => newestCandidate.get() ?? 0,
    /** The counts of the candidates in a range. */
    counts: (round: CapRound, range: IdRange): RollCallCounts =>
      counts.get({ round, about: aboutOf(round), after: range.after, upTo: range.upTo })!,
  }
}
