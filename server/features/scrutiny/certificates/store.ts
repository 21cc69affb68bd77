import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { listReader } from '#db/list-reader.ts'
import { candidates } from '#db/schema/accounts.ts'
import { certificates, unfulfilledClaims } from '#db/schema/certificates.ts'
import type { SeatOutcome } from '#server/domain/admission/failed-claim.ts'
import type { CertificateKind, UnfulfilledClaim, Verdict } from '#server/domain/scrutiny/certificates.ts'
import type { Instant } from '#server/kernel/time.ts'

export type CertificatesStore = ReturnType<typeof certificatesStore>

export type CertificateRow = typeof certificates.$inferSelect & { kind: CertificateKind }
export type NewCertificate = Pick<
  CertificateRow,
  | 'candidateId'
  | 'kind'
  | 'cgpa'
  | 'scale'
  | 'percentage'
  | 'hash'
  | 'mediaType'
  | 'bytes'
  | 'pages'
  | 'originalName'
  | 'uploadedAt'
>

type SeatedWithout = { after: number; limit: number; districts: string | null }

/** A line of the desk's queue. */
type WaitingRow = {
  id: number
  kind: CertificateKind
  userId: string
  fullName: string
  district: string
  uploadedAt: number
}

/**
 * The only writer of certificates. Everything is synchronous and joins the caller's transaction.
 * Long: the statements and lists that its verbs read, each prepared once.
 */
