import { and, asc, desc, eq, gt, gte, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/client'
import { candidates } from '../../../db/schema/accounts'
import { auditHead, auditLog } from '../../../db/schema/audit'
import { type AuditHead, type AuditLine, beforeAll } from './chain'

/** A line with the Application ID of the candidate it is about. */
export type FoundLine = AuditLine & { userId: string | null }

/**
 * The filters of a search; an absent filter lets everything through. Instants in epoch milliseconds; `before` is a
 * line's number.
 */
export type AuditFilters = {
  act?: string
  actorName?: string
  userId?: string
  from?: number
  until?: number
}

export type AuditStore = ReturnType<typeof auditStore>

const chunk = 1000

/** The only writer of the audit tables; lines are added, never changed. */
export function auditStore({ orm }: Pick<Database, 'orm'>) {
  // Every act of staff and every look at a candidate's data writes a line, so these are prepared once.
  const readHead = orm.select({ line: auditHead.line, hash: auditHead.hash }).from(auditHead).prepare()
  const head = (): AuditHead => readHead.get() ?? beforeAll
  const p = sql.placeholder
  const insertLine = orm
    .insert(auditLog)
    .values({
      id: p('id'),
      at: p('at'),
      actorKind: p('actorKind'),
      actorId: p('actorId'),
      actorName: p('actorName'),
      role: p('role'),
      act: p('act'),
      candidateId: p('candidateId'),
      subject: p('subject'),
      detail: p('detail'),
      previousHash: p('previousHash'),
      hash: p('hash'),
    })
    .prepare()
  const putHead = orm
    .insert(auditHead)
    .values({ id: 1, line: p('id'), hash: p('hash') })
    .onConflictDoUpdate({ target: auditHead.id, set: { line: sql`${p('id')}`, hash: sql`${p('hash')}` } })
    .prepare()
  const matching = ({ act, actorName, userId, from, until }: AuditFilters): SQL[] => [
    ...(act === undefined ? [] : [eq(auditLog.act, act)]),
    ...(actorName === undefined ? [] : [eq(auditLog.actorName, actorName)]),
    ...(userId === undefined ? [] : [eq(candidates.userId, userId)]),
    ...(from === undefined ? [] : [gte(auditLog.at, from)]),
    ...(until === undefined ? [] : [lte(auditLog.at, until)]),
  ]
  const found = (where: readonly SQL[], order: SQL, limit: number): FoundLine[] =>
    orm
      .select()
      .from(auditLog)
      .leftJoin(candidates, eq(candidates.id, auditLog.candidateId))
      .where(and(...where))
      .orderBy(order)
      .limit(limit)
      .all()
      .map((row) => ({ ...row.audit_log, userId: row.candidates?.userId ?? null }))

  return {
    head,
    add(line: AuditLine): void {
      insertLine.run(line)
      putHead.run({ id: line.id, hash: line.hash })
    },
    /** The newest matching lines, older than the line `before`. */
    newest: (filters: AuditFilters, limit: number, before?: number): FoundLine[] =>
      found(
        [...matching(filters), ...(before === undefined ? [] : [lt(auditLog.id, before)])],
        desc(auditLog.id),
        limit,
      ),
    /** Every line that matches up to the line `last`, in order, read in pieces so that nothing else has to wait. */
    *inOrder(filters: AuditFilters, last: number): Generator<FoundLine> {
      for (let after = 0; ; ) {
        const lines = found(
          [...matching(filters), gt(auditLog.id, after), lte(auditLog.id, last)],
          asc(auditLog.id),
          chunk,
        )
        yield* lines
        if (lines.length < chunk) return
        after = lines[lines.length - 1]!.id
      }
    },
  }
}
