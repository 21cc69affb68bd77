import type { Clock } from '#server/adapters/clock.ts'
import type { LookUpLimits } from '#server/courses/stranger-limits.ts'
import { carrierOf, siteOf } from '#server/domain/accounts/network.ts'
import type { Limits } from '#server/features/accounts/limits/store.ts'
import { lastingAlarm } from '#server/kernel/lasting-alarm.ts'
import { ok, type Refused, type Result, refuse } from '#server/kernel/result.ts'
import { days, hours, minutes } from '#server/kernel/time.ts'
import { wrongTries } from '#server/kernel/wrong-tries.ts'
import type { LookUp } from './schema'
import type { LookUpStore } from './store'

/** The candidate that a look-up found. */
export type Found = { candidateId: number; userId: string }

type Grant = Found & { until: number }

type LookUpDeps = {
  store: LookUpStore
  clock: Pick<Clock, 'real'>
  limits: Pick<Limits, 'count' | 'window' | 'put' | 'forget'>
  /** Seals the grant that the browser keeps, so that only this portal can have written it. */
  seal: { close(grant: Grant, owner: string): string; open(sealed: string, owner: string): Grant | null }
  rules: LookUpLimits
  pause(milliseconds: number): Promise<void>
  /** True if this candidate has logged in with this mark of a device. */
  isOwnDevice(candidateId: number, device: string | undefined): boolean
  /** Tells the cell that a network tries dates on many Application IDs. */
  onAttack(): void
}

/** Who asks: the network, and the mark of the device if it has one. */
type Asker = { ip: string; device?: string | undefined }

/** How long a browser may print the result it looked up. Source: rules §7.4. */
const grantLifetime = minutes(15)

/** Hits and misses both take this long. */
const evenTime = 250
/**
 * A network with very many wrong tries is served one request at a time, each after this delay; the queue is limited.
 */
const slowTime = 1000
const mostInLine = 20

const purpose = 'look-up'

/**
 * Looks up one candidate's result by Application ID and date of birth, without a session. It never reveals that an
 * Application ID exists: a wrong date and an unknown ID get the same answer and count alike. Wrong tries slow down the
 * network they come from, for that ID; they never lock a candidate's result. A network that gets many IDs wrong waits,
 * except for devices that have logged in to the ID. Time is real time. Source: rules §7.4, §12.5.
 */
