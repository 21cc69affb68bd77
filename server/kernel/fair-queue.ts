import { createLanes } from './lanes'

/**
 * Has a lane room for one more? `lane-full`: it has as many waiting as any lane may; `full`: it has its share of all the places,
 * or its turn would come too late.
 */
export type Room = 'free' | 'lane-full' | 'full'

/**
 * The longest wait for a turn that is foreseen, in ms. Browsers and people give up after a minute: work that becomes twice as slow
 * while they wait, as when a crowd arrives, is still done before.
 */
const longestWait = 25_000
/** Over about how many pieces of work their time is averaged: by fewer, a row of quick ones would let too many in. */
const averagedOver = 50
/** The longest time, in ms, for which somebody who was refused is sent away: while files crowd in, each takes longer than it will later. */
const longestAbsence = 25_000

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
 * which the waiting lanes share equally; a lane with nothing waiting gets one, unless so many lanes wait that its turn would
 * come after `longestWait`.
 */
export function fairQueue({ concurrency, perLane, inAll, now }: FairQueueRules) {
  const lanes = createLanes<() => void>()
  let running = 0
  /** Milliseconds per piece of work: a moving average. */
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
      const before = Math.min(lanes.waiting(), (mine + 1) * lanes.lanes())
      if ((before * usual) / concurrency > longestWait) return 'full'
      return mine >= Math.max(1, Math.floor(inAll / Math.max(1, lanes.lanes()))) ? 'full' : 'free'
    },

    /**
     * In how many seconds somebody who was refused should come back: when everybody who waits now has been served, or a part of a very
     * long queue, so that the queue does not run dry before they are back; at least 1.
     */
    seconds: (): number =>
      Math.max(1, Math.ceil(Math.min((lanes.waiting() * usual) / concurrency, longestAbsence) / 1000)),

    /** Waits for the lane's turn, then works. Ask `room` first. */
    async run<T>(lane: string, work: () => Promise<T>): Promise<T> {
      if (running < concurrency) running++
      else await new Promise<void>((resolve) => lanes.add(lane, resolve))
      const begun = now()
      try {
        return await work()
      } finally {
        usual += (now() - begun - usual) / averagedOver
        serveNext()
      }
    },
  }
}
