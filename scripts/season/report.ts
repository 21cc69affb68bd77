import { percentile } from '#scripts/bench/crowd.ts'
import type { Seen } from './seen'
import { type OwnTime, withinOf } from './server-says'
import type { StaffSeen } from './staff'
import type { JobsSeen } from './world'

const s = (ms: number) => (ms / 1000).toFixed(1)
const inHundred = (part: number, all: number) => (all ? ((100 * part) / all).toFixed(2) : '0')

const signedOut = /home page|registration|login|password|OTP by SMS/

/** What the machine and its server did. `worstLag`: s, of the server's own jobs; null if they rested all the time. `worstOutbox`: s. */
export type Machine = {
  processor: number
  peak: number
  wall: number
  worstLag: number | null
  worstOutbox: number
  jobs: JobsSeen
  serverDelays: readonly number[]
  crowdDelays: readonly number[]
  ownTime: OwnTime
}

/** How late jobs were, and which took long. A minute of the portal's clock is one of the machine's while people sit. */
function jobsIn({ worstLag, worstOutbox, jobs: { rounds, latest, longest } }: Machine): string {
  const own =
    worstLag === null ? "the server's own rested all the time" : `the server's own at most ${worstLag.toFixed(1)} s`
  const slow = Object.entries(longest)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([name, ms]) => `${name} ${s(ms)} s`)
  return `Jobs late: ${own}, the season's ${rounds} rounds at most ${s(latest)} s until all was done, a due message at most ${worstOutbox.toFixed(1)} s (target 60 s). The longest: ${slow.join(', ')}`
}

const ms = (value: number) => `${Math.round(value)} ms`

/** Whose time people waited for: the server's by its own clock, or that of the simulated people themselves. */
function waitedFor({ ownTime, serverDelays, crowdDelays }: Machine): string {
  const edge = (part: number) => (ownTime.pages ? `≤ ${s(withinOf(ownTime, part) * 1000)} s` : '–')
  const late = (delays: readonly number[]) => `${ms(percentile(delays, 0.5))}, at worst ${ms(percentile(delays, 1))}`
  return `By the server's own clock: half ${edge(0.5)}, 99 in 100 ${edge(0.99)}, ${ownTime.pages} pages. Event loops late, 99 in 100 in each stretch: the server's ${late(serverDelays)}; the simulated people's own ${late(crowdDelays)}`
}

/** Over all acts: what signed-in people did and were refused, what visitors were refused, the longest wait and whose it was, ms. */
function sumOf({ acts }: Seen) {
  const all = Object.entries(acts)
  const count = (rows: typeof all, of: 'done' | 'refused' | 'unserved') =>
    rows.reduce((sum, [, one]) => sum + one[of], 0)
  const own = all.filter(([kind]) => !signedOut.test(kind))
  const [slowest] = all.toSorted(([, a], [, b]) => b.longest - a.longest)
  const refused = count(own, 'refused')
  return {
    refused,
    asked: refused + count(own, 'done'),
    visitorsRefused: count(all, 'refused') - refused,
    unserved: count(all, 'unserved'),
    longest: slowest?.[1].longest ?? 0,
    slowest: slowest?.[0] ?? 'none',
  }
}

/** What people met in one sitting, in a line. */
export function inShort(seen: Seen): string {
  const { refused, asked, visitorsRefused, unserved, longest, slowest } = sumOf(seen)
  return `${seen.requests} requests; refused ${refused} of ${asked} of signed-in people and ${visitorsRefused} of visitors; the longest wait ${s(longest)} s (${slowest}); unserved ${unserved}; signed-in pages: half ${ms(percentile(seen.pages, 0.5))}, 99 in 100 ${ms(percentile(seen.pages, 0.99))}`
}

/** What was measured and what was refused, in Markdown. */
export function tell(seen: Seen, staff: StaffSeen, machine: Machine): string {
  const { acts, surprises, pages, requests } = seen
  const rows = Object.entries(acts).sort(([a], [b]) => a.localeCompare(b))
  const lines = [
    '| Kind of person: act | Done | Refused requests | Broken | 99 in 100 waited | Longest wait | Unserved |',
    '|---|---|---|---|---|---|---|',
  ]
  for (const [kind, { done, refused, broken, waits, longest, unserved }] of rows)
    lines.push(
      `| ${kind} | ${done} | ${refused} | ${broken} | ${s(percentile(waits, 0.99))} s | ${s(longest)} s | ${unserved} |`,
    )
  const { refused, asked, longest, unserved } = sumOf(seen)
  const list = (of: Record<string, number>) =>
    Object.entries(of)
      .sort(([, a], [, b]) => b - a)
      .map(([what, n]) => `- ${n} × ${what}`)
  return [
    `${requests} requests of candidates; ${s(1000 * machine.processor)} s of the server's processor time (${((1000 * machine.processor) / requests).toFixed(2)} ms each, staff and jobs included), peak memory ${Math.round(machine.peak)} MB, ${Math.round(machine.wall)} s elapsed`,
    jobsIn(machine),
    `Signed-in requests refused: ${refused} of ${asked} (${inHundred(refused, asked)} %; target 1 %). Longest wait for one act: ${s(longest)} s (target 60 s). Acts unserved: ${unserved} (target 0).`,
    `Signed-in pages: half within ${Math.round(percentile(pages, 0.5))} ms, 99 in 100 within ${Math.round(percentile(pages, 0.99))} ms (target 500 ms), ${pages.length} pages`,
    waitedFor(machine),
    '',
    ...lines,
    '',
    'What the portal said that nobody planned:',
    ...list(surprises),
    '',
    'The staff:',
    ...list(staff.done),
    ...list(staff.failed).map((line) => `${line} (FAILED)`),
  ].join('\n')
}
