import { hash } from 'node:crypto'
import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import { markKinds, marksOf, mostSharing } from '#server/domain/application/duplicates.ts'
import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import { districtsWithin, type Officer } from '#server/domain/terms/staff.ts'
import { type ListAsked, type ListShape, listOfStore } from '#server/kernel/lists.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Dismiss } from './schema'
import type { DuplicatesStore, MarkName, Sharer } from './store'

const shape: ListShape = {
  list: 'duplicates',
  columns: [
    { key: 'kind', kind: 'text' },
    { key: 'userIds', kind: 'text' },
    { key: 'names', kind: 'written' },
    { key: 'foundAt', kind: 'time', isSortable: true },
    { key: 'state', kind: 'text' },
    { key: 'remark', kind: 'written', isExtra: true },
    { key: 'dismissedByName', kind: 'text', isExtra: true },
    { key: 'dismissedAt', kind: 'time', isExtra: true },
  ],
  filters: ['kind', 'state', 'applicationId'],
  order: '-foundAt',
}

const isSame = (people: readonly Sharer[], others: readonly Sharer[]): boolean =>
  people.length === others.length &&
  people.every(({ candidateId }, place) => others[place]!.candidateId === candidateId)

/** A suspicion as an address writes it: its kind and its mark. */
function markNamed(written: string): MarkName | null {
  const [name, mark = ''] = written.split(' ')
  const kind = markKinds.find((one) => one === name)
  return kind && mark ? { kind, mark } : null
}

/** A suspicion with its candidates, the earliest registration first. */
export type Suspicion = NonNullable<ReturnType<DuplicatesStore['suspicion']>> & {
  people: ReturnType<DuplicatesStore['sharers']>
}

/** Versions checked at a time: a few hundredths of a second. */
const batch = 200

/**
 * Finds persons who have submitted more than one form: checked at each submission, reported as a list, decided by
 * people.
 */
export function createDuplicates({
  db,
  store,
  clock,
  record,
}: {
  db: Database
  store: DuplicatesStore
  clock: Pick<Clock, 'portal'>
  record: RecordAct
}) {
  const suspicions = listOfStore({
    shape,
    reader: store.list,
    opensWith: { state: 'open' },
    reach(actor: Officer) {
      const districts = districtsWithin(actor)
      return { districts: districts && JSON.stringify(districts) }
    },
  })

  /** A suspicion whose candidates are all within reach; one out of reach looks like an unknown one. */
  function within(actor: Officer, name: MarkName) {
    const districts = districtsWithin(actor)
    const found = store.suspicion(name)
    const people = found ? store.sharers(name) : []
    const isReached = districts === null || people.every(({ district }) => districts.includes(district))
    return found && people.length > 1 && isReached ? { ...found, people } : null
  }

  function judge(actor: Officer, written: string, state: 'open' | 'dismissed', act: (found: Suspicion) => void) {
    return db.transact((): Result<undefined> => {
      const name = markNamed(written)
      const found = name && within(actor, name)
      if (!found) return refuse('unknown-suspicion', 404)
      if (found.state !== state) return refuse('suspicion-judged', 409)
      act(found)
      for (const { candidateId } of found.people)
        record(
          auditActor(actor),
          `duplicates.${state === 'open' ? 'dismissed' : 'reopened'}`,
          { candidateId },
          { kind: found.kind },
        )
      return ok()
    })
  }

  function lookAt(candidateId: number, snapshot: string): void {
    const form = JSON.parse(snapshot) as { fullName: string; answers: Answers; documents: { hash: string }[] }
    const marks = marksOf(form).map(({ kind, value }) => ({ kind, mark: hash('sha256', `${kind} ${value}`, 'hex') }))
    store.replaceMarks(candidateId, marks)
    for (const { kind, mark } of marks) {
      const sharing = store.sharing(kind, mark, mostSharing + 1)
      if (sharing > mostSharing) store.unshare(kind, mark)
      else if (sharing > 1) store.share(kind, mark, clock.portal())
    }
  }

  return {
    /** A suspicion by its name in an address; null for an unknown one, and for one out of reach. Logs the look. */
    opened(actor: Officer, written: string | undefined): Suspicion | null {
      const name = markNamed(written ?? '')
      const found = name && within(actor, name)
      if (found) record(auditActor(actor), 'duplicates.viewed', {}, { found: found.people.length })
      return found
    },

    /** The open suspicions about a candidate that are within reach. */
    openOf: (actor: Officer, candidateId: number): Suspicion[] =>
      store.openOf(candidateId).flatMap((name) => within(actor, name) ?? []),

    /**
     * Judges that the candidates are different persons, whatever else the same candidates share. Refusals: `unknown-suspicion` (404), `suspicion-judged` (409).
     */
    dismiss: (actor: Officer, { suspicion, remark }: Dismiss): Result<undefined> =>
      judge(actor, suspicion, 'open', ({ people }) => {
        const facts = { dismissedAt: clock.portal(), dismissedBy: actor.id, remark, dismissedFor: people.length }
        for (const name of store.openOf(people[0]!.candidateId))
          if (isSame(people, store.sharers(name))) store.dismiss(name, facts)
      }),

    /** Takes that judgement back. */
    reopen: (actor: Officer, written: string): Result<undefined> =>
      judge(actor, written, 'dismissed', ({ kind, mark }) => store.reopen({ kind, mark })),

    /** A job: checks the versions submitted since its last run, and returns their number. */
    lookForDuplicates(): number {
      const after = store.lastLookedAt()
      const versions = store.versionsAfter(after, batch)
      const last = versions[versions.length - 1]
      if (!last) return 0
      db.transact(() => {
        for (const { candidateId, snapshot } of versions) lookAt(candidateId, snapshot)
        store.looked(last.place)
      })
      return versions.length
    },

    /** The suspicions whose candidates are all within reach, the newest first; logs each page that is read. */
    list: {
      ...suspicions,
      piece(actor: Officer, asked: ListAsked) {
        const found = suspicions.piece(actor, asked)
        record(auditActor(actor), 'duplicates.viewed', {}, { found: found.rows.length })
        return found
      },
    },
  }
}
