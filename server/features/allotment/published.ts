import type { Readable } from 'node:stream'
import type { CourseProfile } from '../../courses/course'
import { type ClosedPool, whyNotAt } from '../../domain/allotment-explained'
import { claimsOf } from '../../domain/application-form/claims'
import type { Answers } from '../../domain/application-form/question'
import { type CapRound, roundActivity } from '../../domain/cap-rounds'
import { soughtIn } from '../../domain/merit-pages'
import { consequenceOf } from '../../domain/option-form'
import { specialSeat } from '../../domain/public-seats'
import type { Activity } from '../../domain/schedule'
import { type MeritNumbers, seatClaimsOf } from '../../domain/seat-claims'
import type { SeatType } from '../../domain/seat-types'
import type { TextKey } from '../../i18n/keys'
import { translate } from '../../i18n/texts'
import { byteOrderMark, csvLine } from '../../kernel/csv'
import { type Language, languages } from '../../kernel/languages'
import { ok, type Result, refuse } from '../../kernel/result'
import type { Instant } from '../../kernel/time'
import type {
  ClosingFilter,
  CourseRow,
  InstituteRow,
  PublicRow,
  PublishedRun,
  ResultsStore,
  SeatRow,
} from './published-store'
import { outcomeInWords } from './words'

type Rows = Iterable<readonly (readonly string[])[]>

/** The whole list of a round in a language, as a file that is made once. `rows`: in pieces, as printed. */
type Paper = {
  name: string
  language: Language
  count: number
  rows(): Rows
  print(rows: Rows, write: (bytes: Uint8Array) => Promise<void>): Promise<void>
}

export type ResultsDeps = {
  store: ResultsStore
  /** An activity of the schedule. */
  activity(key: string): Activity | undefined
  /** A submitted application as it stood at an instant; null before the first version. */
  answersAt(candidateId: number, at: Instant): Answers | null
  course: Pick<CourseProfile, 'autoFreezeUpTo'>
  /** Where whole lists are kept as PDFs: what is published never changes. */
  papers: {
    open(paper: Paper): Promise<Readable>
    want(paper: Paper): Promise<void>
    isMade(paper: Paper): Promise<boolean>
    settled(): Promise<void>
    close(): Promise<void>
  }
  /** Sets a whole list, piece by piece. */
  print(
    list: { round: CapRound; publishedAt: Instant; count: number; language: Language },
    rows: Rows,
    write: (bytes: Uint8Array) => Promise<void>,
  ): Promise<void>
}

/** A seat that a run gave a candidate, at an institute as the seat matrix of the run names it. */
export type AllottedSeat = CourseRow & {
  seatType: SeatType
  /** The type under which the seat stands in the matrix, where it was converted. */
  originalType: SeatType | null
  /** Null: a seat kept from an earlier round that the list does not name. */
  preference: number | null
  isRetained: boolean
  /** It freezes by itself, it is the last round's, or the candidate decides. */
  consequence: ReturnType<typeof consequenceOf>
}

/** A better liked choice that was not given, and why. */
export type HigherChoice = {
  preference: number
  choiceCode: string
  /** Null where the round's seat matrix does not hold the choice code. */
  institute: string | null
  course: string | null
  /** Empty: there is no seat of a type that the candidate could use. */
  pools: ClosedPool[]
}

/** What a published round means for one candidate. */
export type Outcome = MeritNumbers & {
  round: CapRound
  publishedAt: Instant
  /** `not-considered`: no confirmed option form, or `outside`. */
  state: 'allotted' | 'not-allotted' | 'not-considered'
  /** Whom no round considers: migrants from J&K, who are seated by their own list, and who stands in no list. */
  outside: 'jk' | 'no-merit-number' | null
  seat: AllottedSeat | null
  /** How many choices the confirmed option form holds. */
  choices: number
  /** Every choice better liked than the seat, best liked first; without a seat, every choice. */
  higher: HigherChoice[]
  /** When the seat is to be accepted; null where the schedule does not say. */
  acceptance: { opensAt: number; closesAt: number | null } | null
}

export type Page<Row> = { rows: Row[]; page: number; hasMore: boolean }

/** The closing merit of a course: its types of seat with the last number that each took. */
export type ClosingCourse = Pick<CourseRow, 'choiceCode' | 'instituteCode' | 'institute' | 'course' | 'district'> & {
  seats: { seatType: string; merit: number; percentage: string | null }[]
}

const institutesPerPage = 25
const allotmentsPerPage = 50
const coursesPerPage = 10
const mostFound = 50
const mostPages = 10_000

