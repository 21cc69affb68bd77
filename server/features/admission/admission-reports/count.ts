import { newestSeats } from '#server/domain/admission/newest-seats.ts'
import { addToTally, type instituteMeasures, tallyMeasures } from '#server/domain/admission/tally.ts'
import { type Region, regionOf } from '#server/domain/terms/regions.ts'
import { type Cell, type Counts, countBy, linesBy, noCounts } from '#server/kernel/counts.ts'
import { keptCount } from '#server/kernel/kept-count.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { AdmissionReportsDeps } from './deps'
import type { CheckStanding } from './store'

type TallyMeasure = (typeof tallyMeasures)[number]

/**
 * An institute in the report. `intake`: its seats in the matrix; `vacant`: those that nobody keeps; `checks`: the standing
 * of the second check, of admissions in force.
 */
export type InstituteLine = Counts<TallyMeasure | (typeof instituteMeasures)[number]> & {
  code: string
  name: string
  region: Region | null
  checks: Partial<Record<CheckStanding, number>>
}

/** The category is empty for a candidate without one. */
const dimensions = ['institute', 'category'] as const
export type TallyCell = Cell<(typeof dimensions)[number], TallyMeasure>

export type Report = { round: number; at: Instant; institutes: InstituteLine[]; cells: TallyCell[] }

/** Counts the whole season for the reports: each candidate once, by the newest seat. */
export function createCount({ store, clock, acceptance }: AdmissionReportsDeps) {
  type Course = ReturnType<typeof store.courses>[number]

  async function tally(courses: ReadonlyMap<string, Course>, rest: () => Promise<void>): Promise<TallyCell[]> {
    const tallies = countBy(dimensions, tallyMeasures)
    for await (const { round, seats } of newestSeats(acceptance, rest)) {
      const ids = seats.map(({ offer }) => offer.candidateId)
      const facts = new Map(store.counted(ids, round).map((one) => [one.candidateId, one]))
      for (const { offer, state } of seats) {
        const { category, isAwaited } = facts.get(offer.candidateId)!
        const own = tallies.at({ institute: courses.get(offer.choiceCode)!.code, category: category ?? '' })
        addToTally(own, { offer, state, isAwaited: isAwaited === 1 })
      }
    }
    return tallies.cells()
  }

  /** The institutes of the seat matrix, in the order of their codes. */
  async function linesOf(courses: Iterable<Course>, cells: TallyCell[], rest: () => Promise<void>) {
    const sums = new Map(linesBy(cells, 'institute', tallyMeasures).map(({ value, counts }) => [value, counts]))
    const jk = store.jkAdmitted()
    const lines = new Map<string, InstituteLine>()
    for (const { code, institute: name, district, intake } of courses) {
      const known = lines.get(code)
      if (known) {
        known.intake += intake
        continue
      }
      const counts = {
        ...(sums.get(code) ?? noCounts(tallyMeasures)),
        intake,
        vacant: 0,
        'jk-admitted': jk.get(code) ?? 0,
      }
      lines.set(code, { code, name, region: regionOf(district), ...counts, checks: store.standings(code) })
      await rest()
    }
    for (const line of lines.values()) line.vacant = Math.max(0, line.intake - line.kept)
    return [...lines.values()].sort((a, b) => (a.code < b.code ? -1 : 1))
  }

  const kept = keptCount(async (rest): Promise<Report> => {
    const round = acceptance.newestRound() ?? 0
    const courses = new Map(store.courses().map((course) => [course.choiceCode, course]))
    const cells = await tally(courses, rest)
    return { round, institutes: await linesOf(courses.values(), cells, rest), cells, at: clock.portal() }
  })

  return {
    ...kept,

    /** Verdicts or answers were given at an institute: its line of the last count follows. */
    checksChanged(code: string): void {
      const line = kept.latest()?.institutes.find((one) => one.code === code)
      if (line) line.checks = store.standings(code)
    },
  }
}

export type Count = ReturnType<typeof createCount>
