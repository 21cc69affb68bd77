import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { capturedFor, moneyCounts } from '#db/schema/captured.ts'
import { applicationSteps, applications, applicationVersions, candidates } from '#db/schema/index.ts'
import type { CandidateFacts } from '#server/domain/application/details.ts'
import type { MeritStage } from '#server/domain/merit/lists.ts'
import type { DueName } from '#server/domain/money/fees.ts'
import type { Claims } from '#server/domain/terms/claims.ts'
import { type ScrutinyMode, type StepNumber, steps } from '#server/domain/terms/journey.ts'
import { type Answers, questionSteps } from '#server/domain/terms/question.ts'
import { type FormFacts, type FormMove, moved } from '#server/domain/terms/states.ts'
import { noMoney, type Paise } from '#server/kernel/money.ts'
import type { Instant } from '#server/kernel/time.ts'

const applicationDues = ['application-fee', 'difference-fee'] as const satisfies DueName[]
const capturedOf = (due: DueName) => capturedFor('c.id', due)

export type ApplicationStore = ReturnType<typeof applicationStore>

/** One step as it is stored. */
export type StepRow = {
  version: number
  answers: Readonly<Record<string, string>>
  savedAt: Instant | null
  completedAt: Instant | null
}

type StoredStep = Omit<StepRow, 'answers'> & { answers: string }

/** The columns of the facts query; an unknown candidate has no `id`. */
type FactRow = [
  id: number | null,
  fullName: string,
  userId: string,
  mode: ScrutinyMode,
  submittedAt: Instant | null,
  pickedUpAt: Instant | null,
  revertedAt: Instant | null,
  lastRevertedAt: Instant | null,
  stepsToCorrect: number,
  confirmedAt: Instant | null,
  excludedAt: Instant | null,
  /** Bit n: step n is complete; bit n + 16: it was reopened. */
  savedSteps: number,
  correctedSteps: number,
  feePaid: Paise,
  differencePaid: Paise,
  convertFee: Paise,
  convertPaid: Paise,
  isCgpa: number,
  awaitsCertificates: number,
  hasOpenGrievance: 0 | 1,
  /** In the provisional list in force: 1, in the final one: 2, in its J&K list: 4. Most candidates are looked for once. */
  merit: number,
  /** Bit n-1: an option form of round n. */
  roundsOfOptions: number,
  /**
   * Bit n-1: an allotment in the published round n; bit 16: one in the newest published round; bit 17: a decision about a
   * seat, or an admission; bit 18: a cancellation.
   */
  roundsAllotted: number,
]

type VersionRow = typeof applicationVersions.$inferSelect

/** The recipient of messages about an application. */
type Owner = { userId: string; fullName: string }

/** An uploaded file that counts now. */
type CurrentDocument = { kind: string; hash: string; uploadedAt: number }

/** True if a candidate is in the edition in force of a stage. `where`: restricts it to some of its lists, in SQL. */
const isInMerit = (stage: MeritStage, where = '') => `EXISTS (SELECT 1 FROM merit_entries m WHERE m.candidate_id = c.id
        ${where} AND m.edition_id = (SELECT id FROM merit_editions WHERE stage = '${stage}' AND state = 'published'
          ORDER BY number DESC LIMIT 1))`

