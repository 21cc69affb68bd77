import { auditActor } from '#server/domain/terms/audit.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import { parseForm } from '#server/http/shape.ts'
import { byteOrderMark, csvLine } from '#server/kernel/csv.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { AllotmentDeps } from './deps'
import type { ReviewRow, ReviewStore } from './review-store'
import { SeatSearch } from './schema'

/** Seats on a page of the desk, and read at a time for a file. */
const pageSize = 50
const readAtOnce = 500

/** One page of a run's seats. `next`: the row after which the next page begins, or null. */
type SeatsPage = {
  /** The number of the run that it is compared with; null if there is none. */
  before: number | null
  institutes: { code: string; name: string }[]
  rows: ReviewRow[]
  next: number | null
}

/** Shows who gets what before anybody else knows: every look and every file is logged. Source: rules §8.9. */
export function createReview({ store, record, reviews }: AllotmentDeps & { reviews: ReviewStore }) {
  const filterOf = ({ institute, category, change }: SeatSearch) => ({
    institute: institute ?? null,
    category: category ?? null,
    change: change ?? null,
  })
  const subject = (id: number) => ({ of: `allotment:${id}` })

  return {
    /**
     * The seats of a prepared run that match what was asked. Refusals: `allotment-unknown` (404), also before it is ready;
     * `check-answers` (422) for a search that is not understood.
     */
    seats(officer: StaffMember, id: number, asked: unknown): Result<SeatsPage> {
      const run = store.run(id)
      if (!run?.inputHash) return refuse('allotment-unknown', 404)
      const search = parseForm(SeatSearch, asked)
      if (!search.ok) return search
      const filter = filterOf(search.value)
      const before = store.predecessor(id, run.round) ?? null
      const found = reviews.seats({ ...filter, run: id, before, after: search.value.after ?? 0, limit: pageSize + 1 })
      const rows = found.slice(0, pageSize)
      record(auditActor(officer), 'allotment.read', subject(id), { run: id, ...filter })
      const next = found.length > pageSize ? rows.at(-1)!.candidateId : null
      return ok({ before, institutes: reviews.institutes(id), rows, next })
    },

    /** The same for a spreadsheet, read in pieces as it is sent. */
    exportSeats(officer: StaffMember, id: number, search: SeatSearch): Result<Iterable<string>> {
      const run = store.run(id)
      if (!run?.inputHash) return refuse('allotment-unknown', 404)
      const filter = filterOf(search)
      const before = store.predecessor(id, run.round) ?? null
      record(auditActor(officer), 'allotment.exported', subject(id), { run: id, ...filter })
      function* lines(): Generator<string> {
        yield byteOrderMark + csvLine(columns)
        let after = 0
        for (;;) {
          const piece = reviews.seats({ ...filter, run: id, before, after, limit: readAtOnce })
          if (piece.length) yield piece.map((row) => csvLine(cellsOf(row))).join('')
          if (piece.length < readAtOnce) return
          after = piece.at(-1)!.candidateId
        }
      }
      return ok(lines())
    },
  }
}

const columns = [
  'application id',
  'name',
  'category',
  'state merit',
  'all india merit',
  'choice code',
  'institute',
  'course',
  'seat type',
  'preference',
  'kept from an earlier round',
  'choice code before',
  'seat type before',
  'change',
]

const cellsOf = (row: ReviewRow) => [
  row.userId,
  row.fullName,
  row.category,
  row.stateMerit,
  row.allIndiaMerit,
  row.choiceCode,
  row.institute,
  row.course,
  row.seatType,
  row.preference,
  row.retained === 1 ? 'yes' : 'no',
  row.codeBefore,
  row.typeBefore,
  row.change,
]
