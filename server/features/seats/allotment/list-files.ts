import type { Readable } from 'node:stream'
import type { Paper } from '#server/adapters/papers.ts'
import { nameIn, placeIn } from '#server/domain/application/form/seat-names.ts'
import { specialSeat } from '#server/domain/seats/public-seats.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { translate } from '#server/i18n/texts.ts'
import { byteOrderMark, csvLine } from '#server/kernel/csv.ts'
import { type Language, languages } from '#server/kernel/languages.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { closingCourse, coursesPerPage, institutesPerPage } from './public-lists'
import type { InstituteSheet, ResultsDeps } from './published-deps'
import type { PublishedRuns } from './published-runs'
import type { PublicRow, PublishedRun } from './published-store'

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

/** The public lists as files: tables, and PDFs that are made once. */
export function createListFiles(
  { store, papers, print, printInstitute, course: profile }: ResultsDeps,
  { runOf, unpublished }: PublishedRuns,
) {
  function paperOf(run: PublishedRun, language: Language): Paper {
    const { round, publishedAt } = run
    const count = store.count(run)
    return {
      name: `round-${round}-run-${run.id}`,
      language,
      count,
      *rows() {
        for (const rows of byInstitute(run))
          yield rows.map((row) => listedCells(placeIn(row, language, profile.form), language))
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
          const { choiceCode, instituteCode, institute, course, seats } = closingCourse(store, run, code)
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

  return {
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
      for (const found of store.ofInstitute(run, code, -1, 0)) {
        const row = placeIn(found, language, profile.form)
        if (courses.at(-1)?.choiceCode !== row.choiceCode)
          courses.push({ choiceCode: row.choiceCode, course: row.course, rows: [] })
        courses.at(-1)!.rows.push(printedCells(row, language))
      }
      const { publishedAt } = run
      const sheet = {
        language,
        round,
        code,
        institute: nameIn(institute.institute, language, profile.form),
        courses,
        publishedAt,
      }
      return ok(await printInstitute(sheet, network))
    },
  }
}
