import { type Stage, stages } from '#server/domain/terms/allotment-format.ts'
import { compareSeatTypes } from '#server/domain/terms/seat-types.ts'

/** Groups of preferences for a chart; `unlisted`: a retained seat that the option form does not name. */
const preferenceGroups = ['1', '2', '3', '4-10', '11-50', '51-300', 'unlisted'] as const
type PreferenceGroup = (typeof preferenceGroups)[number]

export const preferenceGroupOf = (preference: number | null): PreferenceGroup => {
  if (preference === null) return 'unlisted'
  if (preference <= 3) return String(preference) as PreferenceGroup
  if (preference <= 10) return '4-10'
  return preference <= 50 ? '11-50' : '51-300'
}

/** The result of a run in numbers; none of them is about one person. */
export type AllotmentSummary = {
  /** Those who took part. */
  candidates: number
  /** Holders of a confirmed list who released themselves in the roll-call; absent in runs made before it. */
  released?: number
  allotted: number
  retained: number
  /** Every seat of the round, and those of them that stayed vacant. */
  seats: number
  vacant: number
  /** Choices that are no longer in the seat matrix. */
  droppedChoices: number
  /** In the order of the types. `vacant`: of this original type. */
  byType: readonly { seatType: string; allotted: number; vacant: number }[]
  byPreference: readonly { group: PreferenceGroup; count: number }[]
  byStage: readonly { stage: Stage; count: number }[]
  /** Occupied converted seats over all choice codes. */
  conversions: readonly { from: string; to: string; count: number }[]
}

type Allotted = { seatType: string; preference: number | null; stage: string; retained: boolean }
type Seats = { seatType: string; count: number }

/** `seatTypes`: those of the run's input; the other fields are the run's result. */
export function summaryOf(run: {
  candidates: number
  released: number
  droppedChoices: number
  seatTypes: readonly string[]
  allotments: readonly Allotted[]
  vacancies: readonly Seats[]
  conversions: readonly { from: string; to: string; count: number }[]
}): AllotmentSummary {
  const { allotments, vacancies } = run
  const sum = (seats: readonly Seats[]) => seats.reduce((all, { count }) => all + count, 0)
  const types = [...new Set([...run.seatTypes, ...[...allotments, ...vacancies].map(({ seatType }) => seatType)])]
  const admitted = counted(allotments, ({ seatType }) => seatType)
  const empty = new Map<string, number>()
  for (const { seatType, count } of vacancies) empty.set(seatType, (empty.get(seatType) ?? 0) + count)
  const groups = counted(allotments, ({ preference }) => preferenceGroupOf(preference))
  const reached = counted(allotments, ({ stage }) => stage)
  const converted = new Map<string, { from: string; to: string; count: number }>()
  for (const { from, to, count } of run.conversions) {
    const key = `${from} ${to}`
    converted.set(key, { from, to, count: (converted.get(key)?.count ?? 0) + count })
  }
  return {
    candidates: run.candidates,
    released: run.released,
    allotted: allotments.length,
    retained: allotments.filter(({ retained }) => retained).length,
    // A seat that a holder keeps in a converted type is not among those of the input.
    seats: allotments.length + sum(vacancies),
    vacant: sum(vacancies),
    droppedChoices: run.droppedChoices,
    byType: types.sort(compareSeatTypes).map((seatType) => ({
      seatType,
      allotted: admitted.get(seatType) ?? 0,
      vacant: empty.get(seatType) ?? 0,
    })),
    byPreference: preferenceGroups.map((group) => ({ group, count: groups.get(group) ?? 0 })),
    byStage: stages.flatMap((stage) => {
      const count = reached.get(stage) ?? 0
      return count ? [{ stage, count }] : []
    }),
    conversions: [...converted.values()].sort(
      (a, b) => compareSeatTypes(a.from, b.from) || compareSeatTypes(a.to, b.to),
    ),
  }
}

function counted<Entry>(entries: readonly Entry[], keyOf: (entry: Entry) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const entry of entries) counts.set(keyOf(entry), (counts.get(keyOf(entry)) ?? 0) + 1)
  return counts
}
