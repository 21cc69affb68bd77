import type { Clock } from '#server/adapters/clock.ts'
import type { Offer, OfferState } from '#server/domain/admission/offer.ts'
import {
  linesOf,
  noReturn,
  nowhere,
  type ReturnCounts,
  type ReturnLine,
  returnColumns,
  returnLines,
  type StageCounts,
  type StageDimension,
  type StagePlace,
  seasonStages,
  stageDimensions,
  stagesOf,
} from '#server/domain/admission/stages.ts'
import { listsOf } from '#server/domain/application/form/lists.ts'
import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { categories, claimsOf } from '#server/domain/terms/claims.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import { type Region, regionOf, regions } from '#server/domain/terms/regions.ts'
import { mayDo, maySeeFigures, type StaffRole, type StaffScope } from '#server/domain/terms/staff.ts'
import { parseForm } from '#server/http/shape.ts'
import { breath } from '#server/kernel/background.ts'
import { byteOrderMark, csvLine } from '#server/kernel/csv.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import { StageSearch } from './schema'
import type { CountedCandidate, MoneyLine, StageReportStore } from './store'
import { stageValueName } from './words'

type Officer = StaffScope & { id: number; loginName: string; role: StaffRole }
type CountedInstitute = { name: string; region: Region | null; intake: number }
type CountedSeat = { offer: Offer & { candidateId: number }; state: OfferState }

type StageReportDeps = {
  store: StageReportStore
  clock: Pick<Clock, 'portal'>
  acceptance: {
    newestRound(): number | null
    /** Every seat of a round, in pieces. */
    seatsOfRound(round: CapRound): Generator<CountedSeat[]>
  }
  course: { form: Parameters<typeof stageValueName>[1] }
  print(sheet: NamedReport, language: Language): Promise<Uint8Array | null>
  record: RecordAct
}

/** Candidates of one category, gender, district, type and institute. `counts`: in the order of the stages. */
type Cell = { place: StagePlace; region: Region | null; counts: Uint32Array; admitted: Map<ReturnLine, ReturnCounts> }
type Count = {
  at: Instant
  cells: Cell[]
  institutes: Map<string, CountedInstitute>
  payments: MoneyLine[]
  refunds: MoneyLine[]
}

/** A line of the report: a value of what it counts by. `name`: an institute's; null for codes that pages name. */
type StageLine = { value: string; name: string | null; counts: StageCounts }

/** The report as its page shows it. `returns`: those admitted, for the annual return. */
type StageReport = {
  at: Instant
  by: StageDimension
  search: StageSearch
  lines: StageLine[]
  total: StageCounts
  intake: number
  returns: { line: ReturnLine; counts: ReturnCounts }[]
  payments: MoneyLine[]
  refunds: MoneyLine[]
  institutes: { code: string; name: string }[]
}

/** The report with its values in words. `of`: whom it counts. */
type NamedReport = Omit<StageReport, 'lines' | 'search' | 'institutes'> & {
  of: { dimension: StageDimension; value: string }[]
  lines: { label: string; counts: StageCounts }[]
}

/** Candidates read at a time, some milliseconds. */
const readAtOnce = 500
/** A count that took longer than this, in ms, is kept, and renewed beside the pages. */
const quick = 300

/**
 * The report of the stages: every candidate once, at each stage reached, by category, gender, district, type and
 * institute. One pass counts everything; every table is a sum of its cells, so that all of them agree. Source: rules §9.8.
 */
