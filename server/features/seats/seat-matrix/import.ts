import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type FileFault, faultAtSight } from '#server/domain/application/file-at-sight.ts'
import {
  type Fault,
  meantBy,
  mostMatrixRows,
  type ReadMatrix,
  readSeatMatrix,
  wordsOf,
} from '#server/domain/seats/seat-matrix.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import { csvTextOf, readCsv } from '#server/http/read-csv.ts'
import { sighted } from '#server/http/sighted.ts'
import { faultyFile, plainFileName, type UploadedFile } from '#server/http/upload.ts'
import { type FieldFault, ok, type Result, refuse } from '#server/kernel/result.ts'
import type { SeatMatrixDeps } from './deps'

/** The most faults of a file that are reported at once, and the most signs of a wrong value that are shown. */
const mostFaults = 100
const mostShown = 60
/** The import of a matrix from a file of the cell, checked line by line. Source: rules §8.1. */
export function createMatrixImport({ db, store, clock, record, withoutSeatTypes, portal }: SeatMatrixDeps) {
  /** Adds an edition from a file without faults. */
  function add(
    actor: StaffMember,
    fileName: string,
    hash: string,
    read: Pick<ReadMatrix, 'courses' | 'lines' | 'breaches'>,
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
      const id = store.add(row, read)
      const detail = { number, sha256: hash, courses: read.courses.length, breaches: read.breaches.length }
      record(auditActor(actor), 'seat-matrix.imported', { of: `seat-matrix:${id}` }, detail)
      return id
    })
  }

  /** Line by line, as many as an officer corrects at once, and the number of wrong lines after them. */
  function told(faults: readonly Fault[]): FieldFault[] {
    const lines = faults.slice(0, mostFaults).map((fault) => {
      const { line, choiceCode, rule, value = '' } = fault
      const meant = meantBy(fault, withoutSeatTypes, portal)
      return {
        field: 'file',
        code: `seatLine.${rule}${meant === undefined ? '' : '-meant'}`,
        params: {
          line,
          choiceCode: choiceCode ?? '–',
          value: value.slice(0, mostShown) || '–',
          ...(meant && { meant }),
        },
      }
    })
    const last = faults[lines.length - 1]?.line ?? 0
    const left = new Set(faults.flatMap(({ line }) => (line > last ? [line] : []))).size
    return left ? [...lines, { field: 'file', code: 'seatLine.more', params: { count: left } }] : lines
  }

  /**
   * Imports a file of the cell, as text. Refuses the whole file if a line of it cannot be read; returns the edition's
   * id.
   */
  function importText(actor: StaffMember, fileName: string, text: string): Result<number> {
    const current = store.inForce()
    const held = wordsOf(current ? store.courses(current.id) : [])
    const read = readSeatMatrix(readCsv(text, mostMatrixRows), withoutSeatTypes, portal, held)
    if (read.faults.length) return refuse('seat-file-faulty', 422, { fields: told(read.faults) })
    return ok(add(actor, fileName, createHash('sha256').update(text).digest('hex'), read))
  }

  return {
    importText,

    async importFile(actor: StaffMember, uploaded: readonly UploadedFile[]): Promise<Result<number>> {
      const [file, ...more] = uploaded
      const unfit = (code: string, one?: UploadedFile, params?: FileFault['params']) =>
        refuse('check-answers', 422, { fields: [{ field: 'file', code, params, file: one && faultyFile(one) }] })
      if (!file || more.length) return unfit('seatFile.required')
      const fault = faultAtSight('table', await sighted(file))
      if (fault) return unfit(fault.code, file, fault.params)
      const text = csvTextOf(await readFile(file.path))
      if (text === null) return unfit('seatFile.encoding', file)
      return importText(actor, plainFileName(file.originalName, 'seat-matrix.csv'), text)
    },
  }
}
