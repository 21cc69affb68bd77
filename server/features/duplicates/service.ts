import { hash } from 'node:crypto'
import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import { type MarkKind, marksOf, mostSharing } from '../../domain/application/duplicates'
import type { Answers } from '../../domain/application/form/question'
import { auditActor, type RecordAct } from '../../domain/portal/audit'
import { mayTouch, type Place, type StaffScope } from '../../domain/portal/staff'
import type { DuplicatesStore, Sharer } from './store'

type Helper = StaffScope & { id: number; loginName: string }

/** Candidates who may be the same person, with the evidence. */
type Suspicion = {
  kind: MarkKind
  foundAt: number
  candidates: Pick<Sharer, 'userId' | 'fullName' | 'createdAt'>[]
}

/** Versions checked at a time: a few hundredths of a second. */
const batch = 200
/** The most suspicions listed; the newest. */
const mostListed = 100

/**
 * Finds persons who have submitted more than one form: checked at each submission, reported as a list, decided by
 * people.
 */
export function createDuplicates({
  db,
  store,
  clock,
  record,
  place,
}: {
  db: Database
  store: DuplicatesStore
  clock: Pick<Clock, 'portal'>
  record: RecordAct
  /** The place a candidate belongs to. */
  place(candidate: { id: number; district: string }): Place
}) {
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

    /** The newest suspicions whose candidates are all within reach; logs the look. */
    suspicions(actor: Helper): Suspicion[] {
      const found = store.shared(mostListed).flatMap(({ kind, mark, foundAt }): Suspicion[] => {
        const sharers = store.sharers(kind, mark)
        const isWithin = sharers.length > 1 && sharers.every((candidate) => mayTouch(actor, place(candidate)))
        const candidates = sharers.map(({ userId, fullName, createdAt }) => ({ userId, fullName, createdAt }))
        return isWithin ? [{ kind, foundAt, candidates }] : []
      })
      record(auditActor(actor), 'duplicates.viewed', {}, { found: found.length })
      return found
    },
  }
}