const unpublished = () => refuse('round-not-published', 404)

/**
 * The results of published runs, and of no others: one candidate's own, and the lists that everybody may read, in which
 * the special seats of others read "Special". Source: decisions §7, §8.
 */
export function createResults({ store, activity, answersAt, course, papers, print }: ResultsDeps) {
  const runOf = (round: CapRound): PublishedRun | undefined => store.runs().find((run) => run.round === round)

  function seatOf(run: PublishedRun, row: SeatRow): AllottedSeat {
    const { choiceCode, seatType, originalType, preference, retained } = row
    const at = store.course(run, choiceCode)
    if (!at) throw new Error(`the seat matrix of run ${run.id} lacks ${choiceCode}`)
    return {
      ...at,
      seatType: seatType as SeatType,
      originalType: originalType as SeatType | null,
      preference,
      isRetained: retained === 1,
      consequence: consequenceOf(run.round, preference ?? Number.POSITIVE_INFINITY, course.autoFreezeUpTo),
    }
  }

  /** Why each of these choices was not given. Who has no application any more has nothing to be compared with. */
  function explained(
    run: PublishedRun,
    candidateId: number,
    numbers: MeritNumbers,
    choices: readonly { position: number; choiceCode: string }[],
  ): HigherChoice[] {
    const claims = choices.length ? claimsOf(answersAt(candidateId, run.preparedAt) ?? {}) : null
    const candidate = claims && { ...seatClaimsOf(claims), ...numbers }
    return choices.map(({ position, choiceCode }) => {
      const at = store.course(run, choiceCode)
      const facts = at && { choiceCode, minority: at.minority, ...store.pools(run, choiceCode) }
      return {
        preference: position,
        choiceCode,
        institute: at?.institute ?? null,
        course: at?.course ?? null,
        pools: candidate && facts ? whyNotAt(candidate, facts) : [],
      }
    })
  }

  function outcomeIn(run: PublishedRun, candidateId: number): Outcome {
    const row = store.seat(run, candidateId)
    const seat = row ? seatOf(run, row) : null
    const choices = store.confirmedChoices(candidateId, run.round)
    const { jkMerit, ...numbers } = store.merit(run, candidateId)
    const outside = jkMerit !== null ? 'jk' : numbers.allIndiaMerit === null ? 'no-merit-number' : null
    const reached = seat ? (seat.preference ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY
    const better = choices.filter(({ position }) => position < reached)
    const window = activity(roundActivity(run.round, 'acceptance'))
    return {
      ...numbers,
      round: run.round,
      publishedAt: run.publishedAt,
      state: seat ? 'allotted' : choices.length && !outside ? 'not-allotted' : 'not-considered',
      outside,
      seat,
      choices: choices.length,
      higher: explained(run, candidateId, numbers, better),
      acceptance: window ? { opensAt: window.opensAt, closesAt: window.closesAt } : null,
    }
  }

  /** Reads a page and looks whether another one follows. */
  function paged<Row>(
    asked: string | undefined,
    size: number,
    read: (limit: number, offset: number) => Row[],
  ): Page<Row> {
    const page = asked !== undefined && /^[1-9]\d{0,4}$/.test(asked) ? Math.min(Number(asked), mostPages) : 1
    const rows = read(size + 1, (page - 1) * size)
    return { rows: rows.slice(0, size), page, hasMore: rows.length > size }
  }

  const closingCourse = (run: PublishedRun, code: string, seatType = ''): ClosingCourse => {
    const rows = store.closings(run, code, seatType)
    const { choiceCode, instituteCode, institute, course, district } = rows[0]!
    return {
      choiceCode,
      instituteCode,
      institute,
      course,
      district,
      seats: rows.map(({ seatType, merit, percentage }) => ({ seatType, merit, percentage })),
    }
  }

  return {
    /** The rounds whose allotment is published, in order. */
    rounds: (): CapRound[] => store.runs().map(({ round }) => round),

    /** A candidate's name, for the letter. */
    nameOf: (candidateId: number): string => store.person(candidateId)?.fullName ?? '',

    /** What a round means for a candidate; refuses a round that is not published. */
    outcome(candidateId: number, round: CapRound): Result<Outcome> {
      const run = runOf(round)
      return run ? ok(outcomeIn(run, candidateId)) : unpublished()
    },

    /** An outcome as pages show it. */
    inWords: outcomeInWords,

    /** What every published round means for a candidate, the newest first. */
    outcomes: (candidateId: number): Outcome[] =>
      store
        .runs()
        .reverse()
        .map((run) => outcomeIn(run, candidateId)),

    /** What the newest published round gave a candidate, for the dashboard; null before one. */
    newest(candidateId: number): Pick<Outcome, 'round' | 'state' | 'seat' | 'acceptance'> | null {
      const run = store.runs().at(-1)
      if (!run) return null
      const row = store.seat(run, candidateId)
      const hasTakenPart = row || store.confirmedChoices(candidateId, run.round).length > 0
      return {
        round: run.round,
        state: row ? 'allotted' : hasTakenPart ? 'not-allotted' : 'not-considered',
        seat: row ? seatOf(run, row) : null,
        acceptance: activity(roundActivity(run.round, 'acceptance')) ?? null,
      }
    },

    /** The institutes of a published round with how many candidates each was given. `page`: from 1, as it was asked for. */
    institutes(round: CapRound, filter: ClosingFilter, page?: string): Result<Page<InstituteRow>> {
      const run = runOf(round)
      if (!run) return unpublished()
      return ok(paged(page, institutesPerPage, (limit, offset) => store.institutes(run, filter, limit, offset)))
    },

    /** Whom a published round gave to an institute, by choice code and merit number. */
    ofInstitute(round: CapRound, code: string, page?: string): Result<Page<PublicRow> & { institute: InstituteRow }> {
      const run = runOf(round)
      if (!run) return unpublished()
      const institute = store.institute(run, code)
      if (!institute) return refuse('institute-without-results', 404)
      const found = paged(page, allotmentsPerPage, (limit, offset) => store.ofInstitute(run, code, limit, offset))
      return ok({ ...found, institute })
    },

    /** Whom a published round gave a seat, by Application ID, merit number or words of the name; fifty at most. */
    search(round: CapRound, q: string): Result<{ rows: PublicRow[]; hasMore: boolean }> {
      const run = runOf(round)
      if (!run) return unpublished()
      const rows = store.search(run, soughtIn(q), mostFound + 1)
      return ok({ rows: rows.slice(0, mostFound), hasMore: rows.length > mostFound })
    },

    /** The districts that a published round's institutes stand in, by their codes. */
    districts(round: CapRound): string[] {
      const run = runOf(round)
      return run ? store.districts(run) : []
    },

    /** The last merit number that each course took by each type of seat. */
    closings(round: CapRound, filter: ClosingFilter, page?: string): Result<Page<ClosingCourse>> {
      const run = runOf(round)
      if (!run) return unpublished()
      const { rows, ...rest } = paged(page, coursesPerPage, (limit, offset) =>
        store.closingCourses(run, filter, limit, offset),
      )
      return ok({ ...rest, rows: rows.map((code) => closingCourse(run, code, filter.seatType)) })
    },

    /** The institute-wise list as a table, whole or of one institute, read piece by piece. */
    allotmentsCsv(round: CapRound, institute: string | null, language: Language): Result<Iterable<string>> {
      const run = runOf(round)
      if (!run) return unpublished()
      if (institute !== null && !store.institute(run, institute)) return refuse('institute-without-results', 404)
      return ok(allotmentLines(run, institute, language))
    },

    /** The closing merit of every course as a table, read piece by piece. */
    closingsCsv(round: CapRound, language: Language): Result<Iterable<string>> {
      const run = runOf(round)
      return run ? ok(closingLines(run, language)) : unpublished()
    },

    /** The institute-wise list whole, as PDF; who asks first waits until it is made. */
    async listPdf(round: CapRound, language: Language): Promise<Result<Readable>> {
      const run = runOf(round)
      return run ? ok(await papers.open(paperOf(run, language))) : unpublished()
    },

    /** The PDFs of published rounds that are not made yet are begun; nobody waits for them. */
    async printDue(): Promise<void> {
      for (const run of store.runs()) {
        for (const language of languages) {
          const paper = paperOf(run, language)
          // What fails is tried again at the next tick, and by whoever asks for it.
          if (!(await papers.isMade(paper))) papers.want(paper).catch(() => {})
        }
      }
    },

    /** Once every paper that was begun is made, or has failed. */
    printed: papers.settled,

    close: papers.close,

    /** One institute's list whole, course by course, in the words of its PDF. */
    instituteSheet(round: CapRound, code: string, language: Language) {
      const run = runOf(round)
      if (!run) return unpublished()
      const institute = store.institute(run, code)
      if (!institute) return refuse('institute-without-results', 404)
      const courses: { choiceCode: string; course: string; rows: string[][] }[] = []
      for (const row of store.ofInstitute(run, code, -1, 0)) {
        if (courses.at(-1)?.choiceCode !== row.choiceCode)
          courses.push({ choiceCode: row.choiceCode, course: row.course, rows: [] })
        courses.at(-1)!.rows.push(printedCells(row, language))
      }
      return ok({ institute, courses, publishedAt: run.publishedAt })
    },
  }

  function paperOf(run: PublishedRun, language: Language): Paper {
    const { round, publishedAt } = run
    const count = store.count(run)
    return {
      name: `round-${round}-run-${run.id}`,
      language,
      count,
      *rows() {
        for (const rows of byInstitute(run)) yield rows.map((row) => listedCells(row, language))
      },
      print: (rows, write) => print({ round, publishedAt, count, language }, rows, write),
    }
  }

  /** The lines of the whole list, institute by institute. */
  function* byInstitute(run: PublishedRun): Generator<PublicRow[]> {
    for (let offset = 0; ; offset += institutesPerPage) {
      const institutes = store.institutes(run, {}, institutesPerPage, offset)
      for (const { code } of institutes) {
        const rows = store.ofInstitute(run, code, -1, 0)
        if (rows.length) yield rows
      }
      if (institutes.length < institutesPerPage) return
    }
  }

  function* allotmentLines(run: PublishedRun, only: string | null, language: Language): Generator<string> {
    const head = (name: string) => translate(language, `results:column.${name}` as TextKey)
    yield byteOrderMark + csvLine(allotmentColumns.map(head))
    for (const rows of only === null ? byInstitute(run) : [store.ofInstitute(run, only, -1, 0)])
      yield rows.map((row) => csvLine(cellsOf(row, language))).join('')
  }

  function* closingLines(run: PublishedRun, language: Language): Generator<string> {
    const head = (name: string) => translate(language, `results:column.${name}` as TextKey)
    yield byteOrderMark + csvLine(closingColumns.map(head))
    for (let offset = 0; ; offset += coursesPerPage) {
      const codes = store.closingCourses(run, {}, coursesPerPage, offset)
      yield codes
        .flatMap((code) => {
          const { choiceCode, instituteCode, institute, course, seats } = closingCourse(run, code)
          return seats.map(({ seatType, merit, percentage }) =>
            csvLine([
              instituteCode,
              institute,
              course,
              choiceCode,
              publicSeatName(seatType, language),
              merit,
              percentage,
            ]),
          )
        })
        .join('')
      if (codes.length < coursesPerPage) return
    }
  }
}

export type Results = ReturnType<typeof createResults>

/** The columns of the institute-wise list. Source: decisions §7 "Public columns". */
const allotmentColumns = [
  'institute-code',
  'institute',
  'course',
  'choice-code',
  'state-merit',
  'all-india-merit',
  'user-id',
  'name',
  'type',
  'category',
  'percentage',
  'seat-type',
] as const

const closingColumns = [
  'institute-code',
  'institute',
  'course',
  'choice-code',
  'seat-type',
  'closing',
  'percentage',
] as const

const cellsOf = (row: PublicRow, language: Language) => [
  row.instituteCode,
  row.institute,
  row.course,
  row.choiceCode,
  row.stateMerit,
  row.allIndiaMerit,
  row.userId,
  row.fullName,
  row.type,
  row.category,
  row.percentage,
  publicSeatName(row.seatType, language),
]

/** The same on paper, below the name of its course: the columns of `documents/institute-allotment`. */
const printedCells = (row: PublicRow, language: Language): string[] => [
  String(row.stateMerit ?? ''),
  String(row.allIndiaMerit ?? ''),
  row.userId,
  row.fullName,
  row.type,
  row.category,
  publicSeatName(row.seatType, language),
]

/** The same in the list of all institutes: the columns of `documents/allotment-list`. */
const listedCells = (row: PublicRow, language: Language): string[] => {
  const [stateMerit, allIndiaMerit, userId, fullName, type, category, seat] = printedCells(row, language)
  const institute = `${row.instituteCode} ${row.institute}`
  return [institute, row.choiceCode, stateMerit!, allIndiaMerit!, userId!, fullName!, `${type}, ${category}`, seat!]
}

/** A type of seat as lists for everybody name it: its code, or "Special". */
const publicSeatName = (seatType: string, language: Language): string =>
  seatType === specialSeat ? translate(language, 'results:special') : seatType