export function certificatesStore(db: Database) {
  const { orm, sqlite } = db
  const current = (candidateId: number) =>
    and(eq(certificates.candidateId, candidateId), isNull(certificates.supersededAt))
  const currentOnes = sqlite.prepare<[number], CertificateRow>(
    `SELECT id, candidate_id AS candidateId, kind, cgpa, scale, percentage, hash, media_type AS mediaType, bytes, pages,
       original_name AS originalName, uploaded_at AS uploadedAt, superseded_at AS supersededAt, verdict,
       decided_at AS decidedAt, decided_by AS decidedBy, remark
     FROM certificates WHERE candidate_id = ? AND superseded_at IS NULL`,
  )
  const known = sqlite.prepare<[string], 1>('SELECT 1 FROM certificates WHERE hash = ? LIMIT 1').pluck()
  // Ids tell apart two uploads of one millisecond.
  const replacedBy = sqlite
    .prepare<{ candidateId: number; kind: string; uploadedAt: number }, number>(
      `SELECT before.id FROM certificates now JOIN certificates before
         ON before.candidate_id = now.candidate_id AND before.kind = now.kind AND before.id < now.id
       WHERE now.candidate_id = @candidateId AND now.kind = @kind AND now.superseded_at IS NULL
         AND now.uploaded_at = @uploadedAt AND before.superseded_at = @uploadedAt ORDER BY before.id DESC LIMIT 1`,
    )
    .pluck()
  const waiting = listReader<WaitingRow>(db, {
    from: 'certificates f JOIN candidates c ON c.id = f.candidate_id',
    candidate: 'c.id',
    key: 'f.id',
    columns: {
      id: 'f.id',
      kind: 'f.kind',
      userId: 'c.user_id',
      fullName: 'c.full_name',
      district: 'c.district',
      uploadedAt: 'f.uploaded_at',
    },
    filters: { kind: 'f.kind = @kind', applicationId: 'c.user_id = upper(@applicationId)' },
    always: `f.superseded_at IS NULL AND f.verdict IS NULL
      AND (@districts IS NULL OR c.district IN (SELECT value FROM json_each(@districts)))`,
  })
  // The category step says that a candidate has only applied for a certificate; the other answers decide the rest.
  const awaiting = sqlite
    .prepare<{ after: number; upTo: number }, number>(
      `SELECT a.candidate_id FROM applications a
        JOIN application_steps s ON s.candidate_id = a.candidate_id AND s.step = 2
       WHERE a.candidate_id > @after AND a.candidate_id <= @upTo AND a.submitted_at IS NOT NULL
         AND instr(s.answers, ':"applied"') > 0 ORDER BY a.candidate_id`,
    )
    .pluck()
  // Finds candidates with fewer counting certificates than applications, so that only their answers have to be read.
  const lacking = `applications a JOIN application_steps s ON s.candidate_id = a.candidate_id AND s.step = 2
     WHERE a.confirmed_at IS NOT NULL AND a.candidate_id > @after
       AND (length(s.answers) - length(replace(s.answers, ':"applied"', ''))) / length(':"applied"') >
         (SELECT count(*) FROM certificates f WHERE f.candidate_id = a.candidate_id AND f.superseded_at IS NULL
           AND f.kind <> 'cgpa-conversion' AND (f.verdict IS NULL OR f.verdict = 'verified'))`
  const overdue = sqlite.prepare<{ after: number; limit: number }, { id: number }>(
    `SELECT a.candidate_id AS id FROM ${lacking} ORDER BY a.candidate_id LIMIT @limit`,
  )
  const seatedWithout = sqlite.prepare<SeatedWithout, { id: number }>(
    // Before the first round this reads nobody.
    `SELECT a.candidate_id AS id FROM ${lacking} AND EXISTS (SELECT 1 FROM allotment_runs WHERE state = 'published')
       AND EXISTS (SELECT 1 FROM allotments t
         JOIN allotment_runs r ON r.id = t.run_id AND r.state = 'published' WHERE t.candidate_id = a.candidate_id)
       AND (@districts IS NULL OR (SELECT c.district FROM candidates c WHERE c.id = a.candidate_id)
         IN (SELECT value FROM json_each(@districts)))
     ORDER BY a.candidate_id LIMIT @limit`,
  )
  const people = sqlite.prepare<[string], { id: number; userId: string; fullName: string }>(
    `SELECT c.id, c.user_id AS userId, c.full_name AS fullName FROM json_each(?) one
     JOIN candidates c ON c.id = one.value`,
  )
  const idOf = sqlite.prepare<[string], number>('SELECT id FROM candidates WHERE user_id = ?').pluck()

  const passedTo = sqlite.prepare<[string], { choiceCode: string; count: number }>(
    `SELECT a.choice_code AS choiceCode, count(DISTINCT u.candidate_id) AS count
     FROM unfulfilled_claims u
       JOIN seat_endings e ON e.candidate_id = u.candidate_id AND e.ending = 'claim-failed'
       JOIN allotment_runs r ON r.round = e.round AND r.state = 'published'
       JOIN allotments a ON a.run_id = r.id AND a.candidate_id = u.candidate_id
       JOIN seat_matrix_courses c ON c.edition_id = r.seat_matrix_edition_id AND c.choice_code = a.choice_code
     WHERE u.seat = 'institute' AND c.institute_code = ? GROUP BY a.choice_code ORDER BY a.choice_code`,
  )

  return {
    /** The newest certificate of each kind. */
    current: (candidateId: number): CertificateRow[] => currentOnes.all(candidateId),
    find: (candidateId: number, kind: CertificateKind): CertificateRow | undefined =>
      orm
        .select()
        .from(certificates)
        .where(and(current(candidateId), eq(certificates.kind, kind)))
        .get() as CertificateRow | undefined,
    /** A current certificate, by its number. */
    byId: (id: number): (CertificateRow & { district: string }) | undefined => {
      const row = orm
        .select({ certificate: certificates, district: candidates.district })
        .from(certificates)
        .innerJoin(candidates, eq(candidates.id, certificates.candidateId))
        .where(and(eq(certificates.id, id), isNull(certificates.supersededAt)))
        .get()
      return row && { ...(row.certificate as CertificateRow), district: row.district }
    },
    supersede: (candidateId: number, kind: CertificateKind, at: Instant): void =>
      void orm
        .update(certificates)
        .set({ supersededAt: at })
        .where(and(current(candidateId), eq(certificates.kind, kind)))
        .run(),
    /** The row that the current upload of this instant has replaced; undefined if it replaced none. */
    replacedBy: (candidateId: number, kind: CertificateKind, uploadedAt: Instant): number | undefined =>
      replacedBy.get({ candidateId, kind, uploadedAt }),
    /** Makes a replaced row the current one again; the one in its place is superseded first. */
    restore: (id: number): void =>
      void orm.update(certificates).set({ supersededAt: null }).where(eq(certificates.id, id)).run(),
    add: (row: NewCertificate): void => void orm.insert(certificates).values(row).run(),
    decide: (
      id: number,
      decision: { verdict: Verdict; decidedAt: Instant; decidedBy: number; remark: string | null },
    ): void => void orm.update(certificates).set(decision).where(eq(certificates.id, id)).run(),

    /** Pages and files of those that wait; the reach is `districts`, JSON or null for the whole state. */
    waiting,

    /** The candidates in a range of ids who have only applied for a certificate, in order. */
    awaiting: (range: { after: number; upTo: number }): number[] => awaiting.all(range),

    /** Confirmed candidates, after `after`, for whom fewer certificates count than they applied for. */
    overdue: (after: number, limit: number): number[] => overdue.all({ after, limit }).map(({ id }) => id),
    /** The same who have been allotted a seat, of these districts (a JSON array) or of all. */
    seatedWithout: (asked: SeatedWithout): number[] => seatedWithout.all(asked).map(({ id }) => id),
    people: (ids: readonly number[]) => people.all(JSON.stringify(ids)),
    idOf: (userId: string): number | null => idOf.get(userId) ?? null,
    addUnfulfilled: (row: typeof unfulfilledClaims.$inferInsert): void =>
      void orm.insert(unfulfilledClaims).values(row).onConflictDoNothing().run(),
    unfulfilled: (candidateId: number): (UnfulfilledClaim & { removedAt: number; seat: SeatOutcome | null })[] =>
      orm
        .select()
        .from(unfulfilledClaims)
        .where(eq(unfulfilledClaims.candidateId, candidateId))
        .all() as (UnfulfilledClaim & { removedAt: number; seat: SeatOutcome | null })[],

    /**
     * The seats of an institute that passed to its own level after the rounds, because a certificate was missed: by
     * choice code.
     */
    passedTo: (instituteCode: string): { choiceCode: string; count: number }[] => passedTo.all(instituteCode),

    /** True if any row, superseded ones included, names these bytes. */
    isKnown: (hash: string): boolean => known.get(hash) !== undefined,
    userId: (candidateId: number): string =>
      orm.select({ userId: candidates.userId }).from(candidates).where(eq(candidates.id, candidateId)).get()!.userId,
  }
}
