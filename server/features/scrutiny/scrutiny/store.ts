import { and, asc, desc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { listReader } from '#db/list-reader.ts'
import {
  officerLeaves,
  scrutinies,
  scrutinyFindings,
  scrutinyJudgements,
  scrutinyLooks,
  staff,
} from '#db/schema/index.ts'
import type { FileKind } from '#server/domain/application/document-rules.ts'
import type { DiscrepancyReason, FactName, Verdict } from '#server/domain/scrutiny/scrutiny.ts'
import type { CandidatureType, Category } from '#server/domain/terms/claims.ts'
import type { Region } from '#server/domain/terms/regions.ts'
import {
  type FormState,
  queueOfState,
  type ScrutinyQueue,
  scrutinyQueues,
  stateOfQueue,
} from '#server/domain/terms/states.ts'
import type { CivilDate, Instant } from '#server/kernel/time.ts'

/** A line of a queue. */
type QueueRow = {
  candidateId: number
  userId: string
  fullName: string
  district: string
  claimedType: CandidatureType | null
  claimedCategory: Category | null
  submittedAt: number
  officer: string | null
  holder: string | null
}

/** Who checks a form and who holds it, each null together with their name. */
type StandingRow = {
  officerId: number | null
  officerName: string | null
  officerDisabledAt: number | null
  holderId: number | null
  holderName: string | null
  holderDisabledAt: number | null
  heldSince: number | null
}
type Finding = Verdict & { version: number; at: Instant; toldAt: Instant | null }

export type ScrutinyStore = ReturnType<typeof scrutinyStore>

/**
 * The only writer of the tables of scrutiny. Everything is synchronous and joins the caller's transaction.
 * Long: the statements and lists that its verbs read, each prepared once.
 */
export function scrutinyStore(db: Database) {
  const { orm, sqlite } = db
  const list = listReader<QueueRow>(db, {
    from(filters) {
      const by = filters.type ? (filters.category ? '_claims' : '_type') : filters.category ? '_category' : ''
      return `applications a INDEXED BY applications_state${by} JOIN candidates c ON c.id = a.candidate_id
        LEFT JOIN scrutinies s ON s.candidate_id = a.candidate_id
        LEFT JOIN staff o ON o.id = s.officer_id LEFT JOIN staff h ON h.id = s.held_by`
    },
    candidate: 'c.id',
    key: 'a.candidate_id',
    columns: {
      candidateId: 'a.candidate_id',
      userId: 'c.user_id',
      fullName: 'c.full_name',
      district: 'c.district',
      claimedType: 'a.claimed_type',
      claimedCategory: 'a.claimed_category',
      submittedAt: 'a.submitted_at',
      officer: 'o.full_name',
      holder: 'h.full_name',
    },
    filters: {
      queue: Object.fromEntries(scrutinyQueues.map((queue) => [queue, `a.form_state = '${stateOfQueue(queue)}'`])),
      // Looked up before anything else of a form, because most forms are somebody else's: in the officer's own, read once,
      // or form by form for an officer with so many that the first page is full at once.
      mine: {
        yes: `CASE WHEN @hasMany
          THEN EXISTS (SELECT 1 FROM scrutinies m
            WHERE m.candidate_id = a.candidate_id AND (m.officer_id = @officer OR m.held_by = @officer))
          ELSE a.candidate_id IN (SELECT candidate_id FROM scrutinies WHERE officer_id = @officer
            UNION ALL SELECT candidate_id FROM scrutinies WHERE held_by = @officer) END`,
        // Only those that the officer has picked up: a colleague may hold a form that was assigned to this officer.
        held: 'a.candidate_id IN (SELECT candidate_id FROM scrutinies WHERE held_by = @officer)',
      },
      type: 'a.claimed_type = @type',
      category: 'a.claimed_category = @category',
      district: 'c.district = @district',
    },
    always: 'a.mode = 1 AND (@districts IS NULL OR c.district IN (SELECT value FROM json_each(@districts)))',
  })
  const counts = sqlite.prepare<[], { state: FormState; count: number }>(
    `SELECT form_state AS state, count(*) AS count FROM applications
     WHERE mode = 1 AND candidate_id NOT IN (SELECT candidate_id FROM data_states) GROUP BY form_state`,
  )
  const countsWithin = sqlite.prepare<[string], { state: FormState; count: number }>(
    `SELECT a.form_state AS state, count(*) AS count FROM candidates c JOIN applications a ON a.candidate_id = c.id
     WHERE c.district IN (SELECT value FROM json_each(?)) AND a.mode = 1
       AND a.candidate_id NOT IN (SELECT candidate_id FROM data_states) GROUP BY a.form_state`,
  )
  const own = sqlite
    .prepare<[number, number], number>('SELECT count(*) FROM (SELECT 1 FROM scrutinies WHERE officer_id = ? LIMIT ?)')
    .pluck()
  const held = sqlite
    .prepare<[number], number>(
      `SELECT s.candidate_id FROM scrutinies s JOIN applications a ON a.candidate_id = s.candidate_id
       WHERE s.held_by = ? AND a.form_state = 'picked-up'`,
    )
    .pluck()
  const stateOf = sqlite
    .prepare<[number], FormState>('SELECT form_state FROM applications WHERE candidate_id = ? AND mode = 1')
    .pluck()
  const ofCandidate = (candidateId: number) => eq(scrutinyFindings.candidateId, candidateId)
  const candidate = sqlite.prepare<[string], { id: number; userId: string; fullName: string; district: string }>(
    'SELECT id, user_id AS userId, full_name AS fullName, district FROM candidates WHERE user_id = ?',
  )
  const standing = sqlite.prepare<[number], StandingRow>(
    `SELECT o.id AS officerId, o.full_name AS officerName, o.disabled_at AS officerDisabledAt, h.id AS holderId,
       h.full_name AS holderName, h.disabled_at AS holderDisabledAt, s.held_since AS heldSince
     FROM scrutinies s LEFT JOIN staff o ON o.id = s.officer_id LEFT JOIN staff h ON h.id = s.held_by
     WHERE s.candidate_id = ?`,
  )
  const looks = sqlite.prepare<[number, number], { document: string; uploadedAt: number }>(
    `SELECT document, uploaded_at AS uploadedAt FROM scrutiny_looks WHERE candidate_id = ? AND officer_id = ?`,
  )
  const waits = sqlite.prepare<{ after: Instant; until: Instant; most: number }, { wait: number; isAgain: 0 | 1 }>(
    `SELECT j.finished_at - v.submitted_at AS wait, EXISTS (SELECT 1 FROM scrutiny_judgements e
       WHERE e.candidate_id = j.candidate_id AND e.version < j.version) AS isAgain
     FROM (SELECT candidate_id, version, finished_at FROM scrutiny_judgements
       WHERE finished_at > @after AND finished_at <= @until ORDER BY finished_at DESC LIMIT @most) j
     JOIN application_versions v ON v.candidate_id = j.candidate_id AND v.number = j.version`,
  )
  const officerOf = (id: number | null, name: string | null, disabledAt: number | null) =>
    id === null || name === null ? null : { id, name, disabledAt }
  const findingOf = (row: typeof scrutinyFindings.$inferSelect): Finding => ({
    ...row,
    fact: row.fact as FactName,
    reason: row.reason as DiscrepancyReason | null,
    document: row.document as FileKind | null,
    at: row.at as Instant,
    toldAt: row.toldAt as Instant | null,
  })

  const putVerdict = sqlite.prepare(`
    INSERT INTO scrutiny_findings
      (candidate_id, version, fact, is_accepted, reason, document, expected, found, officer_id, at)
    VALUES (@candidateId, @version, @fact, @isAccepted, @reason, @document, @expected, @found, @officerId, @at)
    ON CONFLICT (candidate_id, version, fact) DO UPDATE SET
      is_accepted = excluded.is_accepted, reason = excluded.reason, document = excluded.document,
      expected = excluded.expected, found = excluded.found, officer_id = excluded.officer_id, at = excluded.at,
      -- A finding that was told and is judged anew is told anew.
      told_at = NULL`)

  return {
    candidate: (userId: string) => candidate.get(userId),

    /** Are more forms than `many` assigned to this officer? */
    hasMany: (officer: number, many: number): boolean => own.get(officer, many + 1)! > many,

    queueOf(candidateId: number): ScrutinyQueue | null {
      const state = stateOf.get(candidateId)
      return state === undefined ? null : queueOfState(state)
    },

    /** The number of forms in each queue; `districts`: only of those. */
    counts(districts: readonly string[] | null): Partial<Record<ScrutinyQueue, number>> {
      const rows = districts === null ? counts.all() : countsWithin.all(JSON.stringify(districts))
      return Object.fromEntries(
        rows.flatMap(({ state, count }) => {
          const queue = queueOfState(state)
          return queue ? [[queue, count]] : []
        }),
      )
    },

    /** Pages and files of the queues. The reach: `districts`, JSON or null for everywhere, and `officer`. */
    list,

    /** Active scrutiny officers, in a fixed order. `region`: null for the whole state. */
    activeOfficers: (): { id: number; region: Region | null }[] =>
      orm
        .select({ id: staff.id, region: staff.region })
        .from(staff)
        .where(and(eq(staff.role, 'so'), isNull(staff.disabledAt)))
        .orderBy(asc(staff.id))
        .all() as { id: number; region: Region | null }[],

    addLeave: (
      row: { staffId: number; firstDay: CivilDate; lastDay: CivilDate },
      notedBy: number,
      notedAt: Instant,
    ): void =>
      void orm
        .insert(officerLeaves)
        .values({ ...row, notedBy, notedAt })
        .run(),

    /** Takes an entry of leave back; returns the officer, or null if there is no such entry. */
    endLeave(id: number, endedAt: Instant): number | null {
      const row = orm
        .update(officerLeaves)
        .set({ endedAt })
        .where(and(eq(officerLeaves.id, id), isNull(officerLeaves.endedAt)))
        .returning({ staffId: officerLeaves.staffId })
        .get()
      return row?.staffId ?? null
    },

    /** The officer assigned to a form, and the one who holds it. */
    standing(candidateId: number) {
      const row = standing.get(candidateId)
      return {
        officer: row ? officerOf(row.officerId, row.officerName, row.officerDisabledAt) : null,
        holder: row ? officerOf(row.holderId, row.holderName, row.holderDisabledAt) : null,
        heldSince: row?.heldSince ?? null,
      }
    },

    /** The forms that an officer holds. */
    heldBy: (officerId: number): number[] => held.all(officerId),

    put(
      candidateId: number,
      change: { officerId?: number | null; heldBy?: number | null; heldSince?: Instant | null },
    ): void {
      orm
        .insert(scrutinies)
        .values({ candidateId, ...change })
        .onConflictDoUpdate({ target: scrutinies.candidateId, set: change })
        .run()
    },

    putVerdict: (
      candidateId: number,
      version: number,
      { isAccepted, ...verdict }: Verdict,
      by: { officerId: number; at: Instant },
    ): void => void putVerdict.run({ candidateId, version, isAccepted: isAccepted ? 1 : 0, ...verdict, ...by }),

    /** Notes that an officer has opened a document. */
    putLook: (row: typeof scrutinyLooks.$inferInsert): void =>
      void orm.insert(scrutinyLooks).values(row).onConflictDoNothing().run(),

    /** The documents of a candidate that an officer has opened. */
    looks: (candidateId: number, officerId: number): { document: string; uploadedAt: number }[] =>
      looks.all(candidateId, officerId),

    /** Notes the end of the scrutiny of a version. */
    /** How long the forms that were checked last had waited, in ms. `isAgain`: they had been sent back before. */
    waits: (span: { after: Instant; until: Instant; most: number }): { wait: number; isAgain: 0 | 1 }[] =>
      waits.all(span),
    putJudgement: (row: typeof scrutinyJudgements.$inferInsert): void =>
      void orm.insert(scrutinyJudgements).values(row).onConflictDoNothing().run(),

    /** The findings about a version so far. */
    findings: (candidateId: number, version: number): Finding[] =>
      orm
        .select()
        .from(scrutinyFindings)
        .where(and(ofCandidate(candidateId), eq(scrutinyFindings.version, version)))
        .all()
        .map(findingOf),

    /** The discrepancies shown to the candidate, newest version first. */
    told: (candidateId: number): Finding[] =>
      orm
        .select()
        .from(scrutinyFindings)
        .where(
          and(ofCandidate(candidateId), isNotNull(scrutinyFindings.toldAt), eq(scrutinyFindings.isAccepted, false)),
        )
        .orderBy(desc(scrutinyFindings.version), asc(scrutinyFindings.fact))
        .all()
        .map(findingOf),

    /** Shows the candidate the findings about a version. */
    tell: (candidateId: number, version: number, toldAt: Instant): void =>
      void orm
        .update(scrutinyFindings)
        .set({ toldAt })
        .where(and(ofCandidate(candidateId), eq(scrutinyFindings.version, version)))
        .run(),
  }
}
