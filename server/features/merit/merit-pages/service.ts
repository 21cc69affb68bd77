import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Paper, Papers } from '#server/adapters/papers.ts'
import { isMeritList, isMeritStage, type MeritList, type MeritStage, meritLists } from '#server/domain/merit/lists.ts'
import {
  type Compared,
  editionName,
  linesOnPage,
  type MeritLine,
  type MeritPlace,
  type MeritQuery,
  type MeritStanding,
  type PublishedEdition,
  readEditionName,
  soughtIn,
} from '#server/domain/merit/pages.ts'
import { percentageShown } from '#server/domain/merit/ranking.ts'
import { type MeritWords, meritCells, meritCsv, meritWords } from '#server/domain/merit/table.ts'
import type { MeritCriterion } from '#server/domain/terms/criteria.ts'
import { translate } from '#server/i18n/texts.ts'
import { breath } from '#server/kernel/background.ts'
import { type Language, languages } from '#server/kernel/languages.ts'
import { nameQuery } from '#server/kernel/name-index.ts'
import type { EntryRow, MeritPagesStore } from './store'

type MeritPage = { lines: MeritLine[]; page: number; hasNext: boolean }

type MeritPagesDeps = {
  store: MeritPagesStore
  papers: Papers
  /** Typesets a list's rows as a PDF, piece by piece. */
  print(
    paper: { edition: PublishedEdition; list: MeritList; count: number; language: Language },
    rows: Iterable<readonly (readonly string[])[]>,
    write: (bytes: Uint8Array) => Promise<void>,
  ): Promise<void>
}

/** A list's file as it is now. `erased`: how many of its names were erased since. */
export type FileNow = { list: MeritList; file: string; sha256: string; erased: number }

/** A file that was read within this time is not read again. Milliseconds. */
const readAgainAfter = 60_000

/** Lines read at once for a whole list. */
const linesAtOnce = 1000

/**
 * The published merit lists: public tables, and each candidate's own place with its reasons. Prepared and released
 * editions never appear. Source: rules §7.4.
 */
