import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Course } from '#server/courses/course.ts'
import { mostCounted, releasePages, type Waiting } from '#server/domain/desk/waiting.ts'
import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import {
  hasHands,
  type IsSecondPerson,
  isPublicationDue,
  isSecondPerson,
  type Releasable,
  type Release,
  type ReleaseEvent,
  type ReleasePlan,
  releaseEvents,
  stateAfter,
} from '#server/domain/terms/release.ts'
import { cellRoutes } from '#server/domain/terms/routes.ts'
import { mayDo, type StaffMember, type StaffScope } from '#server/domain/terms/staff.ts'
import type { FaultLog } from '#server/kernel/background.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { hours } from '#server/kernel/time.ts'
import { createPreparations } from './preparations'
import type { ReleaseStore } from './store'

/** Somebody who may release what others prepared. */
type Reviewer = { id: number } & StaffScope

type ReleasesDeps = {
  db: Database
  store: ReleaseStore
  clock: Clock
  course: Pick<Course, 'newAccountHours'>
  record: RecordAct
  log: FaultLog
}

/**
 * Release by a second person: one prepares (at once or in a long background run), another compares and releases, a job
 * publishes at the scheduled instant. Each feature describes its own part in a plan. Source: rules §1.6, §7.2, §8.9.
 */
export function createReleases(deps: ReleasesDeps) {
  const { db, store, clock, record } = deps
  const preparations = createPreparations(deps)
  const waitingOf: ((actor: Reviewer) => Waiting | null)[] = []
  const isAnotherPerson: IsSecondPerson = (preparedBy, actor) =>
    isSecondPerson(
      preparedBy,
      actor,
      store.makings([...preparedBy, actor.id], clock.real() - hours(deps.course.newAccountHours)),
    )

  function of<Row extends Releasable>(plan: ReleasePlan<Row>): Release<Row> {
    const { kind, find, refusals, acts, publication } = plan
    if (hasHands(kind) !== (plan.hands !== undefined))
      throw new Error(`who has a hand in ${kind}? Its inputs and its plan disagree`)
    const now = () => (plan.isRealTime ? clock.real() : clock.portal())
    const subjectOf = (row: Row) => plan.subject?.(row) ?? { of: `${kind}:${row.id}` }
    const mayRelease = (row: Row, actor: { id: number }) =>
      plan.needsSecondPerson?.(row) === false || isAnotherPerson(plan.hands?.(row) ?? [row.preparedBy], actor)

    const barOf = (row: Row, actor: { id: number }) =>
      row.preparedBy !== actor.id && plan.hands?.(row).includes(actor.id) && plan.handRefusal
        ? plan.handRefusal
        : 'second-person'

    const move = (row: Row, event: ReleaseEvent, by?: StaffMember): boolean =>
      stateAfter(row.state, event) !== null &&
      store.move(kind, row.id, row.state, releaseEvents[event].to, by && { by: by.id, at: now() })

    /** A row that can take an event, or the refusal. */
    function before(id: number, event: ReleaseEvent): Result<Row> {
      const row = find(id)
      if (!row) return refuse(refusals.unknown, 404)
      return stateAfter(row.state, event) === null ? refuse(refusals.decided, 409) : ok(row)
    }

    function fail(id: number, fault: string, details: readonly string[] = []): void {
      db.transact(() => {
        const row = find(id)
        if (row && move(row, 'fail')) plan.onFail?.(row, { fault, details })
        preparations.end(kind, id)
      })
    }

    waitingOf.push((actor) => {
      const pages = plan.waitsAs === 'opening' ? (['set-up'] as const) : [releasePages[kind]].flat()
      const page = pages.find((one) => mayDo(actor.role, cellRoutes[one].permission))
      if (!page) return null
      const mine = store.oldestInState(kind, 'prepared', mostCounted + 1).flatMap(({ id, preparedAt }) => {
        const row = find(id)
        return row && (plan.isWithin?.(row, actor) ?? true) && mayRelease(row, actor) ? [{ row, preparedAt }] : []
      })
      const due = mine.flatMap(({ row }) => publication?.dueAt(row) ?? [])
      return {
        kind: plan.waitsAs ?? kind,
        page,
        count: mine.length,
        oldestAt: mine[0]?.preparedAt ?? null,
        dueAt: due.length ? Math.min(...due) : null,
      }
    })

    return {
      mayRelease,

      release(actor, id, seen) {
        return db.transact((): Result<Row> => {
          const found = before(id, 'release')
          if (!found.ok) return found
          const row = found.value
          if (!mayRelease(row, actor)) return refuse(barOf(row, actor), 403)
          const may = plan.mayRelease?.(row) ?? ok()
          if (!may.ok) return may
          const hasSeen = seen?.(row) ?? ok()
          if (!hasSeen.ok) return hasSeen
          const done = plan.onRelease?.(row, actor) ?? ok()
          if (!done.ok) return done
          move(row, 'release', actor)
          if (!publication) store.move(kind, id, 'released', 'published')
          record(auditActor(actor), acts.release, subjectOf(row), plan.detail?.(row))
          return found
        })
      },

      discard(actor, id) {
        return db.transact((): Result<Row> => {
          const found = before(id, 'discard')
          if (!found.ok) return found
          move(found.value, 'discard', actor)
          preparations.end(kind, id)
          record(auditActor(actor), acts.discard, subjectOf(found.value), plan.detail?.(found.value))
          return found
        })
      },

      move(id, event) {
        const row = find(id)
        return row !== undefined && move(row, event)
      },

      publishDue() {
        if (!publication) return
        const isDue = (row: Row | undefined): row is Row =>
          row !== undefined && isPublicationDue(publication.dueAt(row), now())
        for (const id of store.inState(kind, 'released')) {
          if (!isDue(find(id))) continue
          const isOurs = db.transact(() => {
            // Checked again under the lock: another process may have published it, moved the instant or prepared a new
            // one.
            const row = find(id)
            const at = now()
            if (!isDue(row)) return false
            if (row.state !== 'released' || !(publication.isCurrent?.(row) ?? true)) return false
            publication.onPublish(row, at)
            move(row, 'publish')
            if (acts.publish)
              record({ kind: 'system', name: publication.job }, acts.publish, subjectOf(row), plan.detail?.(row))
            return true
          })
          if (isOurs) publication.announce()
        }
      },

      begin: (id) => void preparations.claim(kind, id),
      prepare: (id, work) =>
        preparations.run(kind, id, work, (isBrokenOff) => fail(id, isBrokenOff ? 'abandoned' : 'broken')),
      fail,
      progress: (id) => preparations.progress(kind, id),

      failAbandoned() {
        for (const id of store.inState(kind, 'preparing')) {
          db.transact(() => {
            if (preparations.isAbandoned(kind, id)) fail(id, 'abandoned')
          })
        }
      },
    }
  }

  return {
    of,
    /** The prepared rows of every kind that wait for this person. */
    waiting: (actor: Reviewer): Waiting[] => waitingOf.flatMap((waitingFor) => waitingFor(actor) ?? []),
    isSecondPerson: isAnotherPerson,
    preparations,
    settled: preparations.settled,
    /** Call before the threads are stopped: the preparations this interrupts fail without an alarm. */
    closing: preparations.closing,
  }
}
