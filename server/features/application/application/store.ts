import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { capturedFor, moneyCounts } from '#db/schema/captured.ts'
import { applicationSteps, applications, applicationVersions, candidates } from '#db/schema/index.ts'
import { isRanked } from '#db/schema/ranked.ts'
import type { CandidateFacts } from '#server/domain/application/details.ts'
import type { MeritList, MeritStage } from '#server/domain/merit/lists.ts'
import type { DueName } from '#server/domain/money/fees.ts'
import { type CapRound, roundBit } from '#server/domain/terms/cap-rounds.ts'
import type { Claims } from '#server/domain/terms/claims.ts'
import { type ScrutinyMode, type StepNumber, steps } from '#server/domain/terms/journey.ts'
import { type Answers, questionSteps } from '#server/domain/terms/question.ts'
import { type FormFacts, type FormMove, type FormState, moved } from '#server/domain/terms/states.ts'
import { noMoney, type Paise, sumOf } from '#server/kernel/money.ts'
import type { Instant } from '#server/kernel/time.ts'

const applicationDues = ['application-fee', 'difference-fee'] as const satisfies DueName[]

export type ApplicationStore = ReturnType<typeof applicationStore>

/** One step as it is stored. */
export type StepRow = {
  version: number
  answers: Readonly<Record<string, string>>
  savedAt: Instant | null
  completedAt: Instant | null
}

type StoredStep = Omit<StepRow, 'answers'> & { answers: string }

/** The columns of a candidate and their application; better-sqlite3 takes longer to name them than SQLite to find them. */
type FormRow = [
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
  convertFee: Paise,
]

/** The few facts of a form that reminders depend on: they are read for everybody. `registeredAt`: by the machine's clock. */
type FormToRemind = Pick<FormFacts, 'submittedAt' | 'revertedAt' | 'lastRevertedAt'> & {
  state: FormState
  hasPaid: 0 | 1
  registeredAt: Instant
}

const paymentStep = steps.indexOf('payment')

type VersionRow = typeof applicationVersions.$inferSelect

/** The recipient of messages about an application. */
type Owner = { userId: string; fullName: string; mobile: string }

/** An uploaded file that counts now. */
type CurrentDocument = { kind: string; hash: string; uploadedAt: number }

/**
 * Reads everything that the details response is derived from: the portal's most frequent read. Small statements, since
 * SQLite sets up each subquery of a large one for every candidate, also for those whom it does not concern: one statement
 * with all of them takes twice as long. Undefined for an unknown candidate.
 */
