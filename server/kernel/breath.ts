import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'

/** So much work in a row, in ms, before the process rests; and the longest rest. */
const stretch = 20
const longestRest = 25

/** When background work last rested. */
let restedAt = performance.now()

/**
 * Between two pieces of background work: gives pages their turn, and rests a quarter of the time worked since the last
 * rest. Without a rest the process would look full, and its gate would send people away who could be served.
 */
export async function breath(): Promise<void> {
  const worked = performance.now() - restedAt
  if (worked < stretch) return void (await turn())
  await sleep(Math.min(worked / 4, longestRest))
  restedAt = performance.now()
}