export function createStageReport({ store, clock, acceptance, course, print, record }: StageReportDeps) {
  let kept: { count: Count; isSlow: boolean } | null = null
  let counting: Promise<Count> | null = null

  /** Each candidate's newest seat, with its institute. */
  async function newestSeats(codeOf: ReadonlyMap<string, string>) {
    const seats = new Map<number, CountedSeat & { institute: string }>()
    for (let round = acceptance.newestRound() ?? 0; round > 0; round--) {
      for (const piece of acceptance.seatsOfRound(round)) {
        for (const seat of piece)
          if (!seats.has(seat.offer.candidateId))
            seats.set(seat.offer.candidateId, { ...seat, institute: codeOf.get(seat.offer.choiceCode) ?? nowhere })
        await breath()
      }
    }
    return seats
  }

  async function count(): Promise<Count> {
    let busy = 0
    const codeOf = new Map<string, string>()
    const institutes = new Map<string, CountedInstitute>()
    for (const { choiceCode, code, name, district, intake } of store.institutes()) {
      codeOf.set(choiceCode, code)
      institutes.set(code, { name, region: regionOf(district), intake: (institutes.get(code)?.intake ?? 0) + intake })
    }
    const seats = await newestSeats(codeOf)
    const cells = new Map<string, Cell>()
    for (let after = 0; ; ) {
      const begun = performance.now()
      const piece = store.candidates(after, readAtOnce)
      for (const candidate of piece) addTo(cells, candidate, seats.get(candidate.id) ?? null)
      busy += performance.now() - begun
      if (piece.length < readAtOnce) break
      after = piece[piece.length - 1]!.id
      await breath()
    }
    const money = { payments: store.payments(), refunds: store.refunds() }
    const made = { at: clock.portal(), cells: [...cells.values()], institutes, ...money }
    kept = { count: made, isSlow: busy > quick }
    return made
  }

  function renewed(): Promise<Count> {
    counting ??= count().finally(() => {
      counting = null
    })
    return counting
  }

  /** A large portal shows the last count; a job renews it. */
  const current = (): Count | Promise<Count> => (kept?.isSlow ? kept.count : renewed())

  /** The cells that an officer reaches and a search asks for. */
  function cellsOf(cells: readonly Cell[], officer: Officer, search: StageSearch): Cell[] {
    const asked = stageDimensions.filter((one) => search[one] !== undefined)
    const reached = new Map([...regions, null].map((region) => [region, maySeeFigures(officer, region)]))
    return cells.filter(({ region, place }) => reached.get(region) && asked.every((one) => place[one] === search[one]))
  }

  const homeDistricts = () =>
    listsOf(course.form)
      .entries('maharashtra-districts')
      .map(({ code }) => code)

  async function reportOf(officer: Officer, asked: unknown): Promise<Result<StageReport>> {
    const form = parseForm(StageSearch, asked)
    if (!form.ok) return form
    const search = form.value
    const by = search.by ?? 'category'
    const { at, cells, institutes, payments, refunds } = await current()
    const own = cellsOf(cells, officer, search)
    const lines = new Map<string, Uint32Array>()
    const total = nobody()
    const returns = new Map(returnLines.map((line) => [line, noReturn()]))
    for (const { place, counts, admitted } of own) {
      const value = place[by]
      const line = lines.get(value) ?? nobody()
      lines.set(value, line)
      for (let stage = 0; stage < counts.length; stage++) {
        line[stage]! += counts[stage]!
        total[stage]! += counts[stage]!
      }
      for (const [name, of] of admitted) for (const gender of returnColumns) returns.get(name)![gender] += of[gender]
    }
    // Categories in the order of the form, Maharashtra's districts first, all else by its code, the unanswered last.
    const order: readonly string[] = by === 'category' ? categories : by === 'district' ? homeDistricts() : []
    const rankOf = (value: string) => {
      if (value === nowhere) return order.length + 1
      return order.includes(value) ? order.indexOf(value) : order.length
    }
    const seen = [...institutes].filter(([code, { region }]) =>
      search.institute === undefined ? maySeeFigures(officer, region) : code === search.institute,
    )
    return ok({
      at,
      by,
      search,
      lines: [...lines]
        .sort(([a], [b]) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))
        .map(([value, counts]) => ({
          value,
          name: by === 'institute' ? (institutes.get(value)?.name ?? null) : null,
          counts: countsOf(counts),
        })),
      total: countsOf(total),
      intake: seen.reduce((sum, [, { intake }]) => sum + intake, 0),
      returns: returnLines.map((line) => ({ line, counts: returns.get(line)! })),
      // Money is the cell's own: a regional office does not see it.
      payments: mayDo(officer.role, 'money') ? payments : [],
      refunds: mayDo(officer.role, 'money') ? refunds : [],
      institutes: [...institutes]
        .map(([code, { name }]) => ({ code, name }))
        .sort((a, b) => (a.code < b.code ? -1 : 1)),
    })
  }

  /** A value of what the report counts by, in words. */
  const nameOf = (language: Language, dimension: StageDimension, value: string, name: string | null) =>
    stageValueName({ dimension, value, name }, course.form, language)

  return {
    nameOf,

    /** The report of what an officer reaches. Refusal: `check-answers` (422) for a search that is not understood. */
    report: reportOf,

    /** Its table for a spreadsheet, with the annual return below; logs the export. */
    async exportReport(officer: Officer, asked: unknown): Promise<Result<string[]>> {
      const found = await reportOf(officer, asked)
      if (!found.ok) return found
      const { by, lines, total, intake, returns } = found.value
      record(auditActor(officer), 'reports.exported', {}, { table: `stages-by-${by}`, region: officer.region })
      const numbers = (counts: StageCounts) => seasonStages.map((stage) => counts[stage])
      return ok([
        byteOrderMark + csvLine([by, 'name', ...seasonStages]),
        ...lines.map(({ value, name, counts }) => csvLine([value, name, ...numbers(counts)])),
        csvLine(['total', null, ...numbers(total)]),
        csvLine([]),
        csvLine(['annual return', 'intake', intake]),
        csvLine(['admitted', ...returnColumns, 'total']),
        ...returns.map(({ line, counts }) =>
          csvLine([line, ...returnColumns.map((gender) => counts[gender]), sumOf(counts)]),
        ),
      ])
    },

    /** The report on paper, as its page shows it; logs the export. Refusals: those of `report`, `press-busy` (503). */
    async printReport(officer: Officer, asked: unknown, language: Language): Promise<Result<Uint8Array>> {
      const found = await reportOf(officer, asked)
      if (!found.ok) return found
      const { lines, search, institutes, ...report } = found.value
      record(auditActor(officer), 'reports.exported', {}, { table: `stages-by-${report.by}`, region: officer.region })
      const instituteName = institutes.find(({ code }) => code === search.institute)?.name ?? null
      const printed = await print(
        {
          ...report,
          of: stageDimensions.flatMap((dimension) => {
            const value = search[dimension]
            return value === undefined ? [] : [{ dimension, value: nameOf(language, dimension, value, instituteName) }]
          }),
          lines: lines.map(({ value, name, counts }) => ({
            label: nameOf(language, report.by, value, name),
            counts,
          })),
        },
        language,
      )
      return printed ? ok(printed) : refuse('press-busy', 503, { retryAfter: 10, params: { seconds: 10 } })
    },

    /** A job: renews the count of a large portal. */
    async countDue(): Promise<void> {
      if (kept?.isSlow) await renewed()
    },
  }
}