function factsReader({ sqlite, remembered }: Pick<Database, 'sqlite' | 'remembered'>) {
  const form = sqlite
    .prepare<[number], FormRow>(`
    SELECT c.full_name, c.user_id, coalesce(a.mode, 0), a.submitted_at, a.picked_up_at, a.reverted_at, a.last_reverted_at,
      coalesce(a.steps_to_correct, 0), a.confirmed_at, a.excluded_at, coalesce(a.convert_fee, 0)
    FROM candidates c LEFT JOIN applications a ON a.candidate_id = c.id WHERE c.id = ?`)
    .raw()
  const savedSteps = sqlite
    .prepare<[number], [step: number, isComplete: 0 | 1, savedAt: Instant | null]>(
      'SELECT step, completed_at IS NOT NULL, saved_at FROM application_steps WHERE candidate_id = ?',
    )
    .raw()
  // A value of JSON.stringify is found in the text itself: quotes within words are escaped. Walking the JSON of every step
  // would cost each read, and the keys of the receipts differ.
  const claims = sqlite
    .prepare<[number], [isCgpa: 0 | 1, awaitsCertificates: 0 | 1]>(`
    SELECT coalesce(max(step = 3 AND answers ->> 'degreeResult' = 'cgpa'), 0),
      coalesce(max(step = 2 AND instr(answers, ':"applied"')), 0) > 0
    FROM application_steps WHERE candidate_id = ? AND step IN (2, 3)`)
    .raw()
  const captured = sqlite
    .prepare<[number], [due: DueName, amount: Paise]>(
      `SELECT due, amount FROM payments WHERE candidate_id = ? AND ${moneyCounts}`,
    )
    .raw()
  const openGrievance = sqlite
    .prepare<[number], 1>(
      "SELECT 1 FROM grievances WHERE candidate_id = ? AND state = 'open' AND type <> 'process' LIMIT 1",
    )
    .pluck()
  const inMerit = sqlite
    .prepare<[number], [stage: MeritStage, list: MeritList]>(`
    SELECT e.stage, m.list FROM merit_entries m JOIN merit_editions e ON e.id = m.edition_id
    WHERE m.candidate_id = ? AND e.state = 'published'
      AND e.number = (SELECT max(n.number) FROM merit_editions n WHERE n.stage = e.stage AND n.state = 'published')`)
    .raw()
  const roundsOfOptions = sqlite
    .prepare<[number], CapRound>('SELECT round FROM option_forms WHERE candidate_id = ?')
    .pluck()
  const allotted = sqlite
    .prepare<[number], [round: CapRound, isNewest: 0 | 1]>(`
    SELECT r.round, r.round = (SELECT max(round) FROM allotment_runs WHERE state = 'published')
    FROM allotments t JOIN allotment_runs r ON r.id = t.run_id WHERE t.candidate_id = ? AND r.state = 'published'`)
    .raw()
  const hasDecided = sqlite
    .prepare<[number, number], 0 | 1>(`
    SELECT EXISTS (SELECT 1 FROM seat_decisions WHERE candidate_id = ?)
      OR EXISTS (SELECT 1 FROM admissions WHERE candidate_id = ? AND undone_at IS NULL)`)
    .pluck()
  const hasCancelled = sqlite.prepare<[number], 1>('SELECT 1 FROM cancellations WHERE candidate_id = ?').pluck()

  function read(candidateId: number): Omit<CandidateFacts, 'roundsOpened'> | undefined {
    const row = form.get(candidateId)
    if (!row) return undefined
    const [
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
      convertFee,
    ] = row
    const saved = savedSteps.all(candidateId)
    const stepsWhere = (holds: (isComplete: 0 | 1, savedAt: Instant | null) => boolean) =>
      saved.reduce((mask, [step, isComplete, savedAt]) => (holds(isComplete, savedAt) ? mask | (1 << step) : mask), 0)
    const [isCgpa, awaitsCertificates] = claims.get(candidateId)!
    const money = captured.all(candidateId)
    const paidFor = (wanted: DueName) => sumOf(...money.filter(([due]) => due === wanted).map(([, amount]) => amount))
    const lists = inMerit.all(candidateId)
    const isIn = (stage: MeritStage) => lists.some((entry) => entry[0] === stage)
    const rounds = allotted.all(candidateId)
    const roundsAllotted = bitsOf(rounds.map(([round]) => round))
    const cancelled = rounds.length > 0 && hasCancelled.get(candidateId) !== undefined
    return {
      id: candidateId,
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
      completedSteps: stepsWhere((isComplete) => isComplete === 1),
      reopenedSteps: stepsWhere((isComplete) => isComplete === 0),
      correctedSteps: revertedAt === null ? 0 : stepsWhere((_, savedAt) => savedAt !== null && savedAt > revertedAt),
      feePaid: paidFor('application-fee'),
      differencePaid: paidFor('difference-fee'),
      convertFee,
      convertPaid: convertFee > 0 ? paidFor('conversion-fee') : noMoney,
      isCgpa: isCgpa === 1,
      awaitsCertificates: awaitsCertificates === 1,
      hasOpenGrievance: openGrievance.get(candidateId) !== undefined,
      isInProvisionalMerit: isIn('provisional'),
      isInFinalMerit: isIn('final') && excludedAt === null && (confirmedAt !== null || lastRevertedAt === null),
      isOnJkList: lists.some(([stage, list]) => stage === 'final' && list === 'jk'),
      roundsTaken: bitsOf(roundsOfOptions.all(candidateId)) | roundsAllotted,
      roundsAllotted,
      seat: null,
      roundsBarred: 0,
      holdsSeat: rounds.some(([, isNewest]) => isNewest === 1),
      mayCancel: rounds.length > 0 && !cancelled && hasDecided.get(candidateId, candidateId) === 1,
      hasCancelled: cancelled,
    }
  }
  return remembered(read)
}