/** The facts of applications. This is the portal's most frequent read: one prepared statement for every flag. */
export function applicationStore({ sqlite, orm }: Database) {
  // In the order of `FactRow`: better-sqlite3 takes longer to name the columns of such a row than SQLite to find it.
  const facts = sqlite
    .prepare<[number], FactRow>(`
    SELECT c.id, c.full_name, c.user_id, coalesce(a.mode, 0), a.submitted_at, a.picked_up_at, a.reverted_at, a.last_reverted_at,
      coalesce(a.steps_to_correct, 0), a.confirmed_at, a.excluded_at,
      coalesce(sum(1 << iif(s.completed_at IS NULL, s.step + 16, s.step)), 0),
      coalesce(sum(1 << s.step) FILTER (WHERE s.saved_at > a.reverted_at), 0),
      ${capturedOf('application-fee')}, ${capturedOf('difference-fee')}, coalesce(a.convert_fee, 0),
      iif(a.convert_fee > 0, ${capturedOf('conversion-fee')}, 0),
      coalesce(max(instr(s.answers, '"degreeResult":"cgpa"')) FILTER (WHERE s.step = 3), 0),
      coalesce(max(instr(s.answers, ':"applied"')) FILTER (WHERE s.step = 2), 0),
      EXISTS (SELECT 1 FROM grievances g WHERE g.candidate_id = c.id AND g.state = 'open'),
      iif(EXISTS (SELECT 1 FROM merit_entries m WHERE m.candidate_id = c.id),
        ${isInMerit('provisional')} + 2 * ${isInMerit('final')} + 4 * ${isInMerit('final', "AND m.list = 'jk'")}, 0),
      (SELECT coalesce(sum(1 << (f.round - 1)), 0) FROM option_forms f WHERE f.candidate_id = c.id),
      iif(EXISTS (SELECT 1 FROM allotments t WHERE t.candidate_id = c.id),
        (SELECT coalesce(sum(DISTINCT 1 << (r.round - 1)), 0)
            + coalesce(max(r.round) = (SELECT max(round) FROM allotment_runs WHERE state = 'published'), 0) * (1 << 16)
            + (EXISTS (SELECT 1 FROM seat_decisions d WHERE d.candidate_id = c.id)
              OR EXISTS (SELECT 1 FROM admissions i WHERE i.candidate_id = c.id AND i.undone_at IS NULL)) * (1 << 17)
            + EXISTS (SELECT 1 FROM cancellations x WHERE x.candidate_id = c.id) * (1 << 18)
          FROM allotments t JOIN allotment_runs r ON r.id = t.run_id
          WHERE t.candidate_id = c.id AND r.state = 'published'), 0)
    FROM candidates c LEFT JOIN applications a ON a.candidate_id = c.id
      LEFT JOIN application_steps s ON s.candidate_id = c.id
    WHERE c.id = ?`)
    .raw()
  const formFacts = sqlite.prepare<[number], FormFacts>(
    `SELECT mode, submitted_at AS submittedAt, picked_up_at AS pickedUpAt, reverted_at AS revertedAt,
       last_reverted_at AS lastRevertedAt, confirmed_at AS confirmedAt, excluded_at AS excludedAt
     FROM applications WHERE candidate_id = ?`,
  )
  const untouched: FormFacts = {
    mode: 0,
    submittedAt: null,
    pickedUpAt: null,
    revertedAt: null,
    lastRevertedAt: null,
    confirmedAt: null,
    excludedAt: null,
  }
  const paid = sqlite.prepare<[number], { sum: Paise }>(`SELECT ${capturedFor('?', ...applicationDues)} AS sum`)
  // The queries of every save of a step, prepared once: building one takes longer than running it.
  const step = sqlite.prepare<[number, number], StoredStep>(
    `SELECT version, answers, saved_at AS savedAt, completed_at AS completedAt
     FROM application_steps WHERE candidate_id = ? AND step = ?`,
  )
  const questions = sqlite.prepare<[number, number], { step: StepNumber; answers: string }>(
    'SELECT step, answers FROM application_steps WHERE candidate_id = ? AND step < ? ORDER BY step',
  )
  const putStep = sqlite.prepare(
    `INSERT INTO application_steps (candidate_id, step, version, answers, saved_at, completed_at)
     VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (candidate_id, step) DO UPDATE SET version = excluded.version,
       answers = excluded.answers, saved_at = excluded.saved_at, completed_at = excluded.completed_at`,
  )
  const currentDocuments = sqlite.prepare<[number], CurrentDocument>(
    `SELECT kind, hash, uploaded_at AS uploadedAt FROM documents
     WHERE candidate_id = ? AND superseded_at IS NULL ORDER BY kind`,
  )
  const paidAt = sqlite
    .prepare<[number], number | null>(
      `SELECT max(captured_at) FROM payments WHERE candidate_id = ?
        AND due IN (${applicationDues.map((due) => `'${due}'`).join(', ')}) AND ${moneyCounts}`,
    )
    .pluck()
  const conversion = sqlite.prepare<[number], { fee: Paise; paid: Paise }>(
    `SELECT a.convert_fee AS fee, ${capturedFor('a.candidate_id', 'conversion-fee')} AS paid
    FROM applications a WHERE a.candidate_id = ?`,
  )
  const versions = sqlite.prepare<[number], Omit<VersionRow, 'snapshot'>>(
    `SELECT candidate_id AS candidateId, number, submitted_at AS submittedAt, fingerprint
    FROM application_versions WHERE candidate_id = ? ORDER BY number DESC`,
  )
  const version = sqlite.prepare<[number, number], VersionRow>(
    `SELECT candidate_id AS candidateId, number, submitted_at AS submittedAt, snapshot, fingerprint
    FROM application_versions WHERE candidate_id = ? AND number = ?`,
  )

  return {
    /**
     * Everything that the details response is derived from, in one query; `roundsOpened` comes from the schedule.
     * `roundsBarred` and `seat` follow from the offers, which another store reads; `mayCancel` only says that it is worth
     * asking. Undefined for an unknown candidate.
     */
    facts(candidateId: number, roundsOpened: number): CandidateFacts | undefined {
      const [
        id,
        fullName,
        userId,
        mode,
        submittedAt,
        pickedUpAt,
        revertedAt,
        lastRevertedAt,
        stepsToCorrect,
        confirmedAt,
        excludedAt,
        savedSteps,
        correctedSteps,
        feePaid,
        differencePaid,
        convertFee,
        convertPaid,
        isCgpa,
        awaitsCertificates,
        hasOpenGrievance,
        merit,
        roundsOfOptions,
        roundsAllotted,
      ] = facts.get(candidateId)!
      if (id === null) return undefined
      return {
        id,
        fullName,
        userId,
        mode,
        submittedAt,
        pickedUpAt,
        revertedAt,
        lastRevertedAt,
        stepsToCorrect,
        confirmedAt,
        excludedAt,
        completedSteps: savedSteps & 0xffff,
        reopenedSteps: savedSteps >> 16,
        correctedSteps,
        feePaid,
        differencePaid,
        convertFee,
        convertPaid,
        isCgpa: isCgpa > 0,
        awaitsCertificates: awaitsCertificates > 0,
        hasOpenGrievance: hasOpenGrievance === 1,
        isInProvisionalMerit: (merit & 1) !== 0,
        isInFinalMerit: (merit & 2) !== 0 && excludedAt === null && (confirmedAt !== null || lastRevertedAt === null),
        isOnJkList: (merit & 4) !== 0,
        roundsOpened,
        roundsTaken: roundsOfOptions | (roundsAllotted & 0xffff),
        roundsAllotted: roundsAllotted & 0xffff,
        seat: null,
        roundsBarred: 0,
        holdsSeat: (roundsAllotted & 0x1_0000) !== 0,
        mayCancel: (roundsAllotted & 0x6_0000) === 0x2_0000,
        hasCancelled: (roundsAllotted & 0x4_0000) !== 0,
      }
    },

    step(candidateId: number, number: StepNumber): StepRow | undefined {
      const row = step.get(candidateId, number)
      return row && { ...row, answers: JSON.parse(row.answers) }
    },

    /** All answers given so far, by step. */
    answers(candidateId: number): Answers {
      const rows = questions.all(candidateId, questionSteps.length)
      return Object.fromEntries(rows.map(({ step, answers }) => [steps[step], JSON.parse(answers)]))
    },

    /** Writes a step; the caller counts its version. */
    putStep(candidateId: number, number: StepNumber, { version, answers, savedAt, completedAt }: StepRow): void {
      putStep.run(candidateId, number, version, JSON.stringify(answers), savedAt, completedAt)
    },

    /** Reopens complete steps. */
    reopen(candidateId: number, reopened: readonly StepNumber[]): void {
      if (!reopened.length) return
      orm
        .update(applicationSteps)
        .set({ completedAt: null })
        .where(and(eq(applicationSteps.candidateId, candidateId), inArray(applicationSteps.step, [...reopened])))
        .run()
    },

    /**
     * Moves the form along the table of transitions: the only way its state changes. The first move creates the
     * application. Throws for a move that is not in the table.
     */
    move(candidateId: number, move: FormMove, at: Instant): void {
      const facts = formFacts.get(candidateId) ?? untouched
      const change = moved(facts, move, at)
      orm
        .insert(applications)
        .values({ candidateId, ...change })
        .onConflictDoUpdate({ target: applications.candidateId, set: change })
        .run()
    },

    /** The amount that falls due because scrutiny removed a claim, paid or not. */
    setConvertFee: (candidateId: number, convertFee: Paise): void =>
      void orm.update(applications).set({ convertFee }).where(eq(applications.candidateId, candidateId)).run(),

    /** The claims of the newest version, so that queues can be searched by them. */
    setClaimed: (candidateId: number, claims: Pick<Claims, 'type' | 'category'> | null): void =>
      void orm
        .update(applications)
        .set({ claimedType: claims?.type ?? null, claimedCategory: claims?.category ?? null })
        .where(eq(applications.candidateId, candidateId))
        .run(),

    /** The files that count now: photograph, signature and certificates. */
    documents(candidateId: number): CurrentDocument[] {
      return currentDocuments.all(candidateId)
    },

    /** The amount paid and not refunded towards the application, first and later differences together. */
    paid: (candidateId: number): Paise => paid.get(candidateId)!.sum,

    /** When the newest payment for the application that counts was received; null if there is none. */
    paidAt: (candidateId: number): Instant | null => (paidAt.get(candidateId) ?? null) as Instant | null,

    /** The amount that fell due because scrutiny removed a claim, and the money counted for it. */
    conversion: (candidateId: number): { fee: Paise; paid: Paise } =>
      conversion.get(candidateId) ?? { fee: noMoney, paid: noMoney },

    owner(candidateId: number): Owner {
      return orm
        .select({ userId: candidates.userId, fullName: candidates.fullName })
        .from(candidates)
        .where(eq(candidates.id, candidateId))
        .get()!
    },

    addVersion: (row: VersionRow): void => void orm.insert(applicationVersions).values(row).run(),

    /** Newest first. */
    versions: (candidateId: number): Omit<VersionRow, 'snapshot'>[] => versions.all(candidateId),

    version: (candidateId: number, number: number): VersionRow | undefined => version.get(candidateId, number),
  }
}
