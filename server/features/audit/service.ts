import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import type { AuditActor, RecordAct } from '../../domain/portal/audit'
import { parseForm } from '../../http/shape'
import { byteOrderMark, csvLine } from '../../kernel/csv'
import { ok, type Result, refuse } from '../../kernel/result'
import { days, istOffset } from '../../kernel/time'
import { type AuditHead, hashOfLine, type Verdict } from './chain'
import { AuditSearch } from './schema'
import type { AuditFilters, AuditStore, FoundLine } from './store'
import { verifyLog, verifyLogInPieces } from './verify'

const pageSize = 50

/** A page of the log, newest first. `older`: the line before which the next page begins, or null. */
type AuditPage = { lines: FoundLine[]; older: number | null }

const columns = [
  'line',
  'time (IST)',
  'actor kind',
  'actor',
  'role',
  'act',
  'application id',
  'subject',
  'detail',
  'hash',
] as const

/** `2024-08-14 17:00:09`, in India's time, which a spreadsheet can sort. */
const inIndia = (at: number) => new Date(at + istOffset).toISOString().slice(0, 19).replace('T', ' ')

/**
 * The log of acts by people with power: each line is written in the transaction of its act and carries the hash of the
 * previous line, so that no change goes unnoticed. Source: case 74.
 */
export function createAudit({ db, store, clock }: { db: Database; store: AuditStore; clock: Pick<Clock, 'portal'> }) {
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
    })

  return {
    record,

    /** `asked`: the raw search. */
    search(asked: unknown): Result<AuditPage> {
      const search = parseForm(AuditSearch, asked)
      if (!search.ok) return search
      const filters = filtersOf(search.value)
      if (!filters.ok) return filters
      const before = search.value.before === undefined ? undefined : Number(search.value.before)
      const lines = store.newest(filters.value, pageSize + 1, before)
      const shown = lines.slice(0, pageSize)
      return ok({ lines: shown, older: lines.length > pageSize ? shown[pageSize - 1]!.id : null })
    },

    /**
     * Every matching line as CSV, oldest first, in pieces. The export itself is logged, with its actor and its search.
     */
    export(actor: AuditActor, asked: unknown): Result<Iterable<string>> {
      const search = parseForm(AuditSearch, asked)
      if (!search.ok) return search
      const filters = filtersOf(search.value)
      if (!filters.ok) return filters
      const { line: last } = store.head()
      record(actor, 'audit.exported', {}, { ...search.value, last })
      return ok(csvOf(store.inOrder(filters.value, last)))
    },

    /** The newest line: a copy kept elsewhere shows later that the log still holds it. */
    head: (): AuditHead => store.head(),

    verify: (noted?: readonly AuditHead[]): Verdict => verifyLog(store, noted),

    /** The same check while other work goes on. */
    verifyInPieces: (): Promise<Verdict> => verifyLogInPieces(store),
  }
}

/** The first moment of `from` to the last one of `until`, in India. */
function filtersOf({ act, actor, applicationId, from, until }: AuditSearch): Result<AuditFilters> {
  const [first, last] = [startOfDay(from), startOfDay(until)]
  const faults = [
    ...(first === null ? [{ field: 'from', code: 'auditFrom.invalid' }] : []),
    ...(last === null ? [{ field: 'until', code: 'auditUntil.invalid' }] : []),
  ]
  if (faults.length) return refuse('check-answers', 422, { fields: faults })
  return ok({
    act,
    actorName: actor,
    userId: applicationId?.toUpperCase(),
    from: first ?? undefined,
    until: last == null ? undefined : last + days(1) - 1,
  })
}

/** Null for a date that no calendar has. */
function startOfDay(date: string | undefined): number | null | undefined {
  if (date === undefined) return undefined
  const at = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== date ? null : at - istOffset
}

export type Audit = ReturnType<typeof createAudit>

function* csvOf(lines: Iterable<FoundLine>): Generator<string> {
  yield byteOrderMark + csvLine(columns)
  for (const line of lines) {
    const { id, at, actorKind, actorName, role, act, userId, subject, detail, hash } = line
    yield csvLine([id, inIndia(at), actorKind, actorName, role, act, userId, subject, detail, hash])
  }
}
