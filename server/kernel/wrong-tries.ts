type Counters = {
  count(key: string, windowMs: number, now: number, amount?: number): { count: number; resetsAt: number }
  window(key: string, now: number): { count: number; resetsAt: number } | null
  forget(key: string): void
}

type Budget = {
  /** The name under which it is counted. */
  name: string
  limits: Counters
  now(): number
  /** Different things (names, codes) that strangers of one network may get wrong in `within` milliseconds. */
  most: number
  within: number
  /** Called for each try beyond the budget. */
  onOver?(): void
}

/** A try under the budget. `secondsOver`: seconds until the network has a budget again; 0 if it has not used it up. */
type CountedTry = { secondsOver: number; takeBack(): void }

/**
 * One budget of wrong tries for each network, over different things that it tries: names with one password, Application IDs with
 * one date of birth, codes of documents. Many of them cost as much as many tries on one account. A try counts before it is
 * checked, so that a hundred at once count as a hundred; a right one is taken back. Source: rules §2.5.
 */
export function wrongTries({ name, limits, now, most, within, onOver }: Budget) {
  const ofNetwork = (network: string) => `${name}:${network}`
  return {
    count(network: string, typed: string): CountedTry {
      const time = now()
      const known = limits.window(ofNetwork(network), time)
      if (known && known.count >= most) {
        onOver?.()
        return { secondsOver: Math.max(1, Math.ceil((known.resetsAt - time) / 1000)), takeBack: () => {} }
      }
      const own = `${ofNetwork(network)} ${typed}`
      if (limits.count(own, within, time).count === 1) limits.count(ofNetwork(network), within, time)
      return {
        secondsOver: 0,
        takeBack() {
          if (!limits.window(own, now()) || !limits.window(ofNetwork(network), now())) return
          limits.forget(own)
          limits.count(ofNetwork(network), within, now(), -1)
        },
      }
    },
  }
}
