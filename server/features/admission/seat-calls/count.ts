import { countsOf, inOrderOfDeadline, type Owed, type OwedCounts } from '#server/domain/admission/calls.ts'
import { seatDuties } from '#server/domain/admission/offer.ts'
import type { Officer } from '#server/domain/terms/staff.ts'
import { breath } from '#server/kernel/background.ts'
import { type Instant, minutes } from '#server/kernel/time.ts'
import type { OwedAct } from '../seat-acceptance/owed'
import { reaches, type SeatCallsDeps } from './deps'
import type { Home } from './store'

export type Counted = Owed & Omit<Home, 'id'> & { round: number }
type Snapshot = {
  at: Instant
  /** The newest round then; null before the first. */
  round: number | null
  owed: readonly Counted[]
  institutes: ReadonlyMap<string, string>
  /** The part within reach of a region, a centre or the cell, counted once for all its officers. */
  parts: Map<string, Part>
}
/** A count that goes on. `long`: settles once it has turned out to be too long for a page to wait for. */
type Counting = { whole: Promise<Snapshot>; long: Promise<null> }
type Part = { owed: readonly Counted[]; counts: OwedCounts }

/**
 * The pieces of a first count that a page waits for, about as many as a season of 1,000 candidates has. The count of a
 * larger one goes on in the background, and the page says so.
 */
const awaitedPieces = 10
/**
 * Everybody is counted again after five minutes, while the last count is shown; after a quarter of an hour the page waits
 * for the new one. The lines of the list are always those of the moment.
 */
const freshFor = minutes(5)
const shownFor = minutes(15)

/** Counts the candidates who have not done the next act for their seat, in pieces beside the pages. */
export function createSeatCallsCount({ store, clock, owed, placeOf, newestRound }: SeatCallsDeps) {
  let snapshot: Snapshot | null = null
  let counting: Counting | null = null
  let isClosed = false

  /** Looks at every seat, piece by piece, so that pages get their turn. `isLong`: says that pages need not wait. */
  async function count(isLong: () => void): Promise<Snapshot> {
    const [at, round] = [clock.portal(), newestRound()]
    const found: Counted[] = []
    const institutes = new Map<string, string>()
    const codes = new Map<string, string>()
    const instituteOf = ({ runId, choiceCode }: OwedAct) => {
      const key = `${runId} ${choiceCode}`
      if (!codes.has(key)) {
        const { instituteCode, institute } = placeOf({ runId, choiceCode })
        codes.set(key, instituteCode)
        institutes.set(instituteCode, institute)
      }
      return codes.get(key)!
    }
    let pieces = 0
    for (const { acts } of owed(at)) {
      if (++pieces > awaitedPieces) isLong()
      const homes = new Map(store.homes(acts.map(({ candidateId }) => candidateId)).map((home) => [home.id, home]))
      for (const act of acts) {
        const { district, centre } = homes.get(act.candidateId)!
        const { candidateId, kind, by } = act
        found.push({ candidateId, act: kind, by, round: act.round, instituteCode: instituteOf(act), district, centre })
      }
      await breath()
      if (isClosed) break
    }
    return { at, round, owed: inOrderOfDeadline(found), institutes, parts: new Map() }
  }

  function begun(): Counting {
    let isLong = () => {}
    const long = new Promise<null>((resolve) => {
      isLong = () => resolve(null)
    })
    const whole = count(isLong)
      .then((made) => {
        snapshot = made
        return made
      })
      .finally(() => {
        counting = null
      })
    return { whole, long }
  }

  /** Joins the count that goes on, or begins one. */
  function countOnce(): Counting {
    counting ??= begun()
    return counting
  }

  /** The last count, unless it is too old or the clock was moved; null then. */
  function recent(): Snapshot | null {
    const now = clock.portal()
    if (!snapshot || now < snapshot.at || now > snapshot.at + shownFor) return null
    // A failure shows up when a page waits for the next count.
    if (now > snapshot.at + freshFor) countOnce().whole.catch(() => {})
    return snapshot
  }

  /** The last count or a new one; null while a long one goes on. */
  async function counted(): Promise<Snapshot | null> {
    const kept = recent()
    if (kept) return kept
    const { whole, long } = countOnce()
    return Promise.race([whole, long])
  }

  /** What a member of staff reaches of a count. */
  function partOf(caller: Officer, { at, owed: all, parts }: Snapshot): Part {
    const key = `${caller.role} ${caller.region} ${caller.centre}`
    const known = parts.get(key)
    if (known) return known
    const within = caller.role === 'admin' ? all : all.filter((one) => reaches(caller, one))
    const part = { owed: within, counts: countsOf(within, seatDuties, at) }
    parts.set(key, part)
    return part
  }

  /** The last count; the list is read only once it is there. */
  function last(): Snapshot {
    if (!snapshot) throw new Error('nobody has been counted')
    return snapshot
  }

  return {
    recent,
    counted,
    partOf,
    last,
    /** The count that goes on, or a new one. */
    whole: (): Promise<Snapshot> => countOnce().whole,

    /** A job: counts again while somebody still has to act, so that no page waits for the count. */
    async countDue(): Promise<void> {
      const isOver = snapshot?.owed.length === 0 && snapshot.round === newestRound()
      if (!isOver && newestRound() !== null) await countOnce().whole
    },

    async close(): Promise<void> {
      isClosed = true
      await counting?.whole.catch(() => {})
    },
  }
}

export type SeatCallsCount = ReturnType<typeof createSeatCallsCount>
