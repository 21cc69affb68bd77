import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { AuditAct, RecordAct } from '#server/domain/terms/audit.ts'
import { type ListShape, listOfStore } from '#server/kernel/lists.ts'
import { type AuditHead, hashOfLine, type Verdict } from './chain'
import type { AuditStore } from './store'
import { verifyLog, verifyLogInPieces } from './verify'
import { lineInWords } from './words'

const shape: ListShape = {
  list: 'audit',
  columns: [
    { key: 'line', kind: 'text', isSortable: true },
    { key: 'at', kind: 'time' },
    { key: 'act', kind: 'text' },
    { key: 'actorName', kind: 'text' },
    { key: 'role', kind: 'text', isExtra: true },
    { key: 'actorKind', kind: 'text', isExtra: true },
    { key: 'userId', kind: 'text' },
    { key: 'subject', kind: 'text', needsRoom: true },
    { key: 'detail', kind: 'text' },
    { key: 'hash', kind: 'text', isExtra: true },
  ],
  filters: ['act', 'actor', 'applicationId', 'from', 'until'],
  days: ['from', 'until'],
  order: '-line',
}

/**
 * The log of acts by people with power: each line is written in the transaction of its act and carries the hash of the
 * previous line, so that no change goes unnoticed. Source: case 74.
 */
export function createAudit({ db, store, clock }: { db: Database; store: AuditStore; clock: Pick<Clock, 'portal'> }) {
  let recorded: (act: AuditAct) => void = () => {}
  const record: RecordAct = (actor, act, subject = {}, detail = {}) =>
    // SQLite lets one writer in at a time, so the chain has one end.
    db.transact(() => {
      const head = store.head()
      const line = {
        id: head.line + 1,
        at: clock.portal(),
        actorKind: actor.kind,
        actorId: actor.kind === 'system' ? null : actor.id,
        actorName: actor.name,
        role: actor.kind === 'staff' ? actor.role : null,
        act,
        candidateId: subject.candidateId ?? null,
        subject: subject.of ?? null,
        detail: JSON.stringify(detail),
        previousHash: head.hash,
      }
      store.add({ ...line, hash: hashOfLine(line) })
      recorded(act)
    })

  return {
    record,

    /** Calls `listener` for every act, within its transaction. */
    onRecorded(listener: (act: AuditAct) => void): void {
      recorded = listener
    },

    /** The number of the newest line of these acts; null without one. Whatever such an act changes, this has changed too. */
    newestOf: (...acts: readonly AuditAct[]): number | null => store.newestOf(acts),

    /** The lines, the newest first. */
    list: listOfStore({ shape, reader: store.list, reach: () => ({}) }),

    /** A line of the list in words. */
    inWords: lineInWords,

    /** The newest line: a copy kept elsewhere shows later that the log still holds it. */
    head: (): AuditHead => store.head(),

    verify: (noted?: readonly AuditHead[]): Verdict => verifyLog(store, noted),

    /** The same check while other work goes on. */
    verifyInPieces: (): Promise<Verdict> => verifyLogInPieces(store),
  }
}

export type Audit = ReturnType<typeof createAudit>
