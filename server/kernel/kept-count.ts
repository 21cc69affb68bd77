import { workMeter } from './background'

/**
 * A count of everything, made in pieces so that pages are served meanwhile: anew for each look while it is quick; the last
 * one while it is slow, and then a job renews it. `count` takes its breath with the function it gets, so that waiting is
 * not taken for work. `quick`: the ms of work up to which it is made anew.
 */
export function keptCount<Count>(count: (rest: () => Promise<void>) => Promise<Count>, quick = 300) {
  let kept: { count: Count; isSlow: boolean } | null = null
  let counting: Promise<Count> | null = null

  async function renew(): Promise<Count> {
    const { rest, worked } = workMeter()
    const made = await count(rest)
    kept = { count: made, isSlow: worked() > quick }
    return made
  }

  function renewed(): Promise<Count> {
    counting ??= renew().finally(() => {
      counting = null
    })
    return counting
  }

  return {
    /** For a page: the last count if it is slow, a new one otherwise. */
    current: (): Count | Promise<Count> => (kept?.isSlow ? kept.count : renewed()),
    /** The last count; null before the first. */
    latest: (): Count | null => kept?.count ?? null,
    /** For a job: renews a slow count. */
    async renewDue(): Promise<void> {
      if (kept?.isSlow) await renewed()
    },
  }
}

export type KeptCount<Count> = ReturnType<typeof keptCount<Count>>
