import { addToTally, type CheckVerdict, emptyTally, sumOfTallies, type Tally } from '#server/domain/admission/tally.ts'
import { categories as categoriesInOrder } from '#server/domain/terms/claims.ts'
import { type Region, regionOf } from '#server/domain/terms/regions.ts'
import { breath } from '#server/kernel/background.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { Seat } from '../seat-acceptance/seats'
import type { AdmissionReportsDeps } from './deps'

/**
 * An institute in the report. `intake`: its seats in the matrix; `vacant`: those that nobody keeps; `verdicts`: of the
 * second check, on admissions in force.
 */
export type InstituteLine = Tally & {
  code: string
  name: string
  region: Region | null
  intake: number
  vacant: number
  categories: { category: string; tally: Tally }[]
  verdicts: Partial<Record<CheckVerdict, number>>
}

export type Report = { round: number; at: Instant; institutes: InstituteLine[] }

/** An institute while it is counted, with the tallies of its categories. */
type Counted = {
  line: Omit<InstituteLine, keyof Tally | 'vacant' | 'categories' | 'verdicts'>
  by: Map<string, Tally>
}

/** Compares by category, in the order of the form; then candidates without one, and a category that it does not know. */
export const byCategory = ([a]: [string, unknown], [b]: [string, unknown]): number => placeOf(a) - placeOf(b)
function placeOf(category: string): number {
  const places = [...categoriesInOrder, '']
  const place = places.indexOf(category)
  return place < 0 ? places.length : place
}

/** A count that took longer than this, in ms, is kept, and renewed beside the pages. */
const quick = 200

/**
 * Counts the whole season for the reports: each candidate once, by the newest seat. A large portal shows the last count,
 * which a job renews.
 */
export function createCount({ store, clock, acceptance }: AdmissionReportsDeps) {
  let kept: { report: Report; isSlow: boolean } | null = null
  let counting: Promise<Report> | null = null

  /** The institutes of the seat matrix, without their candidates. */
  function emptyLines(courses: Iterable<ReturnType<typeof store.courses>[number]>): Map<string, Counted> {
    const lines = new Map<string, Counted>()
    for (const { code, institute, district, intake } of courses) {
      const known = lines.get(code)
      if (known) known.line.intake += intake
      else lines.set(code, { line: { code, name: institute, region: regionOf(district), intake }, by: new Map() })
    }
    return lines
  }

  /** Adds seats of a round, each of a candidate who is counted for the first time. */
  function addSeats(seats: readonly Seat[], round: number, countedAt: (choiceCode: string) => Counted): void {
    const ids = seats.map(({ offer }) => offer.candidateId)
    const facts = new Map(store.counted(ids, round).map((one) => [one.candidateId, one]))
    for (const { offer, state } of seats) {
      const { category, isAwaited } = facts.get(offer.candidateId)!
      const { by } = countedAt(offer.choiceCode)
      const tally = by.get(category ?? '') ?? emptyTally()
      by.set(category ?? '', tally)
      addToTally(tally, { offer, state, isAwaited: isAwaited === 1 })
    }
  }

  function lineOf({ line, by }: Counted, verdicts: InstituteLine['verdicts']): InstituteLine {
    const sum = sumOfTallies(by.values())
    const categories = [...by].sort(byCategory).map(([category, tally]) => ({ category, tally }))
    return { ...line, ...sum, vacant: Math.max(0, line.intake - sum.kept), categories, verdicts }
  }

  /** Counts the whole season in pieces, so that pages are served meanwhile. */
  async function count(): Promise<Report> {
    const newest = acceptance.newestRound() ?? 0
    const begun = performance.now()
    const places = new Map(store.courses().map((course) => [course.choiceCode, course]))
    const lines = emptyLines(places.values())
    const seen = new Set<number>()
    for (let round = newest; round > 0; round--) {
      for (const piece of acceptance.seatsOfRound(round)) {
        const fresh = piece.filter(({ offer }) => !seen.has(offer.candidateId))
        addSeats(fresh, round, (choiceCode) => lines.get(places.get(choiceCode)!.code)!)
        for (const { offer } of fresh) seen.add(offer.candidateId)
        await breath()
      }
    }
    const institutes: InstituteLine[] = []
    for (const counted of lines.values()) {
      institutes.push(lineOf(counted, store.verdicts(counted.line.code)))
      await breath()
    }
    institutes.sort((a, b) => (a.code < b.code ? -1 : 1))
    const report = { round: newest, at: clock.portal(), institutes }
    kept = { report, isSlow: performance.now() - begun > quick }
    return report
  }

  function renewed(): Promise<Report> {
    counting ??= count().finally(() => {
      counting = null
    })
    return counting
  }

  return {
    /** The newest count. A large portal shows the last one; a job renews it. */
    current: (): Report | Promise<Report> => (kept?.isSlow ? kept.report : renewed()),

    /** The last count; null before the first. */
    last: (): Report | null => kept?.report ?? null,

    /** Verdicts were given at an institute: its line of the last count follows. */
    verdictsGiven(code: string): void {
      const counted = kept?.report.institutes.find((one) => one.code === code)
      if (counted) counted.verdicts = store.verdicts(code)
    },

    /** A job: renews the count of a large portal. */
    async countDue(): Promise<void> {
      if (kept?.isSlow) await renewed()
    },
  }
}

export type Count = ReturnType<typeof createCount>
