import { type CsvColumn, type CsvLineFault, damageOf, doubtsOfLine } from '#server/domain/terms/csv-table.ts'
import type { PaymentStatus, TryKnown } from '#server/domain/terms/payment-states.ts'
import { type CsvRow, cellText, columnName } from '#server/kernel/csv.ts'
import { type Paise, rupees } from '#server/kernel/money.ts'
import { type Instant, ist } from '#server/kernel/time.ts'
import { typedNumber } from '#server/kernel/typed-text.ts'

/**
 * A line of the gateway's settlement report. Amounts are paise. `debit`, `credit`: what the line takes from or adds to
 * the transfer to the bank. `amount`: what the candidate paid or got back.
 */
export type SettlementLine = {
  line: number
  entityId: string
  type: string
  debit: Paise
  credit: Paise
  amount: Paise
  fee: Paise
  tax: Paise
  currency: string
  settledAt: Instant
  settlementId: string
  utr: string
  refundedPayment: string | null
  orderId: string | null
  receipt: string | null
}

/** A line as it was read, with what a spreadsheet may have changed in it. */
type ReadLine = SettlementLine & { doubts: readonly CsvLineFault[] }

/**
 * Why a file cannot be read, by the first line with a fault. `line`: of the file, from 1; `columns`: every one that is
 * missing or wrong. `values`: what stands there, column by column; `other`: the column in which the value belongs.
 */
type SettlementFault = {
  line: number
  columns: readonly string[]
  why: 'unreadable' | 'column' | 'value' | 'empty' | 'damaged' | 'other-column'
  values?: readonly string[]
  other?: string
}

/** The columns of the gateway's settlement report, in its order. */
export const settlementColumns = [
  'entity_id',
  'type',
  'debit',
  'credit',
  'amount',
  'currency',
  'fee',
  'tax',
  'settled',
  'created_at',
  'settled_at',
  'settlement_id',
  'payment_id',
  'settlement_utr',
  'order_id',
  'order_receipt',
] as const
type ColumnName = (typeof settlementColumns)[number]

/** `fee (exclusive tax)` → `fee`: the dashboard explains some headers in brackets. */
function plainHeader(cell: string): string {
  const text = cell.trim()
  return columnName(text.endsWith(')') ? text.split('(')[0]! : text)
}

/** More lines than any settlement of a season has. */
export const mostSettlementLines = 200_000

class Unfit extends Error {
  constructor(readonly column: ColumnName) {
    super(column)
  }
}

/**
 * Reads the settlement recon report. The dashboard's file has amounts in rupees and dates such as `23/08/2024 10:15:00`;
 * a file made from the API has paise and seconds since 1970. Lines that are not settled yet are left for a later file.
 * Source: rules §4.6.
 */
export function readSettlement(
  rows: readonly CsvRow[],
  usual: UsualSettlement,
): { lines: ReadLine[] } | SettlementFault {
  const [head, ...rest] = rows
  if (!head || 'unreadable' in head) return { line: head?.line ?? 1, columns: [], why: 'unreadable' }
  const headers = head.cells.map(plainHeader)
  const missing = settlementColumns.filter((column) => !headers.includes(column))
  if (missing.length) return { line: head.line, columns: missing, why: 'column' }
  const lines: ReadLine[] = []
  const transfers = new Map<string, string>()
  for (const row of rest) {
    if ('unreadable' in row) return { line: row.line, columns: [], why: 'unreadable' }
    if (row.cells.every((cell) => cell.trim() === '')) continue
    const cells = new Map(settlementColumns.map((name) => [name, cellText(row.cells[headers.indexOf(name)] ?? '')]))
    const cell = (column: ColumnName) => cells.get(column)!.text
    const destroyed = settlementColumns.filter((name) => damageOf(cells.get(name)!) !== null)
    if (destroyed.length)
      return { line: row.line, columns: destroyed, why: 'damaged', values: destroyed.map(shownIn(cell)) }
    const exchanged = keyColumns.find((name) => homeOf(cell(name), name) !== undefined)
    if (exchanged)
      return {
        ...{ line: row.line, columns: [exchanged], why: 'other-column', values: [shownIn(cell)(exchanged)] },
        other: homeOf(cell(exchanged), exchanged)!,
      }
    try {
      const read = readLine(row.line, cell)
      if (read) lines.push({ ...read, doubts: doubtsIn(read, cell, transfers, usual) })
    } catch (error) {
      if (!(error instanceof Unfit)) throw error
      const value = shownIn(cell)(error.column)
      return { line: row.line, columns: [error.column], why: value === '' ? 'empty' : 'value', values: [value] }
    }
  }
  return { lines }
}

