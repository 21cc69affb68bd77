import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import { auditActor, type RecordAct } from '../../domain/portal/audit'
import type { Officer, Releases } from '../../domain/portal/release'
import {
  type Breach,
  type CourseSeats,
  changesBetween,
  type Fault,
  mostMatrixRows,
  type Overrides,
  readSeatMatrix,
  sumOfSeats,
  unanswered,
} from '../../domain/seats/seat-matrix'
import { readCsv } from '../../http/read-csv'
import { plainFileName, type UploadedFile } from '../../http/upload'
import { type FieldFault, ok, type Result, refuse } from '../../kernel/result'
import type { SeatOverride } from './schema'
import type { NamedEdition, SeatMatrixStore } from './store'

type SeatMatrixDeps = {
  db: Database
  store: SeatMatrixStore
  clock: Pick<Clock, 'portal'>
  record: RecordAct
  releases: Releases
  /** Called after every change to the public pages. */
  onChanged(): void
}

/** An edition at the desk. */
type Edition = Omit<NamedEdition, 'overrides'> & { overrides: Overrides }

/** The most faults of a file that are reported at once. */
const mostFaults = 100
/** The number of editions that the desk lists. */
const editionsShown = 50

/**
 * The seat matrix: imported from a file, checked against its identities, published by a second person. Source: rules
 * §8.1, §8.3.
 */
export function createSeatMatrix({ db, store, clock, record, releases, onChanged }: SeatMatrixDeps) {
  const editionOf = ({ overrides, ...row }: NamedEdition): Edition => ({
    ...row,
    overrides: JSON.parse(overrides) as Overrides,
  })

  const release = releases.of<NamedEdition>({
    kind: 'seat-matrix',
    find: store.edition,
    refusals: { unknown: 'unknown-seat-edition', decided: 'seat-edition-decided' },
    acts: { release: 'seat-matrix.published', discard: 'seat-matrix.discarded' },
    detail: ({ number }) => ({ number }),
    hands: (row) => handsOf(editionOf(row)),
    mayRelease(row) {
      const { id, number, overrides } = editionOf(row)
      if (unanswered(store.breaches(id), overrides).length) return refuse('seat-breaches-open', 409)
      return number < (store.inForce()?.number ?? 0) ? refuse('seat-edition-overtaken', 409) : ok()
    },
  })

  /** An unpublished edition, or the refusal. */
  function pending(id: number): Result<Edition> {
    const row = store.edition(id)
    if (!row) return refuse('unknown-seat-edition', 404)
    return row.state === 'prepared' ? ok(editionOf(row)) : refuse('seat-edition-decided', 409)
  }

  /** Adds an edition from a file without faults. */
  function add(
    actor: Officer,
    fileName: string,
    hash: string,
    { courses, breaches }: { courses: readonly CourseSeats[]; breaches: readonly Breach[] },
  ): number {
    return db.transact(() => {
      const number = store.nextNumber()
      const row = {
        number,
        state: 'prepared',
        fileName,
        hash,
        preparedAt: clock.portal(),
        preparedBy: actor.id,
      } as const
      const id = store.add(row, courses, breaches)
      const detail = { number, sha256: hash, courses: courses.length, breaches: breaches.length }
      record(auditActor(actor), 'seat-matrix.imported', { of: `seat-matrix:${id}` }, detail)
      return id
    })
  }

  /**
   * Imports a file of the cell, as text. Refuses the whole file if a line of it cannot be read; returns the edition's
   * id.
   */
  function importText(actor: Officer, fileName: string, text: string): Result<number> {
    const read = readSeatMatrix(readCsv(text, mostMatrixRows))
    if (read.faults.length) return refuse('seat-file-faulty', 422, { fields: told(read.faults) })
    return ok(add(actor, fileName, createHash('sha256').update(text).digest('hex'), read))
  }

  return {
    importText,

    /** Does an edition that is in force, or waits to be, have this institute? */
    isInstitute: (code: string): boolean => store.hasInstitute(code),

    async importFile(actor: Officer, uploaded: readonly UploadedFile[]): Promise<Result<number>> {
      const [file, ...more] = uploaded
      const unfit = (code: string) => refuse('check-answers', 422, { fields: [{ field: 'file', code }] })
      if (!file || more.length) return unfit('seatFile.required')
      if (file.isTooLarge) return unfit('seatFile.too-large')
      let text: string
      try {
        text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file.path))
      } catch {
        return unfit('seatFile.encoding')
      }
      return importText(actor, plainFileName(file.originalName, 'seat-matrix.csv'), text)
    },

    /** Newest first. */
    editions: (): Edition[] => store.editions(editionsShown).map(editionOf),

    /** An edition with its content, its inconsistencies, and the changes it would make. */
    edition(actor: Officer, id: number) {
      const row = store.edition(id)
      if (!row) return null
      const edition = editionOf(row)
      const courses = store.courses(id)
      const breaches = store.breaches(id)
      const current = store.inForce()
      return {
        edition,
        courses,
        sums: sumOfSeats(courses),
        breaches,
        unanswered: unanswered(breaches, edition.overrides).length,
        /** True if this person neither imported it nor vouched for its numbers, and so may publish it. */
        isSecondPerson: release.mayRelease(row, actor),
        changes: current && current.id !== id ? changesBetween(store.courses(current.id), courses) : null,
      }
    },

    /** Accepts a course's inconsistent numbers, with a reason. */
    override(actor: Officer, id: number, { choiceCode, reason }: SeatOverride): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const found = pending(id)
        if (!found.ok) return found
        if (!store.breaches(id).some((breach) => breach.choiceCode === choiceCode))
          return refuse('seat-breach-unknown', 404)
        const { overrides } = found.value
        const more: Overrides = { ...overrides, [choiceCode]: { reason, by: actor.id, at: clock.portal() } }
        store.change(id, { overrides: JSON.stringify(more) })
        record(auditActor(actor), 'seat-matrix.overridden', { of: `seat-matrix:${id}` }, { choiceCode })
        return ok()
      })
    },

    /** Puts an edition in force; not by those who imported it or vouched for its numbers. */
    publish(actor: Officer, id: number): Result<NamedEdition> {
      const result = release.release(actor, id)
      if (result.ok) onChanged()
      return result
    },

    /** Discards an unpublished edition; its number is free again. */
    discard: release.discard,
  }
}

const handsOf = ({ preparedBy, overrides }: Edition): number[] => [
  preparedBy,
  ...Object.values(overrides).map(({ by }) => by),
]

/** Line by line, as many as an officer corrects at once. */
function told(faults: readonly Fault[]): FieldFault[] {
  const lines = faults.slice(0, mostFaults).map(({ line, choiceCode, rule }) => ({
    field: 'file',
    code: `seatLine.${rule}`,
    params: { line, choiceCode: choiceCode ?? '–' },
  }))
  const left = faults.length - lines.length
  return left ? [...lines, { field: 'file', code: 'seatLine.more', params: { count: left } }] : lines
}
