import { createHash } from 'node:crypto'
import type { Database } from '#db/client.ts'
import type { Course } from '#server/courses/course.ts'
import { lastTypeOf } from '#server/domain/allotment/engine/seat-rules.ts'
import type { ImportTable } from '#server/domain/desk/imports.ts'
import {
  type Backtest,
  backtestOf,
  type ChanceTable,
  chanceTable,
  isTrusted,
  type Surprises,
  surprisesOf,
} from '#server/domain/seats/chances.ts'
import { doctorRule } from '#server/domain/seats/list-doctor.ts'
import {
  type ClosingYears,
  closingYears,
  listOfType,
  type PastClosing,
  shownSeasons,
} from '#server/domain/seats/past-closings.ts'
import { type CapRound, rulesOf } from '#server/domain/terms/cap-rounds.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'
import type { OwnRun, PastSeasonsStore } from './store'
import { pastClosingsCsv, pastClosingTable } from './table'

type PastSeasonsDeps = {
  db: Database
  store: PastSeasonsStore
  course: Pick<Course, 'academicYear' | 'rounds'>
  /** Called when public figures change; all processes that serve the portal then call what `whenChanged` was given. */
  onChanged(): void
  whenChanged(tell: () => void): void
}

/** Figures of so many choice codes are kept in memory, at some 50 figures each; a list of more is read each time. */
const codesKept = 6000

/** The table of a round as it is published. `integrity`: the hash of its bytes, as browsers check it. */
type PublishedChances = {
  table: ChanceTable
  text: string
  integrity: string
  backtest: Backtest
  /** What the odds of a list are worked out from; types of seat with fewer seats count, too. Source: rules §8.24. */
  ofLists: { table: ChanceTable; surprises: Surprises }
}

/**
 * What the pages of a process have asked for. `figures`: those of the seasons shown, by round and choice code; `chances`: by
 * round, and what they were made of.
 */
type Known = {
  years: string[] | null
  figures: Map<string, PastClosing[]>
  chances: Map<CapRound, { of: string; made: PublishedChances | null }>
}

const nothingKnown = (): Known => ({ years: null, figures: new Map(), chances: new Map() })

/**
 * The closing merits of earlier seasons, and what they say about the chances of a round. Source: rules §8.21, §8.22.
 */
export function createPastSeasons({ db, store, course, onChanged, whenChanged }: PastSeasonsDeps) {
  let lasting = nothingKnown()
  whenChanged(() => {
    lasting = nothingKnown()
  })
  /** What is known already. A transaction may be taken back, so what is read within one is forgotten at once. */
  const known = (): Known => (db.sqlite.inTransaction ? nothingKnown() : lasting)
  const table: ImportTable = pastClosingTable({ store, academicYear: () => course.academicYear, onApplied: onChanged })

  /** The earlier seasons shown beside this one, the newest first. */
  function yearsShown(at = known()): string[] {
    at.years ??= store.years().slice(0, shownSeasons)
    return at.years
  }

  /** The figures of the seasons shown at these choice codes in a round: every list of courses asks for them. */
  function figuresIn(choiceCodes: readonly string[], round: CapRound): PastClosing[] {
    const at = known()
    const { figures } = at
    const keyOf = (choiceCode: string) => `${round} ${choiceCode}`
    if (figures.size + choiceCodes.length > codesKept) figures.clear()
    const missing = choiceCodes.filter((code) => !figures.has(keyOf(code)))
    for (const code of missing) figures.set(keyOf(code), [])
    if (missing.length > 0)
      for (const one of store.inRound(yearsShown(at), [...new Set(missing)], round))
        figures.get(keyOf(one.choiceCode))!.push(one)
    return choiceCodes.flatMap((code) => figures.get(keyOf(code))!)
  }

  /** The closings of a published run of this season, vacant seats by the type that they became last. */
  function closingsOf(run: OwnRun): PastClosing[] {
    const { stages } = rulesOf(course.rounds, run.round)
    const byPool = new Map<string, PastClosing>()
    const at = (choiceCode: string, seatType: SeatType) => {
      const key = `${choiceCode} ${seatType}`
      const listed = run[listOfType(seatType)]
      const { academicYear } = course
      const own = byPool.get(key) ?? {
        ...{ academicYear, choiceCode, seatType, round: run.round },
        ...{ merit: null, listed, admitted: 0, vacant: 0 },
      }
      byPool.set(key, own)
      return own
    }
    for (const { choiceCode, seatType, merit, admitted } of store.closings(run.id))
      Object.assign(at(choiceCode, seatType), { merit, admitted })
    for (const { choiceCode, seatType, count } of store.vacancies(run.id))
      at(choiceCode, lastTypeOf(seatType, stages)).vacant += count
    // Closings of a round with an empty list would say nothing.
    return [...byPool.values()].filter(({ listed }) => listed > 0)
  }

  function chancesOf(round: CapRound): PublishedChances | null {
    const { edition, state, allIndia } = store.lists()
    if (edition === null) return null
    const run = store.runs().find((one) => one.round === round - 1)
    const past = store.ofYears(yearsShown())
    const present = {
      academicYear: course.academicYear,
      round,
      listed: { state, allIndia },
      before: run ? closingsOf(run) : null,
      offered: new Set(store.offered()),
    }
    const made = chanceTable(present, past)
    const backtest = backtestOf(made)
    if (!Object.keys(made.pools).length || !isTrusted(backtest)) return null
    const text = JSON.stringify(made)
    const wider = chanceTable(present, past, doctorRule.fewestSeats)
    return {
      table: made,
      text,
      integrity: `sha256-${createHash('sha256').update(text).digest('base64')}`,
      backtest,
      ofLists: { table: wider, surprises: surprisesOf(wider) },
    }
  }

  return {
    table,

    /** Takes closing merits over, with those of a season that ends or of the demo; joins the caller's transaction. */
    keep(rows: readonly PastClosing[]): void {
      db.transact(() => {
        for (const row of rows) store.put(row)
      })
      onChanged()
    },

    /** The closing merits of this season's published rounds, in the form in which the next season keeps them. */
    own: (): PastClosing[] => store.runs().flatMap(closingsOf),
    /** The same as a file for the importer. */
    ownCsv: (): Iterable<string> => pastClosingsCsv(store.runs().flatMap(closingsOf)),

    years: (): readonly string[] => yearsShown(),
    /** The figures of the newest of them at these choice codes, for these types of seat in a round. */
    figuresAt(
      choiceCodes: readonly string[],
      types: readonly SeatType[],
      round: CapRound,
      seasons: number = shownSeasons,
    ): PastClosing[] {
      const asked = new Set(types)
      const from = yearsShown().slice(0, seasons).at(-1)
      if (from === undefined) return []
      return figuresIn(choiceCodes, round).filter(
        ({ seatType, academicYear }) => asked.has(seatType) && academicYear >= from,
      )
    },

    /** The closing merits of earlier seasons at these choice codes side by side, as everybody may read them. */
    sideBySide: (choiceCodes: readonly string[]): ClosingYears | null =>
      closingYears(yearsShown(), store.at(yearsShown(), choiceCodes)),

    /**
     * The table of a round's chances; null while there are too few figures, or while the rule was not right often
     * enough last season. Made once for the figures that it is from.
     */
    chances(round: CapRound): PublishedChances | null {
      const of = store.standing()
      const { chances } = known()
      const before = chances.get(round)
      if (before?.of === of) return before.made
      const made = chancesOf(round)
      chances.set(round, { of, made })
      return made
    },
  }
}

export type PastSeasons = ReturnType<typeof createPastSeasons>