/** What a report is measured against. `utrDigits`: the lengths of the bank's numbers in earlier reports. */
export type UsualSettlement = { now: Instant; utrDigits: readonly number[] }

/** Characters of a value that a message shows. */
const longestShown = 60
const shownIn = (cell: (column: ColumnName) => string) => (column: ColumnName) => cell(column).slice(0, longestShown)

/** One line; null if it is not settled yet. Throws `Unfit`. */
function readLine(line: number, cell: (column: ColumnName) => string): SettlementLine | null {
  const isOfApi = /^\d{9,11}$/.test(cell('created_at'))
  const money = (column: ColumnName): Paise => {
    const text = typedNumber(cell(column)) || '0'
    if (!(isOfApi ? /^\d{1,11}$/ : /^\d{1,9}(\.\d{1,2})?$/).test(text)) throw new Unfit(column)
    return rupees(isOfApi ? Number(text) / 100 : Number(text))
  }
  const code = (column: ColumnName): string => {
    if (!/^[\w-]{1,60}$/.test(cell(column))) throw new Unfit(column)
    return cell(column)
  }
  const optional = (column: ColumnName): string | null => (cell(column) === '' ? null : code(column))
  if (!/^(1|0|true|false)$/i.test(cell('settled'))) throw new Unfit('settled')
  if (/^(0|false)$/i.test(cell('settled'))) return null
  return {
    line,
    entityId: code('entity_id'),
    type: code('type'),
    debit: money('debit'),
    credit: money('credit'),
    amount: money('amount'),
    fee: money('fee'),
    tax: money('tax'),
    currency: code('currency'),
    settledAt: instantOf(cell('settled_at'), isOfApi),
    settlementId: code('settlement_id'),
    utr: code('settlement_utr'),
    refundedPayment: optional('payment_id'),
    orderId: optional('order_id'),
    receipt: optional('order_receipt'),
  }
}

/** A bank's number of a transfer has so many digits as a rule, if it has no letters: IMPS, NEFT, RTGS. */
const utrDigits = [12, 16, 22] as const

/** The columns of codes: every text that looks like one is taken. */
const codeColumns: readonly CsvColumn[] = (
  ['entity_id', 'settlement_id', 'payment_id', 'settlement_utr', 'order_id', 'order_receipt'] as const
).map((name) => ({
  name,
  example: name,
  read: (text) => text,
  ...(name === 'settlement_utr' && { usualDigits: utrDigits[0] }),
}))

const receipt = /^[A-Z]{2}\d{2}-\d{6,}$/
/** The columns in which each kind of number belongs, by its beginning. */
const homes: readonly (readonly [RegExp, readonly ColumnName[]])[] = [
  [/^pay_/, ['entity_id', 'payment_id']],
  [/^rfnd_/, ['entity_id']],
  [/^setl_/, ['settlement_id']],
  [/^order_/, ['order_id']],
  [receipt, ['order_receipt']],
]

/** The columns by which a line finds its payment: with another number there it is nobody's. */
const keyColumns: readonly ColumnName[] = ['entity_id', 'payment_id', 'order_id']
/** The column in which a value belongs, if that is not this one. */
function homeOf(value: string, column: ColumnName): ColumnName | undefined {
  const home = homes.find(([beginning]) => beginning.test(value))?.[1]
  return home?.includes(column) ? undefined : home?.[0]
}

