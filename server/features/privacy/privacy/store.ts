import { and, desc, eq, lt } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { listReader } from '#db/list-reader.ts'
import { candidates } from '#db/schema/accounts.ts'
import { breaches, consents, dataRequests, dataStates } from '#db/schema/privacy.ts'
import type { BreachNotice } from '#server/domain/privacy/breaches.ts'
import type { RequestKind, RequestState } from '#server/domain/privacy/requests.ts'

type ConsentRow = typeof consents.$inferSelect
export type RequestRow = typeof dataRequests.$inferSelect
export type BreachRow = typeof breaches.$inferSelect

/** A look at a candidate's data, or an act on it. `place`: the centre, institute or region of the person. */
export type AccessRow = { id: number; at: number; act: string; role: string; place: string | null }

/** A row of the officers' list. */
export type RequestLine = {
  id: number
  kind: RequestKind
  userId: string
  fullName: string
  filedAt: number
  dueAt: number
  state: RequestState
}

/** What an erasure has to know about a candidate. 0 or 1. */
type PersonFacts = {
  isSubmitted: number
  isAdmitted: number
  isMoneyPending: number
  hasPaid: number
  erasedAt: number | null
  restrictedAt: number | null
}

export type PrivacyStore = ReturnType<typeof privacyStore>

/** How an address of the desk names a candidate's record. */
type ClosedBy = 'userId' | 'certificates' | 'grievances'

/**
 * The only writer of `consents`, `data_requests`, `data_states` and `breaches`. Joins the caller's transaction.
 * Long: the statements and lists that its verbs read, each prepared once.
 */
