import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import { mostCounted, type Waiting } from '#server/domain/desk/waiting.ts'
import type { Verdict } from '#server/domain/scrutiny/scrutiny.ts'
import { leftAloneFor } from '#server/domain/scrutiny/workload.ts'
import { type AuditAct, auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import { districtsWithin, mayDo, type Officer } from '#server/domain/terms/staff.ts'
import type { Documents } from '#server/features/application/documents/service.ts'
import { keptCount } from '#server/kernel/kept-count.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { ByFact } from '../scrutiny/by-fact'
import type { FactView } from '../scrutiny/fact-view'
import type { Given } from '../scrutiny/verdicts'
import type { ReadingRow, SecondReadingsStore } from './store'

/** A form for its second reader, who does not see the first verdicts. */
export type SecondReading = { userId: string; fullName: string; isMine: boolean; facts: FactView[] }

/** The newest misses, and the forms confirmed with documents unopened, that leads read. */
const mostShown = 50

const unknown = () => refuse('second-unknown', 404)

/**
 * The second reading of a share of the confirmed forms, by an officer who has judged none of the form before and sees no
 * verdict of it. It changes nothing on the form; leads read how far both agree. Source: rules §5.9.
 */
export function createSecondReadings({
  db,
  store,
  clock,
  byFact,
  documents,
  record,
}: {
  db: Database
  store: SecondReadingsStore
  clock: Pick<Clock, 'portal'>
  byFact: ByFact
  documents: Pick<Documents, 'view'>
  record: RecordAct
}) {
  const reachOf = (officer: Officer) => {
    const districts = districtsWithin(officer)
    return { officer: officer.id, districts: districts && JSON.stringify(districts) }
  }
  const before = () => clock.portal() - leftAloneFor

  const find = (officer: Officer, userId: string): ReadingRow | undefined =>
    mayDo(officer.role, 'scrutinise') ? store.find({ ...reachOf(officer), userId }) : undefined

  const note = (officer: Officer, act: AuditAct, { candidateId, version }: ReadingRow, more = {}) =>
    record(auditActor(officer), act, { candidateId }, { version, ...more })

  /** A form in this officer's hand, for a document of it. */
  function held(officer: Officer, userId: string): ReadingRow | undefined {
    const row = find(officer, userId)
    return row?.readerId === officer.id ? row : undefined
  }

  /** The form in this officer's hand, with a verdict on every fact. */
  function judgedBy(
    officer: Officer,
    userId: string,
    given: Given,
  ): Result<{ row: ReadingRow; verdicts: readonly Verdict[] }> {
    const row = find(officer, userId)
    if (!row) return unknown()
    if (row.readerId !== officer.id) return refuse('second-held', 409)
    const verdicts = byFact.parse(row.candidateId, given)
    if (!verdicts.ok) return verdicts
    const fields = byFact.faultsOf(row.candidateId, verdicts.value)
    return fields.length ? refuse('check-answers', 422, { fields }) : ok({ row, verdicts: verdicts.value })
  }

  const figures = keptCount(
    async (rest) => {
      const at = clock.portal()
      const officers = store.byOfficer()
      await rest()
      const centres = store.byCentre()
      await rest()
      const facts = store.byFact()
      await rest()
      return {
        at,
        officers,
        centres,
        facts,
        misses: store.disagreements(mostShown),
        unopened: store.unopened(mostShown),
      }
    },
    { quick: 20, now: clock.portal },
  )

  return {
    /** The forms that this officer can read a second time. */
    waiting(officer: Officer): Waiting[] {
      if (!mayDo(officer.role, 'scrutinise')) return []
      const { count, oldestAt } = store.waiting({ ...reachOf(officer), before: before(), most: mostCounted + 1 })
      return [{ kind: 'second-reading', page: 'scrutiny', count, oldestAt, dueAt: null }]
    },

    /** Takes up the form that was confirmed first; null if none waits for this officer. */
    takeNext(officer: Officer): Result<string | null> {
      return db.transact((): Result<string | null> => {
        if (!mayDo(officer.role, 'scrutinise')) return unknown()
        const row = store.next({ ...reachOf(officer), before: before() })
        if (!row) return ok(null)
        if (row.readerId !== officer.id) {
          store.take(row.candidateId, row.version, officer.id, clock.portal())
          note(officer, 'second-readings.taken', row)
        }
        return ok(row.userId)
      })
    },

    /** The facts of a form for its second reader, without any verdict; logs the look. Null for anybody else. */
    open(officer: Officer, userId: string, language: Language): SecondReading | null {
      return db.transact((): SecondReading | null => {
        const row = find(officer, userId)
        if (!row) return null
        note(officer, 'second-readings.read', row)
        const { candidateId: id, fullName } = row
        const isMine = row.readerId === officer.id
        return { userId, fullName, isMine, facts: isMine ? byFact.blank({ id, fullName }, language) : [] }
      })
    },

    /** A document of a form in this officer's hand, whole or one page of it as a picture; logs the look. */
    async document(officer: Officer, userId: string, name: string, page?: number) {
      const row = held(officer, userId)
      if (!row) return unknown()
      const opened = await documents.view(row.candidateId, name, officer, page)
      if (opened.ok) note(officer, 'second-readings.document-seen', row, { document: name.slice(0, 60) })
      return opened
    },

    /** Could `finish` be carried out with these verdicts? Nothing is written. */
    mayFinish: (officer: Officer, userId: string, given: Given): Result<undefined> => {
      const judged = judgedBy(officer, userId, given)
      return judged.ok ? ok() : judged
    },

    /**
     * Ends the second reading with a verdict on every fact. Refusals: `second-unknown` (404) for a form that was opened again
     * meanwhile or that this officer may not read, `second-held` (409) while a colleague has it, and `check-answers`.
     */
    finish(officer: Officer, userId: string, given: Given): Result<{ disagreed: number }> {
      return db.transact((): Result<{ disagreed: number }> => {
        const judged = judgedBy(officer, userId, given)
        if (!judged.ok) return judged
        const { row, verdicts } = judged.value
        store.finish(row.candidateId, row.version, verdicts, clock.portal())
        const disagreed = verdicts.filter(({ isAccepted }) => !isAccepted).length
        note(officer, 'second-readings.finished', row, { disagreed })
        return ok({ disagreed })
      })
    },

    /** Agreement by officer, centre and fact, in a large season up to an hour old; null for staff who do not lead. */
    figures: async (actor: Officer) => (mayDo(actor.role, 'staff') ? figures.current() : null),
  }
}

export type SecondReadings = ReturnType<typeof createSecondReadings>