const nobody = () => new Uint32Array(seasonStages.length)
const countsOf = (counts: Uint32Array): StageCounts =>
  Object.fromEntries(seasonStages.map((stage, place) => [stage, counts[place]!])) as StageCounts
const sumOf = (counts: ReturnCounts): number => returnColumns.reduce((sum, gender) => sum + counts[gender], 0)

const parsed = (text: string | null) => (text === null ? undefined : JSON.parse(text))

/** Adds a candidate to the cell of their category, gender, district, type and institute. */
function addTo(
  cells: Map<string, Cell>,
  candidate: CountedCandidate,
  seat: (CountedSeat & { institute: string }) | null,
): void {
  const claims = claimsOf({
    'type-of-candidature': parsed(candidate.typeAnswers),
    'category-details': parsed(candidate.categoryAnswers),
    'personal-details': parsed(candidate.personalAnswers),
  } as Answers)
  const place: StagePlace = {
    category: claims?.category ?? nowhere,
    gender: claims?.gender ?? nowhere,
    district: candidate.district,
    type: claims?.type ?? nowhere,
    institute: seat?.institute ?? nowhere,
  }
  const key = stageDimensions.map((one) => place[one]).join('|')
  const cell = cells.get(key) ?? {
    place,
    region: regionOf(candidate.district),
    counts: nobody(),
    admitted: new Map<ReturnLine, ReturnCounts>(),
  }
  cells.set(key, cell)
  const reached = stagesOf({
    isSubmitted: candidate.isSubmitted === 1,
    isConfirmed: candidate.isConfirmed === 1,
    isInFinalMerit: candidate.isInFinalMerit === 1,
    hasOptions: candidate.hasOptions === 1,
    seat,
  })
  for (const stage of reached) cell.counts[seasonStages.indexOf(stage)]!++
  if (!claims || !reached.includes('admitted')) return
  for (const line of linesOf(claims)) {
    const counts = cell.admitted.get(line) ?? noReturn()
    counts[claims.gender ?? nowhere]++
    cell.admitted.set(line, counts)
  }
}
