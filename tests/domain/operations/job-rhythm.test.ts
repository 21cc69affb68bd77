import { expect, test } from 'vitest'
import { lastDue, type Rhythm } from '#server/domain/operations/job-rhythm.ts'
import { ist } from '#server/kernel/time.ts'

const hourly: Rhythm = { every: 'hour', minute: 37 }
const nightly: Rhythm = { every: 'day', hour: 2, minute: 30 }

test.each([
  [hourly, '2024-08-14 12:36', '2024-08-14 11:37'],
  [hourly, '2024-08-14 12:37', '2024-08-14 12:37'],
  [hourly, '2024-08-14 00:10', '2024-08-13 23:37'],
  [nightly, '2024-08-14 02:29', '2024-08-13 02:30'],
  [nightly, '2024-08-14 02:30', '2024-08-14 02:30'],
  [nightly, '2024-08-14 23:59', '2024-08-14 02:30'],
] as const)('a job of %o was last due before %s at %s, in India', (rhythm, now, due) => {
  expect(lastDue(rhythm, ist(now))).toBe(ist(due))
})
