import { hash } from 'node:crypto'
import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import { marksOf, mostSharing } from '../../domain/application/duplicates'
import type { Answers } from '../../domain/application/form/question'
import { auditActor, type RecordAct } from '../../domain/portal/audit'
import { districtsOf } from '../../domain/portal/regions'
import type { StaffScope } from '../../domain/portal/staff'
import { type ListAsked, type ListShape, listOfStore } from '../../kernel/lists'
import type { DuplicatesStore } from './store'

type Helper = StaffScope & { id: number; loginName: string }

const shape: ListShape = {
  list: 'duplicates',
  columns: [
    { key: 'kind', kind: 'text' },
    { key: 'userIds', kind: 'text' },
    { key: 'names', kind: 'written' },
    { key: 'foundAt', kind: 'time', isSortable: true },
  ],
  filters: ['kind', 'applicationId'],
  order: '-foundAt',
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
    // A centre's candidates are spread over districts, so it sees none.
    reach({ role, region }: Helper) {
      const districts = role === 'admin' ? null : region === null ? [] : districtsOf(region)
      return { districts: districts && JSON.stringify(districts) }
    },
  })

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

    /** The suspicions whose candidates are all within reach, the newest first; logs each page that is read. */
    list: {
      ...suspicions,
      piece(actor: Helper, asked: ListAsked) {
        const found = suspicions.piece(actor, asked)
        record(auditActor(actor), 'duplicates.viewed', {}, { found: found.rows.length })
        return found
      },
    },
  }
}
