import { every, type FaultLog } from '#server/kernel/background.ts'
import { createLanes } from '#server/kernel/lanes.ts'

/**
 * Who asks. `as`: for a payment, somebody with an account, or anybody else. `by`: what their lane belongs to: an account,
 * the number of a visitor who had to wait before, or their network. `isGone`: has the connection been closed meanwhile?
 */
export type Asking = {
  as: 'payment' | 'signed-in' | 'visitor'
  by: 'account' | 'number' | 'network'
  lane: string
  network: string
  isGone(): boolean
}

/** Lets requests in when it is their turn, or says that there is no room. */
export type Gate = {
  /** Calls `go` with true, now or when it is the caller's turn, or with false. Asks who it is only if others are ahead. */
  enter(asking: () => Asking, go: (isLetIn: boolean) => void): void
}

/** The longest wait, in ms, and the most requests that wait in a process: each takes some memory. */
const longestWait = 4000
const mostWaiting = 2000
/**
 * The accounts, and the numbers, of one network that have turns of their own; what others of that network ask waits in one
 * more lane. Anybody can have any number of numbers, so all of a network's together weigh less than four accounts.
 */
const mostOfNetwork = { account: 100, number: 25 } as const
/** The requests about payments that may wait in a lane for as long as it takes: more than anybody who pays has. */
const mostPayments = 10
/** The turns that a lane gets for each turn of a visitors' lane. */
const weights = { payment: 7, 'signed-in': 7, visitor: 1 } as const
/** The most requests that a turn of the event loop serves, and refuses. */
const mostServed = 16
const mostRefused = 8
/** Connections that follow each other within so many ms arrive together where other processes may accept some in between. */
const apartBesideOthers = 0.5
/** A turn that took longer, in ms, did not make anybody late: the machine did not let this process run. */
const longestTurn = 100

/** Milliseconds between two lines of the log about overload. */
const saidEvery = 60_000

/** `isAlone`: waits in the lane of its own account or number. */
type Waiting = { asking: Asking; isAlone: boolean; since: number; go: (isLetIn: boolean) => void }

/** `due`: when it is the turn of this line. The smallest one is next. */
type Line = { lanes: ReturnType<typeof createLanes<Waiting>>; weight: number; due: number }

/** Counts the lanes of each network that wait, of accounts or of numbers. One may wait with several requests, and from several networks. */
function countLanes(most: number) {
  const requests = new Map<string, number>()
  const lanes = new Map<string, number>()
  const change = (counts: Map<string, number>, key: string, by: number): number => {
    const count = (counts.get(key) ?? 0) + by
    if (count > 0) counts.set(key, count)
    else counts.delete(key)
    return count
  }
  const keyOf = ({ lane, network }: Asking) => `${network} ${lane}`
  return {
    /** Is it one of those that are counted, or is there room for one more? */
    hasRoom: (asking: Asking): boolean => requests.has(keyOf(asking)) || (lanes.get(asking.network) ?? 0) < most,
    came(asking: Asking): void {
      if (change(requests, keyOf(asking), 1) === 1) change(lanes, asking.network, 1)
    },
    left(asking: Asking): void {
      if (change(requests, keyOf(asking), -1) === 0) change(lanes, asking.network, -1)
    },
  }
}

/**
 * The gate of a process. Whoever comes alone goes straight in; if others came in the same turn of the event loop, all wait
 * for their turns, and accounts, visitors with a number and networks of other visitors are served in turn. So somebody with hundreds of
 * requests delays others by one of them. An account weighs as much as seven of the others. Only those are refused who have waited
 * for four seconds: beside a flood the flooder, and everybody in part only where there are more people than the process can
 * serve. A payment waits longer, unless more than ten wait in its lane; money that was paid meanwhile is told by the gateway, which passes. A refusal comes late on purpose, so that a program that asks again at once is slowed down too.
 *
 * Node accepts one connection in each turn: if a turn gave fifty answers, newcomers would wait for minutes without any. So a
 * turn serves one, and more only for as long as everything else took, because floods that the gate does not hold must leave half of the
 * time. While connections arrive, turns accept them for as long as the last one served. `isOnlyProcess`: no other process accepts
 * connections, so that a turn without one says that none waits. `now`: ms. Source: rules §15.6, cases 70 and 86.
 */
