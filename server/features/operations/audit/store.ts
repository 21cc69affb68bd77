import { and, asc, gt, lte } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { listReader } from '#db/list-reader.ts'
import { auditLog } from '#db/schema/audit.ts'
import { istOffset } from '#server/kernel/time.ts'
import { type AuditHead, type AuditLine, beforeAll } from './chain'

/** A line with the Application ID of the candidate it is about. */
type FoundLine = Pick<AuditLine, 'at' | 'actorKind' | 'actorName' | 'role' | 'act' | 'subject' | 'detail' | 'hash'> & {
  line: number
  userId: string | null
}

export type AuditStore = ReturnType<typeof auditStore>

const chunk = 1000

/** The only writer of the audit tables; lines are added, never changed. */
export function auditStore(db: Pick<Database, 'orm' | 'sqlite'>) {
  const { orm, sqlite } = db
  const readHead = sqlite.prepare<[], AuditHead>('SELECT line, hash FROM audit_head')
  const head = (): AuditHead => readHead.get() ?? beforeAll
  const insertLine = sqlite.prepare<AuditLine>(
    `INSERT INTO audit_log (id, at, actor_kind, actor_id, actor_name, role, act, candidate_id, subject, detail,
       previous_hash, hash)
     VALUES (@id, @at, @actorKind, @actorId, @actorName, @role, @act, @candidateId, @subject, @detail,
       @previousHash, @hash)`,
  )
  const newestOf = sqlite
    .prepare<[string], number | null>('SELECT max((SELECT max(id) FROM audit_log WHERE act = value)) FROM json_each(?)')
    .pluck()
  const putHead = sqlite.prepare<AuditHead>(
    `INSERT INTO audit_head (id, line, hash) VALUES (1, @line, @hash)
     ON CONFLICT (id) DO UPDATE SET line = excluded.line, hash = excluded.hash`,
  )
  const from = `(unixepoch(@from) * 1000 - ${istOffset})`
  const until = `(unixepoch(@until, '+1 day') * 1000 - ${istOffset})`
  const list = listReader<FoundLine>(db, {
    from: 'audit_log a LEFT JOIN candidates c ON c.id = a.candidate_id',
    candidate: null,
    key: 'a.id',
    columns: {
      line: 'a.id',
      at: 'a.at',
      actorKind: 'a.actor_kind',
      actorName: 'a.actor_name',
      role: 'a.role',
      act: 'a.act',
      userId: 'c.user_id',
      subject: 'a.subject',
      detail: 'a.detail',
      hash: 'a.hash',
    },
    filters: {
      act: 'a.act = @act',
      actor: 'a.actor_name = lower(@actor)',
      applicationId: 'a.candidate_id = (SELECT id FROM candidates WHERE user_id = upper(@applicationId))',
      // The first and the last day, in India.
      from: `a.at >= ${from}`,
      until: `a.at < ${until}`,
    },
    always: 'true',
  })

  return {
    head,
    add(line: AuditLine): void {
      insertLine.run(line)
      putHead.run({ line: line.id, hash: line.hash })
    },
    newestOf: (acts: readonly string[]): number | null => newestOf.get(JSON.stringify(acts)) ?? null,
    /** Pages and files of the log. */
    list,
    /** Every line up to the line `last`, in order, read in pieces so that nothing else has to wait. */
    *inOrder(last: number): Generator<AuditLine> {
      for (let after = 0; ; ) {
        const lines = orm
          .select()
          .from(auditLog)
          .where(and(gt(auditLog.id, after), lte(auditLog.id, last)))
          .orderBy(asc(auditLog.id))
          .limit(chunk)
          .all()
        yield* lines
        if (lines.length < chunk) return
        after = lines[lines.length - 1]!.id
      }
    },
  }
}