export function createLookUp(deps: LookUpDeps) {
  const { store, clock, limits, seal, rules, pause } = deps
  const alarm = lastingAlarm({
    key: 'look-up-alarm',
    limits,
    now: clock.real,
    lasts: hours(1),
    tell: deps.onAttack,
  })
  const names = wrongTries({
    name: 'look-up-names',
    limits,
    now: clock.real,
    most: rules.wrongIdsPerNetworkHourly,
    within: hours(1),
    onOver: alarm.raise,
  })

  /** Per slowed network: the length of its queue, and the last request in it. */
  const lines = new Map<string, { length: number; last: Promise<void> }>()

  const pace = (key: string) => `${key} pace`

  /** Each wrong try beyond the free ones doubles the wait for the next. */
  function slowDown(key: string, beyond: number, now: number): void {
    if (beyond < 0) return
    limits.forget(pace(key))
    limits.count(pace(key), Math.min(rules.slowest, rules.pace * 2 ** beyond), now)
  }

  /**
   * The keys for counting tries: this network for this ID, its neighbours for it, everybody for it, the network alone.
   */
  const keysOf = (userId: string, ip: string) => ({
    near: `look-up:${userId} ${ip}`,
    wide: `look-up:${userId} ${carrierOf(ip)}`,
    all: `look-up:${userId}`,
    network: `look-up-ip:${siteOf(ip)}`,
  })

  function countWrong({ near, wide, all, network }: ReturnType<typeof keysOf>, now: number): void {
    slowDown(near, limits.count(near, days(1), now).count - rules.freeTries, now)
    if (limits.count(all, days(1), now).count > rules.hotAfter)
      slowDown(wide, limits.count(wide, days(1), now).count - rules.freeTriesWhileHot, now)
    limits.count(network, minutes(15), now)
  }

  function decide({ userId: typed, birthDate }: LookUp, { ip, device }: Asker): Result<Found & { grant: string }> {
    const now = clock.real()
    const userId = typed.toUpperCase()
    const keys = keysOf(userId, ip)
    const until = Math.max(...[keys.near, keys.wide].map((key) => limits.window(pace(key), now)?.resetsAt ?? 0))
    if (until > now) return later(until - now)
    const person = store.person(userId)
    const isOwner = !!person && deps.isOwnDevice(person.candidateId, device)
    const counted = isOwner ? null : names.count(siteOf(ip), userId)
    if (counted && counted.secondsOver > 0) return later(counted.secondsOver * 1000)
    // Counted at once, so that a hundred simultaneous tries count as a hundred.
    if (!person || person.birthDate !== birthDate) {
      countWrong(keys, now)
      return refuse('look-up-wrong')
    }
    limits.forget(keys.near)
    counted?.takeBack()
    const found = { candidateId: person.candidateId, userId: person.userId }
    return ok({ ...found, grant: grantFor(found) })
  }

  /** The grant that the browser keeps for a candidate it may see. */
  const grantFor = ({ candidateId, userId }: Found): string =>
    seal.close({ candidateId, userId, until: clock.real() + grantLifetime }, purpose)

  const isSlowed = (ip: string): boolean =>
    (limits.window(keysOf('', ip).network, clock.real())?.count ?? 0) >= rules.failuresPerNetwork

  /** Serves one request at a time from a network that fails repeatedly; false if its queue is full. */
  async function takeTurn(ip: string): Promise<boolean> {
    const line = lines.get(ip) ?? { length: 0, last: Promise.resolve() }
    if (line.length >= mostInLine) return false
    line.length++
    lines.set(ip, line)
    line.last = line.last.then(() => pause(slowTime))
    await line.last
    line.length--
    if (line.length === 0) lines.delete(ip)
    return true
  }

  /** The candidate whom this browser looked up within the last 15 minutes; null if there is none. */
  function holder(grant: string | undefined): Found | null {
    const kept = grant ? seal.open(grant, purpose) : null
    const left = kept ? kept.until - clock.real() : 0
    // A grant with more than the full lifetime left was made while the clock ran ahead.
    return kept && left > 0 && left <= grantLifetime ? { candidateId: kept.candidateId, userId: kept.userId } : null
  }

  return {
    /**
     * Finds a candidate for a request from a network and a device. `grant`: the value of the cookie `look-up`, which
     * `holder` reads. Refuses with `look-up-wrong` and `look-up-later`, both after the same time as a hit.
     */
    async lookUp(asked: LookUp, asker: Asker): Promise<Result<Found & { grant: string }>> {
      const even = pause(evenTime)
      const site = siteOf(asker.ip)
      if (isSlowed(site) && !(await takeTurn(site))) return later(mostInLine * slowTime)
      const result = decide(asked, asker)
      await even
      return result
    },

    /** Until when the desk is warned that strangers try many Application IDs; null if they do not. */
    lookUpAlarm: alarm.until,

    /** For signed-in candidates who look themselves up: other people's wrong tries do not delay them. */
    grantFor,

    holder,

    /** The candidate of an Application ID, if signed in or looked up in this browser; null otherwise. */
    readerOf(userId: string, signedIn: Found | null, grant: string | undefined): Found | null {
      return [signedIn, holder(grant)].find((found) => found?.userId === userId) ?? null
    },
  }
}

const later = (milliseconds: number): Refused => {
  const seconds = Math.ceil(milliseconds / 1000)
  return refuse('look-up-later', 429, { retryAfter: seconds, params: { seconds, count: Math.ceil(seconds / 60) } })
}
