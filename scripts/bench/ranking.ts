import { type MeritCandidate, rank, type Share } from '#server/domain/merit/ranking.ts'
import type { MeritCriterion } from '#server/domain/terms/criteria.ts'

// Compares the ranking of 100,000 candidates with a bare sort of as many arrays of five doubles: the ratio of the
// medians of nine alternating rounds, and the larger spread. Measures once with ties in every criterion, and once with
// random marks. Prints JSON.
const count = Number(process.env.BENCH_CANDIDATES ?? 100_000)
const criteria: readonly MeritCriterion[] = ['degree', 'hsc-or-diploma', 'ssc', 'birth-date']

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
/** The spread of the middle half of the rounds, so that a garbage collection does not count. */
const spreadOf = (values: number[]) => {
  const sorted = [...values].sort((a, b) => a - b)
  return (sorted[Math.floor(values.length * 0.75)]! - sorted[Math.floor(values.length * 0.25)]!) / median(values)
}

let state = 12345
/** A pseudo-random number below `below`; the sequence is the same in every run. */
const draw = (below: number) => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
  return state % below
}

function cohort(isTied: boolean): MeritCandidate[] {
  const places = Array.from({ length: count }, (_, n) => n)
  for (let n = count - 1; n > 0; n--) {
    const other = draw(n + 1)
    ;[places[n], places[other]] = [places[other]!, places[n]!]
  }
  const of = (under: number): Share => ({ over: isTied ? under / 2 : draw(under), under })
  return places.map((n) => ({
    candidateId: n,
    userId: `ML24${100_001 + n}`,
    fullName: 'X',
    type: 'A',
    category: 'OPEN',
    shares: [of(4000), of(650), of(500), { over: 79_000_000 + (isTied ? 0 : draw(40_000)), under: 1 }],
  }))
}

function timed(work: () => unknown): number {
  const begun = performance.now()
  work()
  return performance.now() - begun
}

function measure(isTied: boolean) {
  const candidates = cohort(isTied)
  const rows = candidates.map(({ shares, userId }) => [
    ...shares.map(({ over, under }) => -over / under),
    Number(userId.slice(2)),
  ])
  const bare = () =>
    [...rows].sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]! || a[2]! - b[2]! || a[3]! - b[3]! || a[4]! - b[4]!)
  const times = { ranking: [] as number[], bare: [] as number[] }
  for (let n = 0; n < 11; n++) {
    const [one, other] = [timed(() => rank(candidates, criteria)), timed(bare)]
    // The first rounds are for the warm-up.
    if (n < 2) continue
    times.ranking.push(one)
    times.bare.push(other)
  }
  const [ranking, sort] = [median(times.ranking), median(times.bare)]
  return { ranking, sort, ratio: ranking / sort, spread: Math.max(spreadOf(times.ranking), spreadOf(times.bare)) }
}

process.stdout.write(JSON.stringify({ tied: measure(true), drawn: measure(false) }))