export function privacyStore(db: Database) {
  const { orm, sqlite } = db
  const access = sqlite.prepare<[{ id: number; before: number; limit: number }], AccessRow>(
    `SELECT l.id, l.at, l.act, l.role, coalesce(s.centre, s.institute, s.region) AS place
     FROM audit_log l LEFT JOIN staff s ON s.id = l.actor_id
     WHERE l.candidate_id = @id AND l.actor_kind = 'staff' AND l.id < @before ORDER BY l.id DESC LIMIT @limit`,
  )
  const facts = sqlite.prepare<[number], PersonFacts>(
    `SELECT EXISTS (SELECT 1 FROM application_versions v WHERE v.candidate_id = c.id) AS isSubmitted,
       EXISTS (SELECT 1 FROM admissions m WHERE m.candidate_id = c.id AND m.undone_at IS NULL) AS isAdmitted,
       EXISTS (SELECT 1 FROM payments p WHERE p.candidate_id = c.id AND p.status IN ('created', 'pending'))
         OR EXISTS (SELECT 1 FROM refunds r JOIN payments p ON p.id = r.payment_id
           WHERE p.candidate_id = c.id AND r.status NOT IN ('done', 'failed')) AS isMoneyPending,
       EXISTS (SELECT 1 FROM payments p WHERE p.candidate_id = c.id AND p.captured_at IS NOT NULL) AS hasPaid,
       d.erased_at AS erasedAt, d.restricted_at AS restrictedAt
     FROM candidates c LEFT JOIN data_states d ON d.candidate_id = c.id WHERE c.id = ?`,
  )
  const closed = sqlite.prepare<[number], number>('SELECT 1 FROM data_states WHERE candidate_id = ?').pluck()
  /** Is the record closed that a page shows by an Application ID, or by the number of a candidate's matter? */
  const closedBy = {
    userId: sqlite
      .prepare<[string], 1>(
        'SELECT 1 FROM data_states WHERE candidate_id = (SELECT id FROM candidates WHERE user_id = ?)',
      )
      .pluck(),
    certificates: sqlite
      .prepare<[string], 1>(
        'SELECT 1 FROM data_states WHERE candidate_id = (SELECT candidate_id FROM certificates WHERE id = ?)',
      )
      .pluck(),
    grievances: sqlite
      .prepare<[string], 1>(
        'SELECT 1 FROM data_states WHERE candidate_id = (SELECT candidate_id FROM grievances WHERE id = ?)',
      )
      .pluck(),
  }
  const granted = sqlite.prepare<[], { candidateId: number; outcome: string; decidedAt: number }>(
    `SELECT candidate_id AS candidateId, outcome, decided_at AS decidedAt FROM data_requests
     WHERE kind = 'erasure' AND state = 'done' ORDER BY id`,
  )
  const waiting = sqlite.prepare<[number], { count: number; oldestAt: number | null; dueAt: number | null }>(
    `SELECT count(*) AS count, min(filed_at) AS oldestAt, min(due_at) AS dueAt
     FROM (SELECT filed_at, due_at FROM data_requests WHERE state = 'open' ORDER BY due_at LIMIT ?)`,
  )
  const list = listReader<RequestLine>(db, {
    from: 'data_requests r JOIN candidates c ON c.id = r.candidate_id',
    candidate: null,
    key: 'r.id',
    columns: {
      id: 'r.id',
      kind: 'r.kind',
      userId: 'c.user_id',
      fullName: 'c.full_name',
      filedAt: 'r.filed_at',
      dueAt: 'r.due_at',
      state: 'r.state',
    },
    filters: { state: 'r.state = @state', kind: 'r.kind = @kind', applicationId: 'c.user_id = upper(@applicationId)' },
    always: 'true',
  })

  const consentsOf = sqlite.prepare<[number], ConsentRow>(
    `SELECT id, candidate_id AS candidateId, subject, act, version, language, at
     FROM consents WHERE candidate_id = ? ORDER BY id DESC`,
  )

  const hasRead = sqlite
    .prepare<[number, number], 1>(
      "SELECT 1 FROM consents WHERE candidate_id = ? AND subject = 'notice' AND act = 'given' AND version >= ? LIMIT 1",
    )
    .pluck()

  return {
    addConsent: (row: Omit<ConsentRow, 'id'>): void => void orm.insert(consents).values(row).run(),

    /** Every line about a candidate, newest first. */
    consents: (candidateId: number): ConsentRow[] => consentsOf.all(candidateId),

    /** Has the candidate agreed to the notice in this version or a later one? */
    hasRead: (candidateId: number, version: number): boolean => hasRead.get(candidateId, version) === 1,

    person: (candidateId: number) =>
      orm
        .select({
          userId: candidates.userId,
          fullName: candidates.fullName,
          consentedAt: candidates.consentedAt,
          language: candidates.language,
        })
        .from(candidates)
        .where(eq(candidates.id, candidateId))
        .get(),

    facts: (candidateId: number): PersonFacts => facts.get(candidateId)!,

    /** Newest first, older than the line `before`. */
    access: (candidateId: number, limit: number, before = Number.MAX_SAFE_INTEGER): AccessRow[] =>
      access.all({ id: candidateId, before, limit }),

    addRequest: (row: Omit<typeof dataRequests.$inferInsert, 'id' | 'state'>): number =>
      Number(
        orm
          .insert(dataRequests)
          .values({ ...row, state: 'open' })
          .run().lastInsertRowid,
      ),

    requests: (candidateId: number): RequestRow[] =>
      orm
        .select()
        .from(dataRequests)
        .where(eq(dataRequests.candidateId, candidateId))
        .orderBy(desc(dataRequests.id))
        .all(),

    request: (id: number): RequestRow | undefined =>
      orm.select().from(dataRequests).where(eq(dataRequests.id, id)).get(),

    openRequest: (candidateId: number, kind: RequestKind): RequestRow | undefined =>
      orm
        .select()
        .from(dataRequests)
        .where(
          and(eq(dataRequests.candidateId, candidateId), eq(dataRequests.kind, kind), eq(dataRequests.state, 'open')),
        )
        .get(),

    /** The requests for erasure that were granted. */
    grantedErasures: (): { candidateId: number; outcome: string; decidedAt: number }[] => granted.all(),

    changeRequest: (id: number, set: Partial<RequestRow>): void =>
      void orm.update(dataRequests).set(set).where(eq(dataRequests.id, id)).run(),

    list,
    /** At most `most` open requests are counted. */
    waiting: (most: number) => waiting.get(most)!,

    isClosedBy: (name: ClosedBy, value: string): boolean => closedBy[name].get(value) !== undefined,
    isClosed: (candidateId: number): boolean => closed.get(candidateId) !== undefined,

    mark(candidateId: number, state: { restrictedAt?: number; erasedAt?: number }): void {
      orm
        .insert(dataStates)
        .values({ candidateId, ...state })
        .onConflictDoUpdate({ target: dataStates.candidateId, set: state })
        .run()
    },

    addBreach: (row: Omit<typeof breaches.$inferInsert, 'id'>): number =>
      Number(orm.insert(breaches).values(row).run().lastInsertRowid),
    changeBreach: (id: number, facts: Partial<typeof breaches.$inferInsert>): void =>
      void orm.update(breaches).set(facts).where(eq(breaches.id, id)).run(),
    breach: (id: number): BreachRow | undefined => orm.select().from(breaches).where(eq(breaches.id, id)).get(),
    /** Newest first, older than the breach `before`. */
    breaches: (limit: number, before = Number.MAX_SAFE_INTEGER): BreachRow[] =>
      orm.select().from(breaches).where(lt(breaches.id, before)).orderBy(desc(breaches.id)).limit(limit).all(),
    noteSent(id: number, notice: BreachNotice, at: number): void {
      const column = { 'cert-in': 'certInAt', people: 'peopleAt', board: 'boardAt', report: 'reportAt' } as const
      orm
        .update(breaches)
        .set({ [column[notice]]: at })
        .where(eq(breaches.id, id))
        .run()
    },
  }
}
