import type { Clock } from '#server/adapters/clock.ts'
import {
  type BacklogAge,
  type BacklogStage,
  backlogAgeOf,
  backlogAges,
  backlogStages,
  everyDay,
  type FunnelStage,
  funnelStages,
  mostDays,
  type OverviewTable,
  startOfDayNumber,
} from '#server/domain/desk/overview.ts'
import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import { districtsOf, type Region } from '#server/domain/terms/regions.ts'
import { mayDo, type Officer, type StaffMember } from '#server/domain/terms/staff.ts'
import { parseForm } from '#server/http/shape.ts'
import { countBy, totalOf } from '#server/kernel/counts.ts'
import { byteOrderMark, type CsvCell, csvLine, csvTable } from '#server/kernel/csv.ts'
import { inRupees, noMoney } from '#server/kernel/money.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { type Instant, istOffset, minutes } from '#server/kernel/time.ts'
import { OverviewExport } from './schema'
import type { DayCount, DayMoney, OverviewStore, PaymentCount } from './store'

/** A member of staff; one with a region sees only its numbers. */
type Onlooker = StaffMember & Pick<Officer, 'region'>

type Overview = {
  /** Null for the whole admission. */
  region: Region | null
  /** The time of counting, by the portal's clock. */
  at: Instant
  funnel: { stage: FunnelStage; count: number }[]
  /** Every day of the last three months; `day` as in `startOfDayNumber`. */
  registrations: DayCount[]
  backlog: { age: BacklogAge; stages: Record<BacklogStage, number>; total: number }[]
  payments: PaymentCount[]
  /** Every day of the last three months; paise. */
  money: DayMoney[]
}

type MoneyFigure = 'payments' | 'money'
/** The cell and its regional offices account for money; nobody else at the desk does. */
const seesMoney = ({ role }: Pick<StaffMember, 'role'>) => mayDo(role, 'money') || mayDo(role, 'reports')

/** Everybody sees the same numbers, so they are counted once a minute. */
const keptFor = minutes(1)

const inIndia = (at: number | null) =>
  at === null ? null : new Date(at + istOffset).toISOString().slice(0, 19).replace('T', ' ')
const dateOf = (day: number) => inIndia(startOfDayNumber(day))!.slice(0, 10)

const candidateColumns = [
  'application id',
  'name',
  'state',
  'district',
  'registered (IST)',
  'mode',
  'type',
  'category',
  'submitted (IST)',
  'picked up (IST)',
  'sent back (IST)',
  'confirmed (IST)',
  'paid (INR)',
] as const

/** The progress of the admission in numbers; apart from the export of candidates, nothing is about one person. */
export function createOverview({ store, clock, record }: { store: OverviewStore; clock: Clock; record: RecordAct }) {
  const kept = new Map<string, { until: number; overview: Overview }>()

  function count(region: Region | null): Overview {
    const districts = region && districtsOf(region)
    const now = clock.portal()
    const registrations = store.registrations(districts)
    const { begun, submitted, confirmed } = store.applications(districts)
    const counts: Record<FunnelStage, number> = {
      registered: registrations.reduce((sum, day) => sum + day.count, 0),
      begun,
      paid: store.feePayers(districts),
      submitted,
      confirmed,
    }
    const waiting = countBy(['age'], backlogStages)
    for (const { key } of backlogAges) waiting.at({ age: key })
    for (const { stage, wholeDays, count: number } of store.backlog(districts, now))
      waiting.at({ age: backlogAgeOf(wholeDays) })[stage] += number
    return {
      region,
      at: now,
      funnel: funnelStages.map((stage) => ({ stage, count: counts[stage] })),
      registrations: everyDay(registrations, (day) => ({ day, count: 0 }), mostDays),
      backlog: waiting.cells().map(({ place, counts: stages }) => ({
        age: place.age as BacklogAge,
        stages,
        total: totalOf(backlogStages, stages),
      })),
      payments: store.payments(districts),
      money: everyDay(store.money(districts), (day) => ({ day, count: 0, amount: noMoney }), mostDays),
    }
  }

  function overview(actor: Onlooker): Overview {
    const key = actor.region ?? 'all'
    const found = kept.get(key)
    if (found && clock.real() < found.until) return found.overview
    const made = count(actor.region)
    kept.set(key, { until: clock.real() + keptFor, overview: made })
    return made
  }

  /** The rows behind a chart, with the header first. */
  function rowsOf(table: OverviewTable, actor: Onlooker): CsvCell[][] {
    const { registrations, funnel, backlog, payments } = overview(actor)
    switch (table) {
      case 'registrations':
        return [['date', 'registrations'], ...registrations.map(({ day, count: number }) => [dateOf(day), number])]
      case 'funnel':
        return [['stage', 'candidates'], ...funnel.map(({ stage, count: number }) => [stage, number])]
      case 'backlog':
        return [
          ['waiting since', ...backlogStages, 'total'],
          ...backlog.map(({ age, stages, total }) => [age, ...backlogStages.map((stage) => stages[stage]), total]),
        ]
      case 'payments':
        return [
          ['due', 'status', 'payments', 'amount (INR)'],
          ...payments.map(({ due, status, count: number, amount }) => [due, status, number, inRupees(amount)]),
        ]
    }
  }

  return {
    /** The figures within reach; those about money only for those whose work it is. */
    overview(actor: Onlooker): Omit<Overview, MoneyFigure> & { [Figure in MoneyFigure]: Overview[Figure] | null } {
      const found = overview(actor)
      return seesMoney(actor) ? found : { ...found, payments: null, money: null }
    },

    /** The table behind a chart as CSV; logs the export. Refusals: `list-forbidden` (403). */
    exportTable(actor: Onlooker, asked: unknown): Result<{ name: string; pieces: Iterable<string> }> {
      const form = parseForm(OverviewExport, asked)
      if (!form.ok) return form
      const { table } = form.value
      if (table === 'payments' && !seesMoney(actor)) return refuse('list-forbidden', 403)
      record(auditActor(actor), 'overview.exported', {}, { table, region: actor.region })
      const [head = [], ...rows] = rowsOf(table, actor)
      return ok({ name: table, pieces: csvTable(head, rows) })
    },

    /** Every candidate within reach as CSV, piece by piece, without contacts; logs the export. */
    exportCandidates(actor: Onlooker): Iterable<string> {
      record(auditActor(actor), 'overview.candidates-exported', {}, { region: actor.region })
      return candidatesCsv(store, actor.region)
    },
  }
}

export type OverviewService = ReturnType<typeof createOverview>

function* candidatesCsv(store: OverviewStore, region: Region | null): Generator<string> {
  yield byteOrderMark + csvLine(candidateColumns)
  for (const line of store.candidates(region && districtsOf(region))) {
    yield csvLine([
      line.userId,
      line.fullName,
      line.state,
      line.district,
      inIndia(line.createdAt),
      line.mode,
      line.type,
      line.category,
      inIndia(line.submittedAt),
      inIndia(line.pickedUpAt),
      inIndia(line.revertedAt),
      inIndia(line.confirmedAt),
      inRupees(line.paid),
    ])
  }
}
