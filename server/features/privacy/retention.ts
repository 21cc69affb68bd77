import type { AuditActor } from '../../domain/portal/audit'
import { recordClasses, retentionClasses, retentionDates, seasonEnd } from '../../domain/privacy/retention'
import { breath } from '../../kernel/background'
import { inPieces } from '../../kernel/in-pieces'
import { days } from '../../kernel/time'
import type { PrivacyDeps } from './deps'

/** Candidates in one transaction: pages go on being served between two of them. */
const pieceSize = 100

const job: AuditActor = { kind: 'system', name: 'retention' }

/**
 * The retention of each class of data: first nobody at the desk can open a record, later it is erased. The audit log has
 * a line for each piece of the work. Payments under way keep a record as it is. Source: rules §13.6.
 */
export function createRetention({
  db,
  store,
  erasure,
  clock,
  course,
  schedule,
  record,
  discardFiles,
  onNamesErased,
}: PrivacyDeps) {
  const periods = () => course.personalData.retention
  const end = () => seasonEnd(schedule())
  const hasCome = (at: number | null | undefined) => at != null && at <= clock.portal()

  async function restrictRecords(): Promise<void> {
    for (const of of recordClasses) {
      if (!hasCome(retentionDates(periods()[of], end())?.restrictAt)) continue
      await inPieces(
        (after) => erasure.next(of, 'restrict', after, pieceSize),
        (ids) =>
          db.transact(() => {
            for (const id of ids) store.mark(id, { restrictedAt: clock.portal() })
            record(job, 'privacy.restricted', {}, { class: of, people: ids.length })
          }),
      )
    }
  }

  async function eraseRecords(): Promise<void> {
    let erased = 0
    for (const of of recordClasses) {
      if (!hasCome(retentionDates(periods()[of], end())?.eraseAt)) continue
      await inPieces(
        (after) => erasure.next(of, 'erase', after, pieceSize),
        (ids) => {
          const hashes = db.transact(() => {
            const files = ids.flatMap((id) => erasure.hashes(id))
            let rows = 0
            for (const id of ids) {
              rows += erasure.erase(id, ['account', 'application', 'seats', 'optional', 'messages', 'logins'])
              store.mark(id, { erasedAt: clock.portal() })
            }
            record(job, 'privacy.erased', {}, { class: of, people: ids.length, rows, files: files.length })
            return files
          })
          discardFiles(hashes)
          erased += ids.length
        },
      )
    }
    if (erased) await onNamesErased()
  }

  async function eraseParts(): Promise<void> {
    await inPieces(
      (after) => erasure.nextWith('last messages', after, pieceSize),
      (ids) =>
        db.transact(() => {
          for (const id of ids) erasure.erase(id, ['messages'])
        }),
    )
    for (const part of ['payments', 'messages'] as const) {
      if (!hasCome(retentionDates(periods()[part], end())?.eraseAt)) continue
      await inPieces(
        (after) => erasure.nextWith(part, after, pieceSize),
        (ids) =>
          db.transact(() => {
            const rows = ids.reduce((sum, id) => sum + erasure.erase(id, [part]), 0)
            record(job, 'privacy.erased', {}, { class: part, people: ids.length, rows })
          }),
      )
    }
  }

  async function eraseLogins(): Promise<void> {
    const before = clock.real() - days(periods().logins.erase)
    for (let rows = -1; rows !== 0; ) {
      rows = db.transact(() => {
        const deleted = erasure.eraseLogins(before, pieceSize * 10)
        if (deleted) record(job, 'privacy.erased', {}, { class: 'logins', rows: deleted })
        return deleted
      })
      await breath()
    }
  }

  return {
    /** A job: restricts and erases what is due. */
    async run(): Promise<void> {
      await restrictRecords()
      await eraseRecords()
      await eraseParts()
      await eraseLogins()
    },

    /**
     * May nobody at the desk open the record that this address shows? `route`: of the table; `params`: its named parts, an
     * Application ID, or the number of a grievance or certificate.
     */
    isClosed(route: string, { userId, id }: Readonly<Record<string, string>>): boolean {
      if (userId !== undefined) return store.isClosedBy('userId', userId.toUpperCase())
      const [page] = route.split('/')
      return id !== undefined && (page === 'certificates' || page === 'grievances') && store.isClosedBy(page, id)
    },

    /** Each class with its days, and its dates by the schedule as it is; null where no date can be known. */
    plan: () =>
      retentionClasses.map((of) => ({
        of,
        ...periods()[of],
        dates: of === 'logins' ? null : retentionDates(periods()[of], end()),
      })),
  }
}
