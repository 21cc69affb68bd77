import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import { auditActor, type RecordAct } from '../../domain/audit'
import {
  type Breach,
  type CourseSeats,
  changesBetween,
  type Fault,
  type Overrides,
  readSeatMatrix,
  sumOfSeats,
  unanswered,
} from '../../domain/seat-matrix'
import { isSecondPerson, type StaffRole } from '../../domain/staff'
import type { UploadedFile } from '../../http/upload'
import { type FieldFault, ok, type Result, refuse } from '../../kernel/result'
import type { SeatOverride } from './schema'
import type { NamedEdition, SeatMatrixStore } from './store'

type Officer = { id: number; loginName: string; role: StaffRole }

export type SeatMatrixDeps = {
  db: Database
  store: SeatMatrixStore
  clock: Pick<Clock, 'portal'>
  record: RecordAct
  /** Called after every change of what the public pages say. */
  onChanged(): void
}

/** An edition at the desk. */
export type Edition = Omit<NamedEdition, 'overrides'> & { overrides: Overrides }

/** How many faults of a file are told at once. */
const mostFaults = 100
/** How many editions the desk lists. */
const editionsShown = 50

/** The seat matrix: taken in from a file, held to its identities, published by a second person. Source: decisions §8. */
export function createSeatMatrix({ db, store, clock, record, onChanged }: SeatMatrixDeps) {
  const editionOf = ({ overrides, ...row }: NamedEdition): Edition => ({
    ...row,
    overrides: JSON.parse(overrides) as Overrides,
  })

  /** An edition that is still to be published, or why it cannot be touched. */
  function pending(id: number): Result<Edition> {
    const row = store.edition(id)
    if (!row) return refuse('unknown-seat-edition', 404)
    return row.state === 'imported' ? ok(editionOf(row)) : refuse('seat-edition-decided', 409)
  }

  /** What is taken in once it was read without a fault. */
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
        state: 'imported',
        fileName,
        hash,
        importedAt: clock.portal(),
        importedBy: actor.id,
      } as const
      const id = store.add(row, courses, breaches)
      const detail = { number, sha256: hash, courses: courses.length, breaches: breaches.length }
      record(auditActor(actor), 'seat-matrix.imported', { of: `seat-matrix:${id}` }, detail)
      return id
    })
  }

  /** A file of the cell, as text. Refused whole while a line of it cannot be read; answers with the edition's id. */
  function importText(actor: Officer, fileName: string, text: string): Result<number> {
    const read = readSeatMatrix(text)
    if (read.faults.length) return refuse('seat-file-faulty', 422, { fields: told(read.faults) })
    return ok(add(actor, fileName, createHash('sha256').update(text).digest('hex'), read))
  }

  return {
    importText,

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
      return importText(actor, plainName(file.originalName), text)
    },

    /** The newest first. */
    editions: (): Edition[] => store.editions(editionsShown).map(editionOf),

    /** An edition with what it holds, what does not agree, and what it would change. */
    edition(id: number) {
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
        /** Who brought it or answered for its numbers; somebody else publishes it. */
        hands: handsOf(edition),
        changes: current && current.id !== id ? changesBetween(store.courses(current.id), courses) : null,
      }
    },

    /** Somebody lets the numbers of a course count as they are, and says why. */
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

    /** Puts an edition in force: by another person than those who brought it and answered for its numbers. */
    publish(actor: Officer, id: number): Result<undefined> {
      const result = db.transact((): Result<undefined> => {
        const found = pending(id)
        if (!found.ok) return found
        const { number, overrides } = found.value
        if (!isSecondPerson(handsOf(found.value), actor)) return refuse('seat-second-person', 403)
        if (unanswered(store.breaches(id), overrides).length) return refuse('seat-breaches-open', 409)
        if (number < (store.inForce()?.number ?? 0)) return refuse('seat-edition-overtaken', 409)
        store.change(id, { state: 'published', publishedAt: clock.portal(), publishedBy: actor.id })
        record(auditActor(actor), 'seat-matrix.published', { of: `seat-matrix:${id}` }, { number })
        return ok()
      })
      if (result.ok) onChanged()
      return result
    },

    /** Gives up an edition that was not published; its number is free again. */
    discard(actor: Officer, id: number): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const found = pending(id)
        if (!found.ok) return found
        store.change(id, { state: 'discarded' })
        record(auditActor(actor), 'seat-matrix.discarded', { of: `seat-matrix:${id}` }, { number: found.value.number })
        return ok()
      })
    },
  }
}

export type SeatMatrix = ReturnType<typeof createSeatMatrix>

const handsOf = ({ importedBy, overrides }: Edition): number[] => [
  importedBy,
  ...Object.values(overrides).map(({ by }) => by),
]

/** Line by line, as many as somebody mends at once. */
function told(faults: readonly Fault[]): FieldFault[] {
  const lines = faults.slice(0, mostFaults).map(({ line, choiceCode, rule }) => ({
    field: 'file',
    code: `seatLine.${rule}`,
    params: { line, choiceCode: choiceCode ?? '–' },
  }))
  const left = faults.length - lines.length
  return left ? [...lines, { field: 'file', code: 'seatLine.more', params: { count: left } }] : lines
}

/** The name of a file without its path and without what a page would stumble over. */
const plainName = (name: string): string =>
  name
    .replace(/^.*[\\/]/, '')
    .replace(/[^\p{L}\p{M}\p{N} ._()-]/gu, '')
    .slice(0, 100)
    .trim() || 'seat-matrix.csv'
