import { and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../../db/client'
import { candidates, scrutinies, scrutinyFindings, staff } from '../../../db/schema'
import type { CandidatureType, Category } from '../../domain/application-form/claims'
import type { FileKind } from '../../domain/document-rules'
import type { Region } from '../../domain/regions'
import type { DiscrepancyReason, FactName, ScrutinyQueue, Verdict } from '../../domain/scrutiny'
import type { Instant } from '../../kernel/time'

/** A line of a queue. */
export type QueueRow = {
  candidateId: number
  userId: string
  fullName: string
  district: string
  submittedAt: number
  officer: string | null
  holder: string | null
}

export type QueueFilter = {
  queue: ScrutinyQueue
  /** Only these districts; null: everywhere. */
  districts: readonly string[] | null
  /** Assigned to, or held by; null: anybody's. */
  officerId: number | null
  /** What the form claims; null: anything. */
  type: CandidatureType | null
  category: Category | null
  isNewestFirst: boolean
  /** The last line of the page before. */
  after: { submittedAt: number; candidateId: number } | null
  limit: number
}

export type Finding = Verdict & { version: number; at: Instant; toldAt: Instant | null }

export type ScrutinyStore = ReturnType<typeof scrutinyStore>

/** The only writer of the tables of scrutiny. Everything is synchronous and joins the caller's transaction. */
export function scrutinyStore({ orm, sqlite }: Database) {
  const counts = sqlite.prepare<[], { queue: ScrutinyQueue; count: number }>(
    'SELECT queue, count(*) AS count FROM applications WHERE queue IS NOT NULL GROUP BY queue',
  )
  const countsWithin = sqlite.prepare<[string], { queue: ScrutinyQueue; count: number }>(
    `SELECT a.queue, count(*) AS count FROM candidates c JOIN applications a ON a.candidate_id = c.id
     WHERE c.district IN (SELECT value FROM json_each(?)) AND a.queue IS NOT NULL GROUP BY a.queue`,
  )
  const held = sqlite
    .prepare<[number], number>(
      `SELECT s.candidate_id FROM scrutinies s JOIN applications a ON a.candidate_id = s.candidate_id
       WHERE s.held_by = ? AND a.queue = 'picked-up'`,
    )
    .pluck()
  const queueOf = sqlite
    .prepare<[number], ScrutinyQueue | null>('SELECT queue FROM applications WHERE candidate_id = ?')
    .pluck()
  const ofCandidate = (candidateId: number) => eq(scrutinyFindings.candidateId, candidateId)
  // What every opening of a form reads, prepared once: to build such a query takes longer than to run it.
  const candidate = orm
    .select({
      id: candidates.id,
      userId: candidates.userId,
      fullName: candidates.fullName,
      district: candidates.district,
    })
    .from(candidates)
    .where(eq(candidates.userId, sql.placeholder('userId')))
    .prepare()
  const [officer, holder] = [alias(staff, 'officer'), alias(staff, 'holder')]
  const standing = orm
    .select({
      officer: { id: officer.id, name: officer.fullName, disabledAt: officer.disabledAt },
      holder: { id: holder.id, name: holder.fullName, disabledAt: holder.disabledAt },
    })
    .from(scrutinies)
    .leftJoin(officer, eq(officer.id, scrutinies.officerId))
    .leftJoin(holder, eq(holder.id, scrutinies.heldBy))
    .where(eq(scrutinies.candidateId, sql.placeholder('candidateId')))
    .prepare()
  const findings = orm
    .select()
    .from(scrutinyFindings)
    .where(
      and(
        eq(scrutinyFindings.candidateId, sql.placeholder('candidateId')),
        eq(scrutinyFindings.version, sql.placeholder('version')),
      ),
    )
    .prepare()
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
      expected = excluded.expected, found = excluded.found, officer_id = excluded.officer_id, at = excluded.at`)

  return {
    candidate: (userId: string) => candidate.get({ userId }),

    queueOf: (candidateId: number): ScrutinyQueue | null => queueOf.get(candidateId) ?? null,

    /** How many forms lie in each queue; `districts`: of those alone. */
    counts(districts: readonly string[] | null): Partial<Record<ScrutinyQueue, number>> {
      const rows = districts === null ? counts.all() : countsWithin.all(JSON.stringify(districts))
      return Object.fromEntries(rows.map(({ queue, count }) => [queue, count]))
    },

    /** A page of a queue, along its index: what comes before is not read. */
    queue({ queue, districts, officerId, type, category, isNewestFirst, after, limit }: QueueFilter): QueueRow[] {
      const [beyond, order] = isNewestFirst ? ['<', 'DESC'] : ['>', 'ASC']
      const conditions = [
        'a.queue = @queue',
        ...(type === null ? [] : ['a.claimed_type = @type']),
        ...(category === null ? [] : ['a.claimed_category = @category']),
        ...(after ? [`(a.submitted_at, a.candidate_id) ${beyond} (@submittedAt, @candidateId)`] : []),
        ...(districts ? ['c.district IN (SELECT value FROM json_each(@districts))'] : []),
        ...(officerId === null ? [] : ['(s.officer_id = @officerId OR s.held_by = @officerId)']),
      ]
      const by = type === null ? (category === null ? '' : '_category') : category === null ? '_type' : '_claims'
      return sqlite
        .prepare<object, QueueRow>(
          `SELECT a.candidate_id AS candidateId, c.user_id AS userId, c.full_name AS fullName, c.district,
            a.submitted_at AS submittedAt, o.full_name AS officer, h.full_name AS holder
          FROM applications a INDEXED BY applications_queue${by} JOIN candidates c ON c.id = a.candidate_id
            LEFT JOIN scrutinies s ON s.candidate_id = a.candidate_id
            LEFT JOIN staff o ON o.id = s.officer_id LEFT JOIN staff h ON h.id = s.held_by
          WHERE ${conditions.join(' AND ')}
          ORDER BY a.submitted_at ${order}, a.candidate_id ${order} LIMIT @limit`,
        )
        .all({ queue, limit, officerId, type, category, districts: JSON.stringify(districts), ...after })
    },

    /** Scrutiny officers at work who reach a region, in a fixed order. Null: no region of the state. */
    officers: (region: Region | null): number[] =>
      orm
        .select({ id: staff.id, region: staff.region })
        .from(staff)
        .where(and(eq(staff.role, 'so'), isNull(staff.disabledAt)))
        .orderBy(asc(staff.id))
        .all()
        .filter((officer) => officer.region === null || officer.region === region)
        .map(({ id }) => id),

    /** Who is to check a form and who holds it. */
    standing(candidateId: number) {
      const row = standing.get({ candidateId })
      return { officer: row?.officer ?? null, holder: row?.holder ?? null }
    },

    /** The forms that somebody holds. */
    heldBy: (officerId: number): number[] => held.all(officerId),

    put(candidateId: number, change: { officerId?: number | null; heldBy?: number | null }): void {
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

    /** What was found about a version so far. */
    findings: (candidateId: number, version: number): Finding[] =>
      findings.all({ candidateId, version }).map(findingOf),

    /** The discrepancies that the candidate was told of, newest version first. */
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

    /** From now on the candidate sees what was found about a version. */
    tell: (candidateId: number, version: number, toldAt: Instant): void =>
      void orm
        .update(scrutinyFindings)
        .set({ toldAt })
        .where(and(ofCandidate(candidateId), eq(scrutinyFindings.version, version)))
        .run(),
  }
}