/**
 * What a spreadsheet may have changed in a line: a number in another column, zeros or digits of a number, a day of which
 * either number could be the month, and a transfer with two numbers, as after a shift of a column by a row.
 * `transfers`: the bank's number of each settlement before this line. Source: rules §4.6, §13.7.
 */
function doubtsIn(
  { line, settledAt, settlementId, utr }: SettlementLine,
  cell: (column: ColumnName) => string,
  transfers: Map<string, string>,
  usual: UsualSettlement,
): CsvLineFault[] {
  const codes = Object.fromEntries(codeColumns.map(({ name }) => [name, cell(name as ColumnName)]))
  const doubts = doubtsOfLine(null, codes, codeColumns)
  for (const { name } of codeColumns) {
    const value = codes[name]!
    const other = homeOf(value, name as ColumnName)
    if (other) doubts.push({ column: name, why: 'other-column', params: { value, other } })
  }
  const lengths = [...new Set([...utrDigits, ...usual.utrDigits])].sort((a, b) => a - b)
  if (/^\d+$/.test(utr) && !lengths.includes(utr.length) && !doubts.some(({ column }) => column === 'settlement_utr'))
    doubts.push({
      column: 'settlement_utr',
      why: 'digits-unusual',
      params: { value: utr, digits: utr.length, usual: lengths.join(', ') },
    })
  const first = transfers.get(settlementId) ?? utr
  transfers.set(settlementId, first)
  if (first !== utr)
    doubts.push({ column: 'settlement_utr', why: 'transfer-two', params: { value: utr, old: first, settlementId } })
  const days = cell('settled_at')
  const [, one, other, year, seconds] = /^(\d\d)\/(\d\d)\/(\d{4})( \d\d:\d\d:\d\d)?/.exec(days) ?? []
  // The gateway writes seconds; a spreadsheet drops them when it takes the text for a day.
  if (one && !seconds && Number(one) <= 12 && Number(other) <= 12 && one !== other)
    doubts.push({ column: 'settled_at', why: 'day-either', params: { value: days, day: `${year}-${other}-${one}` } })
  const made = instantIn(cell('created_at'))
  if (made !== null && settledAt < made)
    doubts.push({ column: 'settled_at', why: 'settled-early', params: { value: days, made: cell('created_at') } })
  if (settledAt > usual.now) doubts.push({ column: 'settled_at', why: 'settled-later', params: { value: days } })
  return doubts.map((doubt) => ({ line, ...doubt }))
}

/** The moment that a cell writes; null if it writes none. */
function instantIn(text: string): Instant | null {
  try {
    return instantOf(text, /^\d{9,11}$/.test(text))
  } catch (error) {
    if (error instanceof Unfit) return null
    throw error
  }
}

/** `23/08/2024`, `23/08/2024 10:15:00`, `2024-08-23 10:15:00` in India, or seconds since 1970. */
function instantOf(text: string, isOfApi: boolean): Instant {
  if (isOfApi && /^\d{9,11}$/.test(text)) return (Number(text) * 1000) as Instant
  const [, day, month, year, clock = '00:00'] = /^(\d\d)\/(\d\d)\/(\d{4})(?: (\d\d:\d\d)(?::\d\d)?)?$/.exec(text) ?? []
  const [, date, time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(?::\d\d)?)?$/.exec(text) ?? []
  const written = year ? `${year}-${month}-${day} ${clock}` : date ? `${date} ${time}` : null
  const at = written === null ? Number.NaN : momentOf(written)
  if (Number.isNaN(at)) throw new Unfit('settled_at')
  return at as Instant
}

function momentOf(written: string): number {
  try {
    return ist(written)
  } catch {
    return Number.NaN
  }
}

