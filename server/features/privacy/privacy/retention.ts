import { setTimeout as pause } from 'node:timers/promises'
import { type DataPart, type ErasureOutcome, isWhole } from '#server/domain/privacy/erasure.ts'
import { recordClasses, retentionClasses, retentionDates, seasonEnd } from '#server/domain/privacy/retention.ts'
import type { AuditActor } from '#server/domain/terms/audit.ts'
import { breath } from '#server/kernel/background.ts'
import { inPieces } from '#server/kernel/in-pieces.ts'
import { days, hours } from '#server/kernel/time.ts'
import type { Row } from './aside-store'
import type { PrivacyDeps } from './deps'

/** Candidates in one transaction: pages go on being served between two of them. */
const pieceSize = 100

/** Milliseconds that a portion of a night takes to come back, and that others have to save before the next one. */
const portionTakes = 300
const restBetween = 150
const longestPortion = hours(1)

const job: AuditActor = { kind: 'system', name: 'retention' }

/** The parts of a record that are erased together. Payments have a time of their own. */
const wholeRecord: readonly DataPart[] = ['account', 'application', 'seats', 'optional', 'messages', 'logins']

/**
 * The retention of each class of data: first nobody at the desk can open a record, later it is erased. The audit log has
 * a line for each piece of the work. What is erased is set aside for a week first. Payments under way keep a record as it is. Source: rules §13.6.
 */
export function createRetention({
  db,
  store,
  erasure,
  clock,
  course,
  schedule,
  record,
  aside,
  setFilesAside,
  bringFilesBack,
  onNamesErased,
}: PrivacyDeps) {
  /** The night that runs, once it erases or restricts anything. */
  let night = 0
  const keep = (table: string, rows: readonly Row[]): void => aside.keep(night, table, rows)
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
            for (const id of ids) {
              keep('data_states', [erasure.state(id)])
              store.mark(id, { restrictedAt: clock.portal() })
            }
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
              keep('data_states', [erasure.state(id)])
              rows += erasure.erase(id, wholeRecord, keep)
              store.mark(id, { erasedAt: clock.portal() })
            }
            record(job, 'privacy.erased', {}, { class: of, people: ids.length, rows, files: files.length })
            return files
          })
          setFilesAside(hashes)
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
          // Of people who asked for it, or whose other messages are set aside already.
          for (const id of ids) erasure.erase(id, ['messages'])
        }),
    )
    for (const part of ['payments', 'messages'] as const) {
      if (!hasCome(retentionDates(periods()[part], end())?.eraseAt)) continue
      await inPieces(
        (after) => erasure.nextWith(part, after, pieceSize),
        (ids) =>
          db.transact(() => {
            let rows = 0
            for (const id of ids) {
              const erased = erasure.erase(id, [part], keep)
              if (erased) aside.part(night)
              rows += erased
            }
            record(job, 'privacy.erased', {}, { class: part, people: ids.length, rows })
          }),
      )
    }
  }

  async function eraseLogins(): Promise<void> {
    const before = clock.real() - days(periods().logins.erase)
    for (let rows = -1; rows !== 0; ) {
      rows = db.transact(() => {
        const deleted = erasure.eraseLogins(before, pieceSize * 10, keep)
        if (deleted) aside.part(night)
        if (deleted) record(job, 'privacy.erased', {}, { class: 'logins', rows: deleted })
        return deleted
      })
      await breath()
    }
  }

  /** Erases again what was erased because its owner asked for it: their request stands, whatever a night is said to have done. */
  function eraseAsAsked(people: ReadonlySet<number>): void {
    for (const { candidateId, outcome, decidedAt } of store.grantedErasures()) {
      if (!people.has(candidateId)) continue
      const granted = JSON.parse(outcome) as ErasureOutcome
      erasure.erase(candidateId, isWhole(granted) ? wholeRecord : granted.erased)
      if (isWhole(granted)) store.mark(candidateId, { erasedAt: decidedAt })
    }
  }

  /** One transaction of `bringBack`. Rows that refer to each other across its end need a longer one. */
  function portion(of: number, night: number | null, milliseconds = portionTakes) {
    try {
      return db.transact(() => {
        const { people, isOver, ...done } = aside.bringBack(of, milliseconds)
        eraseAsAsked(people)
        const files = isOver ? bringFilesBack() : 0
        record(job, 'privacy.brought-back', {}, { night, ...done, files })
        return { ...done, files, isOver }
      })
    } catch (error) {
      const isCut = (error as { code?: string }).code === 'SQLITE_CONSTRAINT_FOREIGNKEY'
      if (!isCut || milliseconds > longestPortion) throw error
      return portion(of, night, milliseconds * 4)
    }
  }

  return {
    /** A job: restricts and erases what is due. What it erases can be brought back for a week of nights. */
    async run(): Promise<void> {
      night = db.transact(() => aside.beginNight(clock.portal()))
      while (db.transact(() => aside.forget(night))) await breath()
      await restrictRecords()
      await eraseRecords()
      await eraseParts()
      await eraseLogins()
    },

    /** The nights whose work can be brought back, newest first. */
    nights: aside.nights,

    /**
     * Brings back everything that a night erased or restricted: records, payments, messages, logins and files, but nothing whose
     * erasure a candidate was granted. If its time has really come, the next night erases it again. It comes back in portions of whole
     * records, between which others save; what is not back when this breaks off comes with the next call. `onPortion` is told the rows so far. `taken`:
     * candidates whose number or address somebody has registered with since.
     */
    async bringBack(
      of: number,
      onPortion: (rows: number) => void = () => {},
    ): Promise<{ rows: number; taken: number; files: number }> {
      const night = aside.nights().find(({ id }) => id === of)?.at ?? null
      const all = { rows: 0, taken: 0, files: 0 }
      for (let isOver = false; !isOver; ) {
        // Nobody waits for the files of the records that are back.
        if (aside.hasAtMost(of, pieceSize * 10)) all.files += bringFilesBack()
        const done = portion(of, night)
        all.rows += done.rows
        all.taken += done.taken
        all.files += done.files
        isOver = done.isOver
        onPortion(all.rows)
        if (!isOver) await pause(restBetween)
      }
      return all
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
