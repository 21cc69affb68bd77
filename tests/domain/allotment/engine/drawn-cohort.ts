import type { AllotmentCandidate, AllotmentInput, SeatLine } from '#server/domain/terms/allotment-format.ts'
import { stages } from '#server/domain/terms/allotment-format.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'

/** Twenty types with their shares of the seats of a course. */
const shares: Partial<Record<SeatType, number>> = {
  PWDRS: 1,
  PWDOPENS: 1,
  DEFOPENS: 1,
  ORPHAN: 1,
  LOPENS: 9,
  GOPENS: 21,
  LSCS: 3,
  LSTS: 2,
  LVJS: 1,
  LNT1S: 1,
  LOBCS: 5,
  LSEBCS: 3,
  GSCS: 7,
  GSTS: 4,
  GVJS: 2,
  GNT1S: 2,
  GOBCS: 11,
  GSEBCS: 6,
  EWS: 6,
  AI: 13,
}
const categories = ['SC', 'SC', 'ST', 'VJ', 'NT1', 'NT2', 'NT3', 'OBC', 'OBC', 'OBC', 'OBC', 'SEBC', 'SBC'] as const

/** Mulberry32: a seeded generator of numbers from 0 to below 1. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * A round of `size` candidates with all stages: seats of twenty types for 60 % of them, lists of 1 to `longest` choice
 * codes that favour the first codes, and both merit lists from one ranking. The same seed gives the same round.
 */
export function drawnCohort(size: number, { codes = 1500, longest = 300, seed = 2024 } = {}): AllotmentInput {
  const random = dice(seed)
  const below = (end: number) => Math.floor(random() * end)
  const choiceCodes = Array.from({ length: codes }, (_, n) => String(300_000_000 + n * 37))
  const totalShares = Object.values(shares).reduce((sum, share) => sum + share, 0)
  const seats = choiceCodes.flatMap((choiceCode) =>
    Object.entries(shares).map(([seatType, share]): SeatLine => {
      const wanted = (size * 0.6 * share) / (totalShares * codes)
      // Fractions of a seat are drawn, so that small courses have some types and lack others.
      return { choiceCode, minority: null, seatType: seatType as SeatType, count: Math.floor(wanted + random()) }
    }),
  )
  let stateMerit = 0
  const candidates = Array.from({ length: size }, (_, n): AllotmentCandidate => {
    const type = (['A', 'A', 'A', 'A', 'A', 'A', 'B', 'C', 'E', 'OMS'] as const)[below(10)]!
    const isOfMaharashtra = type !== 'E' && type !== 'OMS'
    const category = isOfMaharashtra && random() < 0.65 ? categories[below(categories.length)]! : 'OPEN'
    const length = 1 + below(longest)
    const options = new Set<string>()
    while (options.size < length) options.add(choiceCodes[Math.floor(codes * random() ** 1.5)]!)
    return {
      id: `c${n + 1}`,
      stateMerit: type === 'OMS' ? null : ++stateMerit,
      allIndiaMerit: n + 1,
      gender: random() < 0.45 ? 'F' : 'M',
      category,
      type,
      ews: isOfMaharashtra && category === 'OPEN' && random() < 0.25,
      pwd: isOfMaharashtra && random() < 0.01,
      defence: isOfMaharashtra && random() < 0.01,
      orphan: isOfMaharashtra && random() < 0.002,
      minority: [],
      tfws: false,
      holds: null,
      options: [...options],
    }
  })
  return { format: 'pravesh-allotment/1', round: 1, stages, seats, candidates }
}