export function createGate(
  log: FaultLog & { warn(details: object, message: string): void },
  now = () => performance.now(),
  isOnlyProcess = false,
): Gate & { connected(): void; stop(): void } {
  const lineOf = (as: keyof typeof weights): Line => ({ lanes: createLanes(), weight: weights[as], due: 0 })
  const lines = { payment: lineOf('payment'), 'signed-in': lineOf('signed-in'), visitor: lineOf('visitor') }
  const all = Object.values(lines)
  const counted = { account: countLanes(mostOfNetwork.account), number: countLanes(mostOfNetwork.number) }
  const countOf = ({ by }: Asking) => (by === 'network' ? null : counted[by])
  /** The `due` of the line that was served last. */
  let served = 0
  let isServing = false
  /** When the last turn that served ended, how long it took, and for how long the current one may serve from its begin. */
  let endedAt = now()
  let spent = 0
  let turn = { beganAt: 0, allowed: 0, isOver: false, onlyAccepts: false }
  const apart = isOnlyProcess ? 0 : apartBesideOthers
  let connectedAt = Number.NEGATIVE_INFINITY
  /** Has this turn of the event loop accepted a connection? */
  let hasConnected = false
  /** The time that the machine did not give to this process. */
  let lookedAt = endedAt
  let lost = 0
  let waiting = 0
  let refused = 0

  const stop = every(saidEvery, 'telling of overload', log, () => {
    if (refused)
      log.warn(
        { refused },
        'more requests than this process can answer: some are asked to come back, nothing is lost. If it lasts, set WORKERS to the number of cores, or use a larger machine',
      )
    refused = 0
  })

  /** Milliseconds, without those in which the machine did not let this process run. */
  function elapsed(): number {
    const time = now()
    lost += Math.max(0, time - lookedAt - longestTurn)
    lookedAt = time
    return time - lost
  }

  function left({ asking, isAlone, go }: Waiting, isLetIn: boolean): void {
    waiting--
    if (isAlone) countOf(asking)!.left(asking)
    if (!isLetIn && !asking.isGone()) refused++
    try {
      go(isLetIn)
    } catch (error) {
      log.error({ err: error }, 'a request could not be let in')
    }
  }

  const nextLine = (): Line | undefined => {
    const [first, ...others] = all.filter(({ lanes }) => lanes.waiting() > 0)
    return first && others.reduce((next, line) => (line.due < next.due ? line : next), first)
  }

  const laneOf = ({ asking, isAlone }: Pick<Waiting, 'asking' | 'isAlone'>) => (isAlone ? asking.lane : asking.network)

  /** Is it too late for this one? Nobody is refused whom no one waits behind, nor a payment in a short lane. */
  function isLate(one: Waiting, time: number): boolean {
    const { asking, since } = one
    if (asking.isGone()) return true
    if (time - since <= longestWait || waiting === 1) return false
    return asking.as !== 'payment' || lines.payment.lanes.length(laneOf(one)) > mostPayments
  }

  /** Lets in the next one, and refuses those before who are late. */
  function serveOne(): void {
    const time = elapsed()
    for (let late = 0; late < mostRefused; late++) {
      const line = nextLine()
      if (!line) return
      if (isLate(line.lanes.first()!, time)) left(line.lanes.skip()!, false)
      else {
        served = line.due
        line.due += 1 / (line.weight * line.lanes.lanes())
        left(line.lanes.take()!, true)
        return
      }
    }
  }

  /** A turn of the event loop: one step after another, between which the work of the one before is done. */
  function serveInTurn(): void {
    isServing = true
    for (let n = 0; n < mostServed; n++) setImmediate(step, n)
  }

  function step(n: number): void {
    const time = now()
    if (n === 0) {
      const arrive = hasConnected || time - connectedAt < apart
      hasConnected = false
      const onlyAccepts = arrive && time - endedAt < spent
      turn = { beganAt: time, allowed: time - endedAt, isOver: onlyAccepts, onlyAccepts }
    }
    if (!turn.isOver && (n === 0 || time - turn.beganAt < turn.allowed)) serveOne()
    else turn.isOver = true
    if (n < mostServed - 1) return
    if (!turn.onlyAccepts) {
      endedAt = now()
      spent = endedAt - turn.beganAt
    }
    if (waiting > 0) serveInTurn()
    else isServing = false
  }

  /** Refuses the one who came last in the longest lane of all; of several as long, not a payment. */
  function makeRoom(): void {
    const longest = (['visitor', 'signed-in', 'payment'] as const)
      .map((as) => ({ lanes: lines[as].lanes, lane: lines[as].lanes.longest() }))
      .reduce((a, b) => (b.lanes.length(b.lane ?? '') > a.lanes.length(a.lane ?? '') ? b : a))
    if (longest.lane !== undefined) left(longest.lanes.dropNewest(longest.lane), false)
  }

  return {
    enter(asking: () => Asking, go: (isLetIn: boolean) => void): void {
      if (!isServing) {
        endedAt = now()
        serveInTurn()
        go(true)
        return
      }
      const who = asking()
      const { lanes } = lines[who.as]
      const isAlone = countOf(who)?.hasRoom(who) ?? false
      if (lanes.waiting() === 0) lines[who.as].due = Math.max(lines[who.as].due, served)
      lanes.add(laneOf({ asking: who, isAlone }), { asking: who, isAlone, since: elapsed(), go })
      if (isAlone) countOf(who)!.came(who)
      if (++waiting > mostWaiting) makeRoom()
    },

    /** Hears of a new connection. */
    connected: (): void => {
      connectedAt = now()
      hasConnected = true
    },

    /** Lets in all who wait. */
    stop(): void {
      stop()
      for (const { lanes } of all) while (lanes.waiting() > 0) left(lanes.take()!, true)
    },
  }
}
