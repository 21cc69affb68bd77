import { hash } from 'node:crypto'
import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import { markKinds, marksOf, mostSharing } from '#server/domain/application/duplicates.ts'
import { mostCounted, type Waiting } from '#server/domain/desk/waiting.ts'
import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import { districtsWithin, mayDo, type Officer } from '#server/domain/terms/staff.ts'
import type { Documents } from '#server/features/application/documents/service.ts'
import type { Language } from '#server/kernel/languages.ts'
import { type ListAsked, type ListShape, listOfStore } from '#server/kernel/lists.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { ShownFacts } from '../scrutiny/shown-facts'
import { createComparison, type Submitted, signWords } from './compare'
import type { Judgement } from './schema'
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

/** The marks of a submitted version, as they are stored. */
const marksIn = (snapshot: string) =>
  marksOf(JSON.parse(snapshot) as Submitted).map(({ kind, value, about }) => ({
    kind,
    about,
    mark: hash('sha256', `${kind} ${value}`, 'hex'),
  }))

/** The reach of a person, as the store takes it. */
const reachOf = (actor: Officer): string | null => {
  const districts = districtsWithin(actor)
  return districts && JSON.stringify(districts)
}

/** The suspicions within a person's reach; first those that nobody has judged. */
const suspicionsOf = ({ list }: DuplicatesStore) =>
  listOfStore({
    shape,
    reader: list,
    opensWith: { state: 'open' },
    reach: (actor: Officer) => ({ districts: reachOf(actor) }),
  })

const toJudge = (open: ReturnType<DuplicatesStore['open']>): Waiting => ({
  kind: 'duplicate',
  ...open,
  dueAt: null,
  page: 'duplicates',
  query: { state: 'open' },
})

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
  shownFacts,
  documents,
}: {
  db: Database
  store: DuplicatesStore
  clock: Pick<Clock, 'portal'>
  record: RecordAct
  shownFacts: ShownFacts
  documents: Pick<Documents, 'held' | 'view' | 'stored'>
}) {
  const compare = createComparison({ store, documents, shownFacts })
  const suspicions = suspicionsOf(store)

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

  /** The question or document of a candidate's newest form by which a suspicion was found; null if it says so by itself. */
  function aboutOf({ kind, mark }: MarkName, candidateId: number): string | null {
    const snapshot = kind === 'name-and-birth' ? undefined : store.newestVersion(candidateId)
    if (snapshot === undefined) return null
    return marksIn(snapshot).find((one) => one.kind === kind && one.mark === mark)?.about ?? null
  }

  /** The open suspicions about a candidate that are within reach. */
  const openOf = (actor: Officer, candidateId: number): Suspicion[] =>
    store.openOf(candidateId).flatMap((name) => within(actor, name) ?? [])

  function lookAt(candidateId: number, snapshot: string): void {
    const marks = marksIn(snapshot)
    store.replaceMarks(
      candidateId,
      marks.map(({ kind, mark }) => ({ kind, mark })),
    )
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

    /**
     * Whom an officer may suspect of being the same person as a candidate: each once, with every sign of it and what it was
     * found in.
     */
    othersOf(actor: Officer, candidateId: number, language: Language) {
      const others = new Map<number, { person: Sharer; suspicion: string; signs: Set<string> }>()
      for (const { kind, mark, people } of openOf(actor, candidateId))
        for (const person of people) {
          if (person.candidateId === candidateId) continue
          const known = others.get(person.candidateId) ?? { person, suspicion: `${kind} ${mark}`, signs: new Set() }
          others.set(person.candidateId, known)
          known.signs.add(signWords({ kind, about: aboutOf({ kind, mark }, candidateId) }, language))
        }
      return [...others.values()]
    },

    /**
     * Two forms of a suspicion, fact by fact, with every sign that these two share. `asked`: their Application IDs; by default
     * the first two that orders have not excluded. Null if the suspicion has no two.
     */
    compared(actor: Officer, suspicion: Suspicion, asked: readonly (string | undefined)[], language: Language) {
      const { people } = suspicion
      const alive = people.filter(({ isExcluded }) => !isExcluded)
      const chosen = asked.flatMap((userId) => people.find((one) => one.userId === userId) ?? [])
      const [one, other] = [...new Set([...chosen, ...alive, ...people])]
      if (!one || !other) return null
      const signs = store
        .openOf(one.candidateId)
        .filter((name) => store.sharers(name).some(({ candidateId }) => candidateId === other.candidateId))
        .map((name) => {
          const sign = { kind: name.kind, about: aboutOf(name, one.candidateId) }
          return { ...sign, words: signWords(sign, language) }
        })
      for (const { candidateId } of [one, other]) record(auditActor(actor), 'duplicates.compared', { candidateId })
      return { pair: [one, other] as const, signs, ...compare(one, other, language) }
    },

    /** A document of a candidate within a suspicion that the officer may see, whole or one page of it; logs the look. */
    async document(actor: Officer, userId: string, name: string, page?: number): ReturnType<Documents['view']> {
      const candidateId = store.candidate(userId)
      const isSuspected =
        candidateId !== undefined && store.sharedOf(candidateId).some((mark) => within(actor, mark) !== null)
      if (!isSuspected) return refuse('document-unknown', 404)
      const opened = await documents.view(candidateId, name, actor, page)
      if (opened.ok) record(auditActor(actor), 'duplicates.document-seen', { candidateId }, { document: name })
      return opened
    },

    /** The suspicions that this person has to judge, for the desk's home. */
    waiting: (actor: Officer): Waiting[] =>
      mayDo(actor.role, 'help-desk') ? [toJudge(store.open(reachOf(actor), mostCounted + 1))] : [],

    /**
     * Judges that the candidates are different persons, whatever else the same candidates share. Refusals: `unknown-suspicion` (404), `suspicion-judged` (409).
     */
    dismiss: (
      actor: Officer,
      { suspicion, remark }: Pick<Judgement, 'suspicion'> & { remark: string },
    ): Result<undefined> =>
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