/** Bit n-1 for each round n. */
const bitsOf = (rounds: readonly CapRound[]) => rounds.reduce((mask, round) => mask | roundBit(round), 0)

/**
 * Applications, their steps and versions.
 * Long: the statements and lists that its verbs read, each prepared once.
 */
export function applicationStore({ sqlite, orm, remembered }: Database) {
  const facts = factsReader({ sqlite, remembered })
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
  const inStates = sqlite
    .prepare<{ states: string; hasPaid: 0 | 1 | null; after: number; upTo: number }, number>(
      `SELECT c.id FROM candidates c LEFT JOIN applications a ON a.candidate_id = c.id
       WHERE c.id > @after AND c.id <= @upTo
         AND coalesce(a.form_state, 'draft') IN (SELECT value FROM json_each(@states))
         AND (@hasPaid IS NULL OR @hasPaid = EXISTS (SELECT 1 FROM application_steps s
           WHERE s.candidate_id = c.id AND s.step = ${paymentStep} AND s.completed_at IS NOT NULL))
       ORDER BY c.id`,
    )
    .pluck()
  const formToRemind = sqlite.prepare<[number], FormToRemind>(
    `SELECT coalesce(a.form_state, 'draft') AS state, a.submitted_at AS submittedAt, a.reverted_at AS revertedAt,
       a.last_reverted_at AS lastRevertedAt, c.created_at AS registeredAt, EXISTS (SELECT 1 FROM application_steps s
         WHERE s.candidate_id = c.id AND s.step = ${paymentStep} AND s.completed_at IS NOT NULL) AS hasPaid
     FROM candidates c LEFT JOIN applications a ON a.candidate_id = c.id WHERE c.id = ?`,
  )
  const conversion = sqlite.prepare<[number], { fee: Paise; paid: Paise }>(
    `SELECT a.convert_fee AS fee, ${capturedFor('a.candidate_id', 'conversion-fee')} AS paid
    FROM applications a WHERE a.candidate_id = ?`,
  )
  const confirmedOutside = sqlite
    .prepare<[number], 0 | 1>(
      `SELECT EXISTS (SELECT 1 FROM applications a
       WHERE a.candidate_id = ? AND a.confirmed_at IS NOT NULL AND (${isRanked}) IS NOT TRUE)`,
    )
    .pluck()
  const versions = sqlite.prepare<[number], Omit<VersionRow, 'snapshot'>>(
    `SELECT candidate_id AS candidateId, number, submitted_at AS submittedAt, fingerprint
    FROM application_versions WHERE candidate_id = ? ORDER BY number DESC`,
  )
  const version = sqlite.prepare<[number, number], VersionRow>(
    `SELECT candidate_id AS candidateId, number, submitted_at AS submittedAt, snapshot, fingerprint
    FROM application_versions WHERE candidate_id = ? AND number = ?`,
  )

  return {
    /** True if the form is confirmed and no merit list ranks it, because it was submitted after late registration began. */
    isConfirmedOutside: (candidateId: number): boolean => confirmedOutside.get(candidateId) === 1,

    /**
     * The facts of one candidate but those of the schedule. `roundsBarred` and `seat` follow from the offers, which another
     * store reads; `mayCancel` only says that it is worth asking. Undefined for an unknown candidate.
     */
    facts,

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

    /** The candidates in a range of ids whose form is in one of these states, in order. `hasPaid`: null for all of them. */
    inStates: (states: readonly string[], hasPaid: boolean | null, range: { after: number; upTo: number }): number[] =>
      inStates.all({ ...range, states: JSON.stringify(states), hasPaid: hasPaid === null ? null : hasPaid ? 1 : 0 }),

    /** What decides if a candidate is reminded of the form; undefined for an unknown one. */
    formToRemind: (candidateId: number): FormToRemind | undefined => formToRemind.get(candidateId),

    owner(candidateId: number): Owner {
      return orm
        .select({ userId: candidates.userId, fullName: candidates.fullName, mobile: candidates.mobile })
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
