import { createLanes } from './lanes'

/** Has a lane room for one more? `lane-full`: it has as many waiting as any lane may; `full`: it has its share of all the places. */
export type Room = 'free' | 'lane-full' | 'full'

type FairQueueRules = {
  concurrency: number
  perLane: number
  inAll: number
  /** Milliseconds of a clock that never goes back. */
  now(): number
}

/**
 * Does a few pieces of work at a time and serves the lanes (a network, an account) in turn, so that a lane with a
 * thousand waiting delays another lane by one turn. `perLane`: the most waiting in one lane. `inAll`: the places,
 * which the waiting lanes share equally; a lane with nothing waiting always gets one.
 */
export function fairQueue({ concurrency, perLane, inAll, now }: FairQueueRules) {
  const lanes = createLanes<() => void>()
  let running = 0
  /** Average milliseconds per piece of work: a moving average. */
  let usual = 50

  function serveNext(): void {
    const next = lanes.take()
    if (next) next()
    else running--
  }

  return {
    room(lane: string): Room {
      const mine = lanes.length(lane)
      if (mine >= perLane) return 'lane-full'
      return mine >= Math.max(1, Math.floor(inAll / Math.max(1, lanes.lanes()))) ? 'full' : 'free'
    },

    /** The seconds until everybody who waits now has been served; at least 1. */
    seconds: (): number => Math.max(1, Math.ceil((lanes.waiting() * usual) / concurrency / 1000)),

    /** Waits for the lane's turn, then works. Ask `room` first. */
    async run<T>(lane: string, work: () => Promise<T>): Promise<T> {
      if (running < concurrency) running++
      else await new Promise<void>((resolve) => lanes.add(lane, resolve))
      const begun = now()
      try {
        return await work()
      } finally {
        usual += (now() - begun - usual) / 10
        serveNext()
      }
    },
  }
}