export function createMeritPages({ store, papers, print }: MeritPagesDeps) {
  /** The full-text query; every word is quoted, so that nothing typed works as an operator. */
  function matchOf(words: readonly string[], { type, category }: MeritQuery): string {
    const quoted = (text: string) => `"${text.replace(/[^\p{L}\p{N}\p{Mn}\p{Mc}]/gu, '')}"`
    return [
      ...(words.length ? [nameQuery(words, 'name')] : []),
      ...(type ? [`type : ${quoted(type)}`] : []),
      ...(category ? [`category : ${quoted(category)}`] : []),
    ].join(' AND ')
  }

  const fits =
    ({ type, category }: MeritQuery) =>
    (line: MeritLine) =>
      (!type || line.type === type) && (!category || line.category === category)

  /** Every line of a list, in pieces. */
  function* pieces({ id }: PublishedEdition, list: MeritList): Generator<MeritLine[]> {
    let last = 0
    for (;;) {
      const lines = store.after(id, list, last, linesAtOnce)
      if (lines.length) yield lines
      if (lines.length < linesAtOnce) return
      last = lines.at(-1)!.meritNumber
    }
  }

  /** The editions whose files were read a moment ago. */
  const read = new Map<number, { at: number; files: Promise<FileNow[]> }>()

  function filesNow(editionId: number): Promise<FileNow[]> | null {
    const edition = store.editions().find(({ id }) => id === editionId)
    if (!edition) return null
    const known = read.get(editionId)
    if (known && performance.now() - known.at < readAgainAfter) return known.files
    const files = Promise.all(edition.lists.map(({ list }) => fileNow(edition, list)))
    read.set(editionId, { at: performance.now(), files })
    files.catch(() => read.delete(editionId))
    return files
  }

  /** Reads the whole English file, and lets pages have their turn between its pieces. */
  async function fileNow(edition: PublishedEdition, list: MeritList): Promise<FileNow> {
    const hash = createHash('sha256')
    let erased = 0
    function* counted() {
      for (const lines of pieces(edition, list)) {
        erased += lines.filter(({ fullName }) => fullName === '').length
        yield lines
      }
    }
    for (const piece of meritCsv(counted(), wordsIn('en'))) {
      hash.update(piece)
      await breath()
    }
    return { list, file: fileName(edition, list), sha256: hash.digest('hex'), erased }
  }

  function placeOf(row: EntryRow, edition: PublishedEdition, earlier: readonly EntryRow[]): MeritPlace {
    const { criteria: _, decidedBy, decidedBelow, ...line } = row
    const { meritNumber, list } = line
    return {
      ...line,
      of: edition.lists.find((one) => one.list === list)!.count,
      above: decidedBy && { meritNumber: meritNumber - 1, decidedBy },
      below: decidedBelow && { meritNumber: meritNumber + 1, decidedBy: decidedBelow },
      before: earlier.find((one) => one.list === list)?.meritNumber ?? null,
    }
  }

  /** The edition that this one replaced; for the first final one, the provisional list. */
  function editionBefore({ stage, number }: PublishedEdition): PublishedEdition | null {
    if (number > 1) return store.named(stage, number - 1)
    return stage === 'final' ? store.inForce('provisional') : null
  }

  function paperOf(edition: PublishedEdition, list: MeritList, count: number, language: Language): Paper {
    return {
      name: fileName(edition, list),
      language,
      count,
      *rows() {
        const words = wordsIn(language)
        for (const lines of pieces(edition, list)) yield lines.map((line) => meritCells(line, words).map(String))
      },
      print: (rows, write) => print({ edition, list, count, language }, rows, write),
    }
  }

  return {
    editions: store.editions,
    /** The edition in force; null until one of this stage is published. */
    inForce: store.inForce,

    /** A list by its names in addresses (`state`, `final-2`); null if it is not published. */
    find(list: string, name: string): { edition: PublishedEdition; list: MeritList; count: number } | null {
      const asked = readEditionName(name)
      const edition = asked && isMeritList(list) ? store.named(asked.stage, asked.number) : null
      const held = edition?.lists.find((one) => one.list === list)
      return edition && held ? { edition, ...held } : null
    },

    /** A page of a list, or of its search results. `page`: 1 for the first. */
    page({ id }: PublishedEdition, list: MeritList, query: MeritQuery, page: number): MeritPage {
      const sought = soughtIn(query.q ?? '')
      const one = (line: MeritLine | undefined): MeritPage => ({
        lines: line && fits(query)(line) && page === 1 ? [line] : [],
        page,
        hasNext: false,
      })
      if (sought.kind === 'number') {
        const [line] = store.after(id, list, sought.meritNumber - 1, 1)
        return one(line?.meritNumber === sought.meritNumber ? line : undefined)
      }
      if (sought.kind === 'user-id') return one(store.byUserId(id, list, sought.userId))
      const words = sought.kind === 'words' ? sought.words : []
      if (sought.kind === 'words' && words.length === 0) return { lines: [], page, hasNext: false }
      const skipped = (page - 1) * linesOnPage
      const match = matchOf(words, query)
      // Merit numbers have no gaps, so a page of the whole list can start at a number.
      const lines = match
        ? store.matching(id, list, match, linesOnPage + 1, skipped)
        : store.after(id, list, skipped, linesOnPage + 1)
      return { lines: lines.slice(0, linesOnPage), page, hasNext: lines.length > linesOnPage }
    },

    /**
     * A candidate's own places in the edition in force, with the reasons; null if there is no edition or the candidate
     * is in none of its lists.
     */
    standing(stage: MeritStage, candidateId: number): MeritStanding | null {
      const edition = store.inForce(stage)
      const rows = edition ? store.entries(candidateId, edition.id) : []
      if (!edition || rows.length === 0) return null
      const before = editionBefore(edition)
      const earlier = before ? store.entries(candidateId, before.id) : []
      const inOrder = [...rows].sort((a, b) => meritLists.indexOf(a.list) - meritLists.indexOf(b.list))
      return {
        edition,
        places: inOrder.map((row) => placeOf(row, edition, earlier)),
        compared: comparedIn(rows[0]!.criteria),
      }
    },

    /** A whole list for a spreadsheet, with the public columns, read piece by piece. */
    *csv(edition: PublishedEdition, list: MeritList, language: Language): Generator<string> {
      yield* meritCsv(pieces(edition, list), wordsIn(language))
    },

    /** The files of an edition as everybody gets them now, to compare with the public log; null if it is not published. */
    filesNow,

    fileName,

    /** A whole list as PDF; the first caller waits until it is made. */
    pdf: (edition: PublishedEdition, list: MeritList, count: number, language: Language): Promise<Readable> =>
      papers.open(paperOf(edition, list, count, language)),

    /** The progress of the PDF being made; null if there is none. */
    printing() {
      const paper = papers.printing()
      const [, stage, list] = /^([a-z]+)-\d+-([a-z-]+)$/.exec(paper?.name ?? '') ?? []
      return paper && isMeritStage(stage) && isMeritList(list) ? { ...paper, stage, list } : null
    },

    /** Begins the papers of the editions in force that are not made yet, without waiting for them. */
    async printDue(): Promise<void> {
      for (const edition of [store.inForce('final'), store.inForce('provisional')]) {
        for (const { list, count } of edition?.lists ?? []) {
          for (const language of languages) {
            const paper = paperOf(edition!, list, count, language)
            await papers.prepare(paper)
          }
        }
      }
    },

    /** Resolves once every paper that was begun is made or has failed. */
    printed: papers.settled,

    /** Deletes the papers; they are made again with the names that are left. */
    forgetPapers: papers.forget,
    close: papers.close,
  }
}

/** The name of a list's file, without its ending: `final-1-state`. */
const fileName = (edition: PublishedEdition, list: MeritList): string => `${editionName(edition)}-${list}`

const wordsIn = (language: Language): MeritWords => meritWords((key) => translate(language, `meritpages:${key}`))

/** The values that ranking compared for a candidate: shares as two whole numbers, the date of birth as a date. */
function comparedIn(json: string): Compared[] {
  const kept = JSON.parse(json) as Partial<Record<MeritCriterion, [number, number] | string>>
  return (Object.entries(kept) as [MeritCriterion, [number, number] | string][]).map(([criterion, value]) =>
    criterion === 'birth-date' || typeof value === 'string'
      ? { criterion: 'birth-date', date: String(value) }
      : { criterion, percentage: percentageShown({ over: value[0], under: value[1] }) },
  )
}

export type MeritPages = ReturnType<typeof createMeritPages>
