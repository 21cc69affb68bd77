import { bands, chanceRule, rightOf } from '#server/domain/seats/chances.ts'
import { wordsOfCourses } from '#server/domain/seats/course-search.ts'
import { roundNumbers, roundWritten } from '#server/domain/terms/cap-rounds.ts'
import type { Page } from '#server/features/index.ts'
import { seek } from '#server/kernel/names.ts'

export const texts = ['rounds', 'closing', 'chances', 'bands'] as const

const longest = 100
/** Lines on one page of the table. */
const shown = 50

/** The table of a round's chances, the method, and how often it was right; the address holds the round and the search. */
export function load({ services, query, named: inWords }: Page) {
  const { course, optionForm, pastSeasons, results, seats } = services
  const rounds = roundNumbers(course.rounds)
  const isOut = results.rounds()
  const round =
    roundWritten(course.rounds, query.round) ??
    optionForm.openRound() ??
    rounds.find((one) => !isOut.includes(one)) ??
    rounds[rounds.length - 1]!
  const published = pastSeasons.chances(round)
  if (!published) return { rounds, round, table: null }
  const { table, integrity, backtest } = published
  const q = query.q?.trim().slice(0, longest) ?? ''
  const named = new Map(seats.inForce()?.courses.map((course) => [course.choiceCode, course]))
  const isFound = seek(q)
  const words = wordsOfCourses(course.form)
  const lines = Object.entries(table.pools).flatMap(([code, types]) => {
    const known = named.get(code)
    if (!isFound(known ? words(known) : code)) return []
    return Object.entries(types).map(([seatType, [before, ...seasons]]) => ({
      code,
      institute: inWords(known?.institute ?? ''),
      seatType,
      before,
      seasons: seasons.map(([, at]) => at),
    }))
  })
  const pages = Math.max(1, Math.ceil(lines.length / shown))
  const page = Math.min(query.page ?? 1, pages)
  return {
    rounds,
    round,
    q,
    page,
    pages,
    rule: { ...chanceRule, margin: chanceRule.margin / 100 },
    table: {
      academicYear: table.academicYear,
      hasBefore: table.hasBefore,
      integrity,
      years: table.seasons.map(({ academicYear, at }) => ({ academicYear, ...at })),
      lines: lines.slice((page - 1) * shown, page * shown),
    },
    backtest: {
      academicYear: backtest.academicYear,
      from: backtest.from.join(', '),
      bands: bands.map((band) => ({ band, asked: backtest.bands[band].asked, right: rightOf(backtest.bands[band]) })),
    },
  }
}
