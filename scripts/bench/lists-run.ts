import { ist, minutes, plus } from '#server/kernel/time.ts'
import { runOf, somebody } from '#tests/features/allotment/published-round.ts'
import { portalInProcess } from './in-process'
import { median } from './open-loop'

/** The part of `npm run bench -- proof` about lists of revocations: what it costs to sign that of a large round anew. Prints rows of its table. */
const seats = 30_000
let now = ist('2024-08-01 12:00')
const clock = { portal: () => now, real: () => now }
const services = portalInProcess(clock)
const portal = { services, clock }
const choiceCode = '301510110'
services.db.transact(() => {
  const placed = Array.from({ length: seats }, (_, n) => ({
    ...somebody(portal, `ML${24_100_000 + n}`, `Candidate ${n}`),
    state: n + 1,
    allIndia: n + 1,
    seat: { choiceCode, seatType: 'GOPENS', preference: 1 },
  }))
  runOf(portal, { courses: [{ choiceCode, seats: { GOPENS: seats } }], placed })
  // Half of the seats are accepted, and a tenth of those are lost.
  const accepted = services.db.sqlite.prepare(
    `INSERT INTO seat_decisions (candidate_id, round, decision, decided_at) VALUES (?, 1, 'freeze', ?)`,
  )
  const lost = services.db.sqlite.prepare(
    `INSERT INTO seat_endings (candidate_id, round, ending, at) VALUES (?, 1, 'claim-failed', 1)`,
  )
  for (const [n, { id }] of placed.entries()) {
    if (n % 2 === 0) accepted.run(id, now)
    if (n % 20 === 0) lost.run(id)
  }
})
const taken: { processor: number; clock: number }[] = []
let bytes = 0
for (let n = 0; n < 9; n++) {
  now = plus(now, minutes(11))
  const [before, begun] = [process.cpuUsage(), performance.now()]
  bytes = (await services.letters.list('allotment-1-1'))!.length
  const { user, system } = process.cpuUsage(before)
  taken.push({ processor: (user + system) / 1000, clock: performance.now() - begun })
}
const ms = (value: number) => `${value.toFixed(0)} ms`
console.log(
  `| The list of revocations of a round with ${seats} seats, signed anew (${bytes} bytes) | ${ms(median(taken.map(({ processor }) => processor)))} | ${ms(median(taken.map((one) => one.clock)))} |`,
)
await services.close()
