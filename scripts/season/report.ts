import { percentile } from '#scripts/bench/crowd.ts'
import type { Seen } from './seen'
import type { StaffSeen } from './staff'

const s = (ms: number) => (ms / 1000).toFixed(1)
const inHundred = (part: number, all: number) => (all ? ((100 * part) / all).toFixed(2) : '0')

const signedOut = /home page|registration|login|password|OTP by SMS/

/** What was measured and what was refused, in Markdown. */
export function tell(
  { acts, surprises, pages, requests }: Seen,
  staff: StaffSeen,
  machine: { processor: number; peak: number; wall: number; worstLag: number | null },
): string {
  const rows = Object.entries(acts).sort(([a], [b]) => a.localeCompare(b))
  const lines = [
    '| Kind of person: act | Done | Refused requests | Broken | 99 in 100 waited | Longest wait | Unserved |',
    '|---|---|---|---|---|---|---|',
  ]
  for (const [kind, { done, refused, broken, waits, longest, unserved }] of rows)
    lines.push(
      `| ${kind} | ${done} | ${refused} | ${broken} | ${s(percentile(waits, 0.99))} s | ${s(longest)} s | ${unserved} |`,
    )
  const own = rows.filter(([kind]) => !signedOut.test(kind)).map(([, one]) => one)
  const refused = own.reduce((sum, one) => sum + one.refused, 0)
  const done = own.reduce((sum, one) => sum + one.done, 0)
  const longest = Math.max(0, ...rows.map(([, one]) => one.longest))
  const unserved = rows.reduce((sum, [, one]) => sum + one.unserved, 0)
  const list = (of: Record<string, number>) =>
    Object.entries(of)
      .sort(([, a], [, b]) => b - a)
      .map(([what, n]) => `- ${n} × ${what}`)
  return [
    `${requests} requests of candidates; ${s(1000 * machine.processor)} s of the server's processor time (${((1000 * machine.processor) / requests).toFixed(2)} ms each, staff and jobs included), peak memory ${Math.round(machine.peak)} MB, ${Math.round(machine.wall)} s elapsed, ${machine.worstLag === null ? 'the jobs rested all the time, so how late they run was not seen' : `jobs at most ${machine.worstLag.toFixed(1)} s late`}`,
    `Signed-in requests refused: ${refused} of ${refused + done} (${inHundred(refused, refused + done)} %; target 1 %). Longest wait for one act: ${s(longest)} s (target 60 s). Acts unserved: ${unserved} (target 0).`,
    `Signed-in pages: half within ${Math.round(percentile(pages, 0.5))} ms, 99 in 100 within ${Math.round(percentile(pages, 0.99))} ms (target 500 ms), ${pages.length} pages`,
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