/** Why a line waits for a person. */
export const settlementDoubts = [
  'unknown-payment',
  'currency',
  'amount-differs',
  'sums-differ',
  'other-order',
  'other-receipt',
  'not-captured',
  'unknown-refund',
  'other-kind',
] as const
export type SettlementDoubt = (typeof settlementDoubts)[number]

/**
 * Our records about a line: the payment of a payment or of a refund, with its receipt number, and its refunds.
 * `tryKnown`: what the gateway has told of the line's own try, which need not be the one that was booked.
 */
export type KnownPayment = {
  tryKnown: TryKnown
  amount: Paise
  status: PaymentStatus
  orderId: string | null
  gatewayPaymentId: string | null
  reference: string
  refunds: readonly { amount: Paise; status: string; gatewayRefundId: string | null }[]
}

/** `recorded`: the gateway returned the money without us, and our ledger has to say so. */
type Match = { outcome: 'matched' | 'recorded' | 'elsewhere' } | { outcome: 'queued'; doubt: SettlementDoubt }

const queued = (doubt: SettlementDoubt): Match => ({ outcome: 'queued', doubt })

/**
 * Compares a line with our ledger. `prefix`: of our receipts, such as `ML24`. A line whose receipt is another portal's
 * is no concern of ours. A full refund that we did not ask for was made by hand on the gateway's dashboard. Everything
 * that differs waits for a person. Source: rules §4.6, case 93.
 */
export function matchSettlement(line: SettlementLine, known: KnownPayment | null, prefix: string): Match {
  if (!known && line.receipt && receipt.test(line.receipt) && !line.receipt.startsWith(`${prefix}-`))
    return { outcome: 'elsewhere' }
  if (line.type !== 'payment' && line.type !== 'refund') return queued('other-kind')
  if (!known) return queued('unknown-payment')
  if (line.currency !== 'INR') return queued('currency')
  if (line.orderId !== null && known.orderId !== null && line.orderId !== known.orderId) return queued('other-order')
  // A second capture of one order is a payment without an order; the gateway repeats the first one's receipt.
  if (line.receipt !== null && known.orderId !== null && line.receipt !== known.reference)
    return queued('other-receipt')
  return line.type === 'payment' ? matchPayment(line, known) : matchRefund(line, known)
}

/** The gateway's charge: its fee, in which some reports include the tax and others do not. */
const isCharge = (line: SettlementLine, charge: number) => charge === line.fee || charge === line.fee + line.tax

function matchPayment(line: SettlementLine, known: KnownPayment): Match {
  // Money that the gateway had returned before it was booked came and went at the gateway alone.
  if (known.gatewayPaymentId !== line.entityId)
    return known.tryKnown === 'refunded' ? { outcome: 'matched' } : queued('not-captured')
  if (line.amount !== known.amount) return queued('amount-differs')
  if (known.status !== 'captured' && known.status !== 'refunded') return queued('not-captured')
  if (line.debit !== 0 || !isCharge(line, line.amount - line.credit)) return queued('sums-differ')
  return { outcome: 'matched' }
}

function matchRefund(line: SettlementLine, known: KnownPayment): Match {
  if (line.credit !== 0 || !isCharge(line, line.debit - line.amount)) return queued('sums-differ')
  if (known.gatewayPaymentId !== line.refundedPayment && known.tryKnown === 'refunded') return { outcome: 'matched' }
  const ours = known.refunds.find((refund) => refund.gatewayRefundId === line.entityId)
  if (ours) return ours.amount === line.amount ? { outcome: 'matched' } : queued('amount-differs')
  if (known.refunds.some(({ status }) => status === 'done')) return queued('unknown-refund')
  // A refund of ours that failed is made again by hand.
  if (known.status !== 'captured' && known.status !== 'refunded') return queued('not-captured')
  return line.amount === known.amount ? { outcome: 'recorded' } : queued('amount-differs')
}
