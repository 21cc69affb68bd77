import { and, eq } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { secondFindings, secondReadingSeed, secondReadings } from '#db/schema/index.ts'
import type { DiscrepancyReason, FactName, Verdict } from '#server/domain/scrutiny/scrutiny.ts'
import type { Instant } from '#server/kernel/time.ts'

/** A form that waits for its second reader, or is with one. */
export type ReadingRow = {
  candidateId: number
  userId: string
  fullName: string
  district: string
  version: number
  readerId: number | null
  takenAt: number | null
}

/** How far an officer's or a centre's confirmed forms agree with their second readings. */
export type AgreementRow = { name: string; drawn: number; read: number; agreed: number }
export type FactAgreement = { fact: FactName; read: number; disagreed: number }
export type Miss = {
  userId: string
  fact: FactName
  reason: DiscrepancyReason | null
  expected: string
  first: string
  at: number
}

export type SecondReadingsStore = ReturnType<typeof secondReadingsStore>

/**
 * The only writer of the second readings. Everything is synchronous and joins the caller's transaction.
 * Long: the statements that its verbs read, each prepared once.
 */
export function secondReadingsStore({ orm, sqlite }: Database) {
  // A form that was opened again, or that this officer has judged in any version, is not theirs to read.
  const open = `FROM second_readings r JOIN candidates c ON c.id = r.candidate_id
      JOIN applications a ON a.candidate_id = r.candidate_id AND a.confirmed_at IS NOT NULL
    WHERE r.finished_at IS NULL AND r.candidate_id NOT IN (SELECT candidate_id FROM data_states)
      AND r.version = (SELECT max(v.number) FROM application_versions v WHERE v.candidate_id = r.candidate_id)
      AND (@districts IS NULL OR c.district IN (SELECT value FROM json_each(@districts)))
      AND r.first_id <> @officer
      AND NOT EXISTS (SELECT 1 FROM scrutiny_findings f WHERE f.candidate_id = r.candidate_id AND f.officer_id = @officer)
      AND NOT EXISTS (SELECT 1 FROM scrutiny_judgements j WHERE j.candidate_id = r.candidate_id AND j.officer_id = @officer)`
  type Asked = { officer: number; districts: string | null }
  const row = `r.candidate_id AS candidateId, c.user_id AS userId, c.full_name AS fullName, c.district, r.version,
    r.reader_id AS readerId, r.taken_at AS takenAt`
  const next = sqlite.prepare<Asked & { before: number }, ReadingRow>(
    `SELECT ${row} ${open} AND (r.reader_id IS NULL OR r.reader_id = @officer OR r.taken_at <= @before)
     ORDER BY r.reader_id IS NOT @officer, r.confirmed_at, r.candidate_id LIMIT 1`,
  )
  const find = sqlite.prepare<Asked & { userId: string }, ReadingRow>(`SELECT ${row} ${open} AND c.user_id = @userId`)
  const waiting = sqlite.prepare<Asked & { before: number; most: number }, { count: number; oldestAt: number | null }>(
    `SELECT count(*) AS count, min(confirmed_at) AS oldestAt FROM (SELECT r.confirmed_at ${open}
       AND (r.reader_id IS NULL OR r.reader_id = @officer OR r.taken_at <= @before) LIMIT @most)`,
  )
  const misses = sqlite
    .prepare<{ officer: number; last: number }, number>(
      `SELECT count(*) FROM (SELECT disagreed FROM second_readings
         WHERE first_id = @officer AND finished_at IS NOT NULL ORDER BY finished_at DESC LIMIT @last)
       WHERE disagreed > 0`,
    )
    .pluck()
  const agreement = (name: string, group: string, more: string) =>
    `SELECT ${name} AS name, count(*) AS drawn, count(r.finished_at) AS "read",
       count(CASE WHEN r.disagreed = 0 THEN 1 END) AS agreed
     FROM second_readings r JOIN staff s ON s.id = r.first_id ${more} GROUP BY ${group} ORDER BY ${name}`
  const byOfficer = sqlite.prepare<[], AgreementRow>(agreement('s.full_name', 's.id', ''))
  const byCentre = sqlite.prepare<[], AgreementRow>(agreement('r.centre', 'r.centre', 'WHERE r.centre IS NOT NULL'))
  const byFact = sqlite.prepare<[], FactAgreement>(
    `SELECT fact, count(*) AS "read", sum(NOT is_accepted) AS disagreed FROM second_findings GROUP BY fact
     ORDER BY disagreed DESC, fact`,
  )
  const disagreements = sqlite.prepare<[number], Miss>(
    `SELECT c.user_id AS userId, f.fact, f.reason, f.expected, s.full_name AS first, r.finished_at AS at
     FROM second_readings r JOIN second_findings f ON f.candidate_id = r.candidate_id AND f.version = r.version
       JOIN candidates c ON c.id = r.candidate_id JOIN staff s ON s.id = r.first_id
     WHERE NOT f.is_accepted AND r.finished_at IS NOT NULL ORDER BY r.finished_at DESC, f.fact LIMIT ?`,
  )
  const unopened = sqlite.prepare<[number], { userId: string; first: string; unopened: number; at: number }>(
    `SELECT c.user_id AS userId, s.full_name AS first, j.unopened, j.finished_at AS at
     FROM scrutiny_judgements j JOIN candidates c ON c.id = j.candidate_id JOIN staff s ON s.id = j.officer_id
     WHERE j.unopened > 0 AND NOT j.is_returned ORDER BY j.finished_at DESC LIMIT ?`,
  )
  const at = (candidateId: number, version: number) =>
    and(eq(secondReadings.candidateId, candidateId), eq(secondReadings.version, version))

  return {
    seed: (): string | null => orm.select().from(secondReadingSeed).get()?.seed ?? null,
    putSeed: (seed: string, madeAt: Instant): void => void orm.insert(secondReadingSeed).values({ seed, madeAt }).run(),

    draw: (
      reading: Pick<
        typeof secondReadings.$inferInsert,
        'candidateId' | 'version' | 'firstId' | 'centre' | 'confirmedAt' | 'lot' | 'share'
      >,
    ): void => void orm.insert(secondReadings).values(reading).onConflictDoNothing().run(),

    /** The number of misses among an officer's last readings. */
    misses: (officer: number, last: number): number => misses.get({ officer, last })!,

    /** The form for this officer that was confirmed first; one in hand before any other. `before`: left alone since. */
    next: (asked: Asked & { before: number }): ReadingRow | undefined => next.get(asked),
    find: (asked: Asked & { userId: string }): ReadingRow | undefined => find.get(asked),
    waiting: (asked: Asked & { before: number; most: number }) => waiting.get(asked)!,

    take: (candidateId: number, version: number, readerId: number, takenAt: Instant): void =>
      void orm.update(secondReadings).set({ readerId, takenAt }).where(at(candidateId, version)).run(),

    finish(candidateId: number, version: number, verdicts: readonly Verdict[], finishedAt: Instant): void {
      for (const { fact, isAccepted, reason, expected, found } of verdicts)
        orm.insert(secondFindings).values({ candidateId, version, fact, isAccepted, reason, expected, found }).run()
      const disagreed = verdicts.filter(({ isAccepted }) => !isAccepted).length
      orm.update(secondReadings).set({ finishedAt, disagreed }).where(at(candidateId, version)).run()
    },

    byOfficer: (): AgreementRow[] => byOfficer.all(),
    byCentre: (): AgreementRow[] => byCentre.all(),
    byFact: (): FactAgreement[] => byFact.all(),
    /** The newest facts on which a reader disagrees. */
    disagreements: (most: number): Miss[] => disagreements.all(most),
    /** The newest forms confirmed with documents not opened. */
    unopened: (most: number) => unopened.all(most),
  }
}
