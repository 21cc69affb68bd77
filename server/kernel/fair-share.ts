/**
 * The most that each may have so that all together have at most `inAll`: those who use less than an equal share leave
 * the rest to the others. Infinity while there is some left.
 */
function fairShare(uses: readonly number[], inAll: number): number {
  const rising = [...uses].sort((a, b) => a - b)
  let left = inAll
  for (const [served, use] of rising.entries()) {
    const share = left / (rising.length - served)
    if (use >= share) return Math.floor(share)
    left -= use
  }
  return Number.POSITIVE_INFINITY
}

type Counters = {
  count(key: string, windowMs: number, now: number): { count: number; resetsAt: number }
  read(key: string, now: number): number
  window(key: string, now: number): { count: number; resetsAt: number } | null
  startingWith(prefix: string, now: number): { count: number }[]
}

type SharesRules = {
  /** The name under which the counters are kept. */
  name: string
  limits: Counters
  now(): number
  /** What the whole portal serves without a question in a window of `within` milliseconds. */
  inAll: number
  within: number
  /** What every network gets in such a window, however many others there are. */
  assured: number
}

/** Milliseconds for which a computed share counts: it has a row for each network. */
const shareLasts = 1000

/**
 * A limit for the whole portal that nobody can use up for the others. Beyond it, a network that has had its fair share
 * waits for its next window; all others are served. Source: rules §2.4.
 */
export function fairShares({ name, limits, now, inAll, within, assured }: SharesRules) {
  const all = `${name}-in-all`
  const prefix = `${name}-of:`
  let known = { at: 0, share: 0 }

  function shareNow(time: number): number {
    if (time < known.at || time >= known.at + shareLasts) {
      const uses = limits.startingWith(prefix, time).map(({ count }) => count)
      known = { at: time, share: fairShare(uses, inAll) }
    }
    return known.share
  }

  return {
    /** Milliseconds until this network may be served; 0 if it may be now. */
    wait(network: string): number {
      const time = now()
      const own = limits.window(prefix + network, time)
      if (!own || own.count < assured || limits.read(all, time) < inAll) return 0
      return own.count < shareNow(time) ? 0 : own.resetsAt - time
    },

    count(network: string): void {
      const time = now()
      limits.count(prefix + network, within, time)
      limits.count(all, within, time)
    },
  }
}
