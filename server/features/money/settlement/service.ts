import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type FileFault, faultAtSight } from '#server/domain/application/file-at-sight.ts'
import { mostFaults, uncompared } from '#server/domain/desk/imports.ts'
import { receiptNumber } from '#server/domain/money/fees.ts'
import {
  type KnownPayment,
  matchSettlement,
  mostSettlementLines,
  readSettlement,
  type SettlementLine,
} from '#server/domain/money/settlement.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import type { CsvLineFault } from '#server/domain/terms/csv-table.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import { csvTextOf, readCsv } from '#server/http/read-csv.ts'
import { sighted } from '#server/http/sighted.ts'
import { faultyFile, type UploadedFile } from '#server/http/upload.ts'
import { shortFileName } from '#server/kernel/file-names.ts'
import { type ListShape, listOfStore } from '#server/kernel/lists.ts'
import { type FieldFault, ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import { createDayBook } from './day-book'
import type { SettlementDeps } from './deps'
import type { SettlementResolve } from './schema'
import type { DayLine } from './store'

/** What an import changed. `known`: lines that an earlier file had already. */
type Imported = { matched: number; recorded: number; queued: number; elsewhere: number; known: number }

const filesShown = 20
const queueShown = 50

const lineShape: ListShape = {
  list: 'settlements',
  columns: [
    { key: 'id', kind: 'text', isSortable: true },
    { key: 'doubt', kind: 'text' },
    { key: 'entityId', kind: 'text' },
    { key: 'state', kind: 'text', isExtra: true },
    { key: 'userId', kind: 'text' },
    { key: 'amount', kind: 'amount' },
    { key: 'credit', kind: 'amount', needsRoom: true },
    { key: 'debit', kind: 'amount', needsRoom: true },
    { key: 'receipt', kind: 'text', needsRoom: true },
    { key: 'orderId', kind: 'text', isExtra: true },
    { key: 'settlementId', kind: 'text', isExtra: true },
    { key: 'settledAt', kind: 'time', needsRoom: true },
    { key: 'utr', kind: 'text', isExtra: true },
    { key: 'reason', kind: 'written', isExtra: true },
  ],
  filters: ['state', 'doubt', 'applicationId'],
  order: 'id',
}

const refundShape: ListShape = {
  list: 'refunds',
  columns: [
    { key: 'id', kind: 'text', isSortable: true },
    { key: 'userId', kind: 'text' },
    { key: 'receipt', kind: 'text', needsRoom: true },
    { key: 'due', kind: 'text' },
    { key: 'amount', kind: 'amount' },
    { key: 'reason', kind: 'text' },
    { key: 'status', kind: 'text' },
    { key: 'gatewayPaymentId', kind: 'text', isExtra: true },
    { key: 'gatewayRefundId', kind: 'text', isExtra: true },
    { key: 'createdAt', kind: 'time', isExtra: true },
    { key: 'changedAt', kind: 'time', needsRoom: true },
    { key: 'settledAt', kind: 'time', needsRoom: true },
  ],
  filters: ['status', 'due', 'applicationId'],
  order: '-id',
}

/**
 * The gateway's settlements against our ledger, line by line. A line counts once however many files repeat it; what
 * differs waits for a person. Source: rules §4.6, case 93.
 */
export function createSettlement({ db, store, clock, course, payments, record, newestAct }: SettlementDeps) {
  const { dayBook, daysNow } = createDayBook({ store, clock, newestAct })

  /** `ML24`: the beginning of every receipt of this portal. */
  const receiptPrefix = () => course.applicationIdPrefix + course.applicationIdYear

  /** A line with our payment, and the outcome of comparing the two. */
  function comparedWithLedger(line: SettlementLine) {
    const payment = store.paymentOf(line)
    const tried = line.type === 'refund' ? line.refundedPayment : line.entityId
    const known: KnownPayment | null = payment && {
      ...payment,
      reference: receiptNumber(receiptPrefix(), payment.id),
      tryKnown: tried === null ? 'unheard' : payments.tryKnown(payment.id, tried),
    }
    return { line, paymentId: payment?.id ?? null, match: matchSettlement(line, known, receiptPrefix()) }
  }

  /** Writes a refund found in a settlement into our ledger. */
  function recordFound(actor: StaffMember, paymentId: number, { entityId }: SettlementLine): void {
    payments.recordRefund({ paymentId, gatewayRefundId: entityId })
    record(auditActor(actor), 'settlement.refund-found', {}, { payment: paymentId, refund: entityId })
  }

  /** `compared`: the hash of the file whose doubtful values the officer has compared. */
  function importText(actor: StaffMember, name: string, text: string, compared?: string): Result<Imported> {
    const usual = { now: clock.portal(), utrDigits: store.utrDigits() }
    const read = readSettlement(readCsv(text, mostSettlementLines + 1), usual)
    if ('why' in read) {
      const { line, columns, why, values, other = '' } = read
      const code = `settlementFile.${why === 'column' && columns.length > 1 ? 'columns' : why}`
      const fault = (params: Record<string, string>): FieldFault => ({
        field: 'file',
        code,
        params: { line, ...params },
      })
      return refuse('check-answers', 422, {
        fields: values
          ? columns.map((column, place) => fault({ column, value: values[place]!, other }))
          : [fault({ column: columns.join(', ') })],
      })
    }
    const hash = createHash('sha256').update(text).digest('hex')
    return db.transact((): Result<Imported> => {
      if (store.fileByHash(hash)) return refuse('settlement-known', 409)
      const fresh: (typeof read.lines)[number][] = []
      for (const line of read.lines) {
        const earlier = store.lineOf(line.entityId) ?? fresh.find(({ entityId }) => entityId === line.entityId)
        if (!earlier) fresh.push(line)
        else if (!isSameLine(earlier, line))
          return refuse('settlement-contradicts', 409, { params: { line: line.line, entity: line.entityId } })
      }
      const known = read.lines.length - fresh.length
      const found = fresh.map(comparedWithLedger)
      const doubts = fresh.flatMap((line) => line.doubts)
      if (doubts.length && compared !== hash) return uncompared({ hash }, told(doubts))
      if (known === 0 && found.every(({ paymentId }) => paymentId === null)) return refuse('settlement-not-ours', 409)
      const fileId = store.addFile({
        hash,
        name,
        lines: fresh.length,
        importedAt: clock.portal(),
        importedBy: actor.id,
      })
      const done: Imported = { matched: 0, recorded: 0, queued: 0, elsewhere: 0, known }
      for (const { line, paymentId, match } of found) {
        done[match.outcome]++
        const state = match.outcome === 'recorded' ? 'matched' : match.outcome
        const doubt = match.outcome === 'queued' ? match.doubt : null
        store.addLine({ ...line, fileId, paymentId, state, doubt })
        if (match.outcome === 'recorded') recordFound(actor, paymentId!, line)
      }
      record(auditActor(actor), 'settlement.imported', { of: `settlement:${fileId}` }, { hash, ...done })
      return ok(done)
    })
  }

  return {
    /** Imports the text of a settlement file, for the demo; see `importFile`. */
    importText,

    /**
     * Imports a settlement file. Refusals: `settlement-known` (409) for a file that was imported before,
     * `settlement-contradicts` (409) for one whose line differs from an earlier file's, `settlement-not-ours` (409) for
     * one without any payment of this portal, faults of the file (422), and `checked` (422) for one that a spreadsheet may
     * have changed, until `compared` is the hash of that file. Each changes nothing.
     */
    async importFile(
      actor: StaffMember,
      uploaded: readonly UploadedFile[],
      compared?: string,
    ): Promise<Result<Imported>> {
      const [file, ...more] = uploaded
      const unfit = (code: string, one?: UploadedFile, params?: FileFault['params']) =>
        refuse('check-answers', 422, { fields: [{ field: 'file', code, params, file: one && faultyFile(one) }] })
      if (!file || more.length) return unfit('settlementFile.required')
      const fault = faultAtSight('table', await sighted(file))
      if (fault) return unfit(fault.code, file, fault.params)
      const text = csvTextOf(await readFile(file.path))
      if (text === null) return unfit('settlementFile.encoding', file)
      return importText(actor, shortFileName(file.originalName.replace(/[^\w.() -]/g, '_'), 80), text, compared)
    },

    /** The imported files, newest first, and the number of queued lines. */
    view: () => ({ files: store.files(filesShown), queued: store.queued() }),

    /** The lines of all files; those queued, the oldest first, unless the address asks for others. */
    lineList: listOfStore({
      shape: lineShape,
      reader: store.lineList,
      reach: () => ({}),
      opensWith: { state: 'queued' },
    }),

    /** Compares every queued line with the ledger again; answers how many matched. */
    again(actor: StaffMember): number {
      return db.transact(() => {
        let matched = 0
        for (let after = 0; ; ) {
          const lines = store.queue(after, queueShown)
          for (const row of lines) {
            const { line, paymentId, match } = comparedWithLedger({ ...row, settledAt: row.settledAt as Instant })
            after = row.id
            if (match.outcome === 'queued') store.doubt(row.id, match.doubt, paymentId)
            else if (paymentId !== null) {
              store.match(row.id, paymentId)
              matched++
              if (match.outcome === 'recorded') recordFound(actor, paymentId, line)
            }
          }
          if (lines.length < queueShown) break
        }
        record(auditActor(actor), 'settlement.compared', {}, { matched })
        return matched
      })
    },

    /** Takes a line off the queue, with a reason. Refusal: `settlement-line-settled` (409). */
    resolve(actor: StaffMember, { line, reason }: SettlementResolve): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const isDone = store.resolve(line, { reason, resolvedAt: clock.portal(), resolvedBy: actor.id })
        if (!isDone) return refuse('settlement-line-settled', 409)
        record(auditActor(actor), 'settlement.resolved', { of: `settlement-line:${line}` })
        return ok()
      })
    },

    /** The register of refunds, the newest first. */
    refundList: listOfStore({
      shape: refundShape,
      reader: store.refundList,
      reach: () => ({}),
      shown: (row) => ({ ...row, receipt: receiptNumber(receiptPrefix(), row.paymentId) }),
    }),

    dayBook,

    /** The same days for a spreadsheet; logs the export. */
    exportDayBook(actor: StaffMember): DayLine[] {
      record(auditActor(actor), 'settlement.exported', {}, { table: 'day-book' })
      return daysNow()
    },
  }
}

/** The first doubtful values, line by line, and how many follow. */
function told(doubts: readonly CsvLineFault[]): FieldFault[] {
  const first = doubts.slice(0, mostFaults).map(({ line, column, why, params }) => ({
    field: 'file',
    code: `importLine.${why}`,
    params: { line, column: column ?? '–', ...params },
  }))
  const count = doubts.length - first.length
  return count ? [...first, { field: 'file', code: 'importLine.more', params: { count } }] : first
}

/** Do two files say the same of one payment, refund or adjustment? */
const isSameLine = (one: Omit<SettlementLine, 'settledAt'>, other: SettlementLine): boolean =>
  (['type', 'debit', 'credit', 'amount', 'fee', 'tax', 'currency', 'settlementId', 'refundedPayment'] as const).every(
    (field) => one[field] === other[field],
  )

export type Settlement = ReturnType<typeof createSettlement>
