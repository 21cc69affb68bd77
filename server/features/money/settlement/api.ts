import type { FastifyReply } from 'fastify'
import { startOfDayNumber } from '#server/domain/desk/overview.ts'
import { sendCsv } from '#server/http/csv.ts'
import { byteOrderMark, type CsvCell, csvLine } from '#server/kernel/csv.ts'
import { inRupees } from '#server/kernel/money.ts'
import { civilDate, type Instant } from '#server/kernel/time.ts'
import type { Settlement } from './service'

type Officer = Parameters<Settlement['exportDayBook']>[0]

const dateOf = (at: number | null) => (at === null ? null : civilDate(at as Instant))

function* table<Row>(head: readonly string[], rows: Iterable<Row>, cells: (row: Row) => CsvCell[]): Generator<string> {
  yield byteOrderMark + csvLine(head)
  for (const row of rows) yield csvLine(cells(row))
}

/** The day book, for a spreadsheet; amounts in rupees. */
export function sendDayBook(settlement: Settlement, portal: string, actor: Officer, reply: FastifyReply) {
  const head = ['date', 'due', 'captured (INR)', 'refunded (INR)', 'settled (INR)', 'charges (INR)']
  const rows = table(head, settlement.exportDayBook(actor), ({ day, due, captured, refunded, settled, charges }) => [
    dateOf(startOfDayNumber(day)),
    due,
    ...[captured, refunded, settled, charges].map(inRupees),
  ])
  return sendCsv(reply, `day-book-${portal}`, rows)
}
