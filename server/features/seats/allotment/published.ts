import type { Readable } from 'node:stream'
import type { DossierFile } from '#server/adapters/dossiers.ts'
import type { Course } from '#server/courses/course.ts'
import { allottedMeans, roundRule } from '#server/domain/admission/offer.ts'
import { type ClosedPool, whyNotAt } from '#server/domain/allotment/explained.ts'
import { soughtIn } from '#server/domain/merit/pages.ts'
import { comparePublicSeatTypes, specialSeat } from '#server/domain/seats/public-seats.ts'
import { type MeritNumbers, seatClaimsOf } from '#server/domain/seats/seat-claims.ts'
import { type CapRound, isLastRound, roundActivity, roundWritten } from '#server/domain/terms/cap-rounds.ts'
import { claimsOf } from '#server/domain/terms/claims.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import { type Activity, outsideWindow } from '#server/domain/terms/schedule.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { translate } from '#server/i18n/texts.ts'
import { byteOrderMark, csvLine } from '#server/kernel/csv.ts'
import { type Language, languages } from '#server/kernel/languages.ts'
import { ok, type Refused, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
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

type ResultsDeps = {
  store: ResultsStore
  /** An activity of the schedule. */
  activity(key: string): Activity | undefined
  /** The portal's clock. */
  now(): Instant
  /** A submitted application as it was at an instant; null before the first version. */
  answersAt(candidateId: number, at: Instant): Answers | null
  course: Pick<Course, 'rounds' | 'form'>
  /** Opens a file of a dossier, by the hash of its result; null if there is none. */
  openDossier(hash: string, file: DossierFile): Promise<{ stream: Readable; bytes: number } | null>
  /** Anybody may have the dossiers of published runs. */
  arePublicDossiers: boolean
  /** Where whole lists are kept as PDFs: what is published never changes. */
  papers: {
    open(paper: Paper): Promise<Readable>
    prepare(paper: Paper): Promise<void>
    forget(): Promise<void>
    settled(): Promise<void>
    close(): Promise<void>
  }
  /** Typesets a whole list, piece by piece. */
  print(
    list: { round: CapRound; publishedAt: Instant; count: number; language: Language },
    rows: Rows,
    write: (bytes: Uint8Array) => Promise<void>,
  ): Promise<void>
  /** Prints one institute's list; null when the press has no room for another job of this network. */
  printInstitute(sheet: InstituteSheet, network: string): Promise<Uint8Array | null>
}

/** One institute's whole list of a round, course by course, in the words of its PDF. */
type InstituteSheet = {
  language: Language
  round: CapRound
  code: string
  institute: string
  courses: { choiceCode: string; course: string; rows: string[][] }[]
  publishedAt: Instant
}

/** A seat that a run gave a candidate, at an institute as named in the run's seat matrix. */
export type AllottedSeat = CourseRow & {
  seatType: SeatType
  /** The type of the seat in the matrix, if it was converted. */
  originalType: SeatType | null
  /** Null for a seat kept from an earlier round that the list does not name. */
  preference: number | null
  isRetained: boolean
  /** The seat freezes automatically, the round is the last one, or the candidate decides. */
  consequence: ReturnType<typeof allottedMeans>
}

/** A more preferred choice that was not given, and why. */
type HigherChoice = {
  preference: number
  choiceCode: string
  /** Null if the round's seat matrix does not have the choice code. */
  institute: string | null
  course: string | null
  /** Empty if there is no seat of a type that the candidate could use. */
  pools: ClosedPool[]
}

/** The result of a published round for one candidate. */
export type Outcome = MeritNumbers & {
  round: CapRound
  publishedAt: Instant
  /** `not-considered`: no confirmed option form, or `outside`. */
  state: 'allotted' | 'not-allotted' | 'not-considered'
  /** Why no round considers the candidate: J&K migrants are seated from a separate list, and others are in no list. */
  outside: 'jk' | 'no-merit-number' | null
  seat: AllottedSeat | null
  /** The number of choices on the confirmed option form. */
  choices: number
  /** Every choice preferred to the seat, most preferred first; without a seat, every choice. */
  higher: HigherChoice[]
  /** Nothing follows this round. */
  isLastRound: boolean
  /** When the seat must be accepted; null if the schedule does not say. */
  acceptance: { opensAt: number; closesAt: number | null } | null
}

type Page<Row> = { rows: Row[]; page: number; hasMore: boolean }

/** The last number that a round admitted to a course by a type of seat; null if it admitted nobody. */
type Closing = { merit: number; percentage: string | null } | null

/** A course with the closing merits of several rounds side by side, in the order of the rounds. */
type ClosingsByRound = Omit<ClosingCourse, 'seats'> & {
  seats: { seatType: string; closings: readonly Closing[] }[]
}

/** The closing merit of a course: the last number for each of its types of seat. */
type ClosingCourse = Pick<CourseRow, 'choiceCode' | 'instituteCode' | 'institute' | 'course' | 'district'> & {
  seats: { seatType: string; merit: number; percentage: string | null }[]
}

const institutesPerPage = 25
const allotmentsPerPage = 50
const coursesPerPage = 10
const mostFound = 50
const mostPages = 10_000

/**
 * The results of published runs only: a candidate's own, and the public lists, in which the special seats of others
 * read "Special". Source: rules §7.3, §8.10.
 */
export function createResults(deps: ResultsDeps) {
  const { store, activity, answersAt, course, papers, print, printInstitute } = deps
  const runOf = (round: CapRound): PublishedRun | undefined => store.runs().find((run) => run.round === round)

  /** The refusal of a round before its publication, with the date of it; null for a round that the course does not have. */
  const unpublished = (round: CapRound | null): Refused =>
    outsideWindow(
      'round-not-published',
      round === null ? null : activity(roundActivity(round, 'allotment')),
      deps.now(),
      404,
    )

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
      consequence: allottedMeans({ preference }, roundRule(course.rounds, run.round)),
    }
  }

  /**
   * The reason each of these choices was not given. A candidate without an application any more has nothing to compare.
   */
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
      isLastRound: isLastRound(course.rounds, run.round),
      publishedAt: run.publishedAt,
      state: seat ? 'allotted' : choices.length && !outside ? 'not-allotted' : 'not-considered',
      outside,
      seat,
      choices: choices.length,
      higher: explained(run, candidateId, numbers, better),
      acceptance: window ? { opensAt: window.opensAt, closesAt: window.closesAt } : null,
    }
  }

  /** A round's result for a candidate; refuses a round that is not published. */
  function outcome(candidateId: number, round: CapRound): Result<Outcome> {
    const run = runOf(round)
    return run ? ok(outcomeIn(run, candidateId)) : unpublished(round)
  }

  /** Reads a page and checks for a following one. */
  function paged<Row>(
    asked: number | undefined,
    size: number,
    read: (limit: number, offset: number) => Row[],
  ): Page<Row> {
    const page = Math.min(asked ?? 1, mostPages)
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

  /** `run`: the one that names the course. */
  function closingsByRound(
    runs: readonly PublishedRun[],
    run: PublishedRun,
    code: string,
    seatType = '',
  ): ClosingsByRound {
    const { seats: _, ...course } = closingCourse(run, code, seatType)
    return { ...course, seats: seatsByRound(runs, code, seatType) }
  }

  /** The types of seat of a course that a round filled, each with its closing merits. */
  function seatsByRound(runs: readonly PublishedRun[], code: string, seatType = ''): ClosingsByRound['seats'] {
    const found = runs.map((one) => store.closings(one, code, seatType))
    const types = [...new Set(found.flat().map((row) => row.seatType))].sort(comparePublicSeatTypes)
    return types.map((type) => ({
      seatType: type,
      closings: found.map((rows): Closing => {
        const row = rows.find((one) => one.seatType === type)
        return row ? { merit: row.merit, percentage: row.percentage } : null
      }),
    }))
  }

  return {
    /** The rounds whose allotment is published, in order. */
    rounds: (): CapRound[] => store.runs().map(({ round }) => round),

    /** The published round that an address names; null for any other text. */
    publishedRound(written: string | undefined): CapRound | null {
      const round = roundWritten(course.rounds, written)
      return round !== null && runOf(round) ? round : null
    },

    /** The hashes by which anybody knows the dossier of a published round; null for a round that is not published. */
    dossier(round: CapRound) {
      const run = runOf(round)
      if (!run) return null
      const { inputHash, resultHash, publishedAt } = run
      return { inputHash, resultHash, publishedAt, isPublic: deps.arePublicDossiers }
    },

    /** A file of a published round's dossier; null if there is none, or where dossiers are not public. */
    async openDossier(round: CapRound, file: DossierFile) {
      const run = deps.arePublicDossiers ? runOf(round) : undefined
      return run ? deps.openDossier(run.resultHash, file) : null
    },

    /** A candidate's name, for the letter. */
    nameOf: (candidateId: number): string => store.person(candidateId)?.fullName ?? '',

    outcome,

    /** The same for a round as an address writes it. */
    outcomeWritten(candidateId: number, written: string): Result<Outcome> {
      const round = roundWritten(course.rounds, written)
      return round === null ? unpublished(null) : outcome(candidateId, round)
    },

    unpublished,

    /** An outcome as pages show it. */
    inWords: (outcome: Outcome, language: Language) => outcomeInWords(outcome, language, course.form),

    /** The results of every published round for a candidate, newest first. */
    outcomes: (candidateId: number): Outcome[] =>
      store
        .runs()
        .reverse()
        .map((run) => outcomeIn(run, candidateId)),

    /** The result of the newest published round for a candidate, for the dashboard; null if there is none. */
    newest(candidateId: number): Pick<Outcome, 'round' | 'isLastRound' | 'state' | 'seat'> | null {
      const run = store.runs().at(-1)
      if (!run) return null
      const row = store.seat(run, candidateId)
      const hasTakenPart = row || store.confirmedChoices(candidateId, run.round).length > 0
      return {
        round: run.round,
        isLastRound: isLastRound(course.rounds, run.round),
        state: row ? 'allotted' : hasTakenPart ? 'not-allotted' : 'not-considered',
        seat: row ? seatOf(run, row) : null,
      }
    },

    /** The institutes of a published round with the number of candidates for each. `page`: from 1, as requested. */
    institutes(round: CapRound, filter: ClosingFilter, page?: number): Result<Page<InstituteRow>> {
      const run = runOf(round)
      if (!run) return unpublished(round)
      return ok(paged(page, institutesPerPage, (limit, offset) => store.institutes(run, filter, limit, offset)))
    },

    /** The candidates whom a published round gave to an institute, by choice code and merit number. */
    ofInstitute(round: CapRound, code: string, page?: number): Result<Page<PublicRow> & { institute: InstituteRow }> {
      const run = runOf(round)
      if (!run) return unpublished(round)
      const institute = store.institute(run, code)
      if (!institute) return refuse('institute-without-results', 404)
      const found = paged(page, allotmentsPerPage, (limit, offset) => store.ofInstitute(run, code, limit, offset))
      return ok({ ...found, institute })
    },

    /**
     * The candidates to whom a published round gave a seat, by Application ID, merit number or words of the name; fifty
     * at most.
     */
    search(round: CapRound, q: string): Result<{ rows: PublicRow[]; hasMore: boolean }> {
      const run = runOf(round)
      if (!run) return unpublished(round)
      const rows = store.search(run, soughtIn(q), mostFound + 1)
      return ok({ rows: rows.slice(0, mostFound), hasMore: rows.length > mostFound })
    },

    /** The codes of the districts of a published round's institutes. */
    districts(round: CapRound): string[] {
      const run = runOf(round)
      return run ? store.districts(run) : []
    },

    /**
     * The last merit number admitted to each course of a published round by each type of seat, beside those of every
     * other published round.
     */
    closings(
      round: CapRound,
      filter: ClosingFilter,
      page?: number,
    ): Result<Page<ClosingsByRound> & { rounds: CapRound[] }> {
      const runs = store.runs()
      const run = runs.find((one) => one.round === round)
      if (!run) return unpublished(round)
      const { rows, ...rest } = paged(page, coursesPerPage, (limit, offset) =>
        store.closingCourses(run, filter, limit, offset),
      )
      return ok({
        ...rest,
        rounds: runs.map((one) => one.round),
        rows: rows.map((code) => closingsByRound(runs, run, code, filter.seatType)),
      })
    },

    /**
     * The closing merits of one course in every published round; no seats if none has filled any. `choiceCode`: without
     * the letter of the tuition fee waiver, whose seats are among them.
     */
    closingsOf(choiceCode: string): { rounds: CapRound[]; seats: ClosingsByRound['seats'] } {
      const runs = store.runs()
      return { rounds: runs.map(({ round }) => round), seats: seatsByRound(runs, choiceCode) }
    },

    /** When the newest round was published; null before the first. */
    newestAt: (): number | null =>
      store.runs().reduce<number | null>((last, run) => Math.max(last ?? 0, run.publishedAt), null),

    /** The institute-wise list as a table, of all institutes or of one, read piece by piece. */
    allotmentsCsv(round: CapRound, institute: string | null, language: Language): Result<Iterable<string>> {
      const run = runOf(round)
      if (!run) return unpublished(round)
      if (institute !== null && !store.institute(run, institute)) return refuse('institute-without-results', 404)
      return ok(allotmentLines(run, institute, language))
    },

    /** The closing merit of every course as a table, read piece by piece. */
    closingsCsv(round: CapRound, language: Language): Result<Iterable<string>> {
      const run = runOf(round)
      return run ? ok(closingLines(run, language)) : unpublished(round)
    },

    /** The whole institute-wise list as a PDF; the first caller waits until it is made. */
    async listPdf(round: CapRound, language: Language): Promise<Result<Readable>> {
      const run = runOf(round)
      return run ? ok(await papers.open(paperOf(run, language))) : unpublished(round)
    },

    /** Begins the PDFs of published rounds that are not made yet, without waiting for them. */
    async printDue(): Promise<void> {
      for (const run of store.runs()) {
        for (const language of languages) {
          const paper = paperOf(run, language)
          await papers.prepare(paper)
        }
      }
    },

    /** Resolves once every paper that was begun is made or has failed. */
    printed: papers.settled,

    /** Deletes the papers; they are made again with the names that are left. */
    forgetPapers: papers.forget,
    close: papers.close,

    /** One institute's list as PDF; null when the press has no room for another job of this network. */
    async institutePdf(
      round: CapRound,
      code: string,
      language: Language,
      network: string,
    ): Promise<Result<Uint8Array | null>> {
      const run = runOf(round)
      if (!run) return unpublished(round)
      const institute = store.institute(run, code)
      if (!institute) return refuse('institute-without-results', 404)
      const courses: InstituteSheet['courses'] = []
      for (const row of store.ofInstitute(run, code, -1, 0)) {
        if (courses.at(-1)?.choiceCode !== row.choiceCode)
          courses.push({ choiceCode: row.choiceCode, course: row.course, rows: [] })
        courses.at(-1)!.rows.push(printedCells(row, language))
      }
      const { publishedAt } = run
      const sheet = { language, round, code, institute: institute.institute, courses, publishedAt }
      return ok(await printInstitute(sheet, network))
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
    const head = (name: string) => translate(language, `allotted:column.${name}` as TextKey)
    yield byteOrderMark + csvLine(allotmentColumns.map(head))
    for (const rows of only === null ? byInstitute(run) : [store.ofInstitute(run, only, -1, 0)])
      yield rows.map((row) => csvLine(cellsOf(row, language))).join('')
  }

  function* closingLines(run: PublishedRun, language: Language): Generator<string> {
    const head = (name: string) => translate(language, `allotted:column.${name}` as TextKey)
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

/** The columns of the institute-wise list. Source: rules §7.3. */
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

/** The same on paper, under the name of its course: the columns of `documents/institute-allotment`. */
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

/** A type of seat in public lists: its code, or "Special". */
const publicSeatName = (seatType: string, language: Language): string =>
  seatType === specialSeat ? translate(language, 'rounds:special') : seatType
