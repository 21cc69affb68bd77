import { ok, type Refused, type Result, refuse } from '../../kernel/result'
import { days, type Instant, minutes } from '../../kernel/time'
import type { LookUp } from './schema'
import type { LookUpStore } from './store'

/** Whom a look-up found. */
export type Found = { candidateId: number; userId: string }

type Grant = Found & { until: number }

export type LookUpDeps = {
  store: LookUpStore
  clock: { real(): Instant }
  limits: {
    count(key: string, windowMs: number, now: number): { count: number; resetsAt: number }
    read(key: string, now: number): number
    forget(key: string): void
  }
  /** Closes what the browser keeps, so that only this portal can have written it. */
  seal: { close(grant: Grant, owner: string): string; open(sealed: string, owner: string): Grant | null }
  /** Failures of one network in a quarter of an hour, after which it is refused. */
  failuresPerNetwork: number
  pause(milliseconds: number): Promise<void>
}

/** How long the print routes answer the browser that looked somebody up. Source: decisions §7. */
export const grantLifetime = minutes(15)

/** Tries for one Application ID, known or not, until one is right: a date of birth must not be found by trying. */
const triesPerId = [
  { within: minutes(15), tries: 5 },
  { within: days(1), tries: 20 },
]

/** A found and a missed one answer after the same time. */
const evenTime = 250

const purpose = 'look-up'

/**
 * The look-up of one candidate's result by Application ID and date of birth, for whoever has no session. It never tells
 * whether an Application ID exists: a wrong date and an unknown ID are answered alike, and are counted alike. Time is
 * real time. Source: decisions §7, §12.
 */
export function createLookUp({ store, clock, limits, seal, failuresPerNetwork, pause }: LookUpDeps) {
  function decide({ userId: typed, birthDate }: LookUp, ip: string): Result<Found & { grant: string }> {
    const now = clock.real()
    const userId = typed.toUpperCase()
    const network = `look-up-ip:${ip}`
    if (limits.read(network, now) >= failuresPerNetwork) return tooOften(minutes(15))
    const keys = triesPerId.map(({ within, tries }) => ({ key: `look-up:${within}:${userId}`, within, tries }))
    // Counted before it is answered: a hundred tries at once are a hundred tries.
    for (const { key, within, tries } of keys) {
      const { count, resetsAt } = limits.count(key, within, now)
      if (count > tries) return tooOften(resetsAt - now)
    }
    const person = store.person(userId)
    if (!person || person.birthDate !== birthDate) {
      limits.count(network, minutes(15), now)
      return refuse('look-up-wrong')
    }
    for (const { key } of keys) limits.forget(key)
    const found = { candidateId: person.candidateId, userId: person.userId }
    return ok({ ...found, grant: seal.close({ ...found, until: now + grantLifetime }, purpose) })
  }

  return {
    /**
     * Finds a candidate for somebody at a network address. `grant`: what the browser keeps in the cookie `look-up`, and
     * `holder` reads. Refuses with `look-up-wrong` and `too-often`, both after the same time as a hit.
     */
    async lookUp(asked: LookUp, ip: string): Promise<Result<Found & { grant: string }>> {
      const even = pause(evenTime)
      const result = decide(asked, ip)
      await even
      return result
    },

    /** Whom the browser that keeps this looked up within the last 15 minutes; null for nobody. */
    holder(grant: string | undefined): Found | null {
      const kept = grant ? seal.open(grant, purpose) : null
      return kept && clock.real() < kept.until ? { candidateId: kept.candidateId, userId: kept.userId } : null
    },
  }
}

const tooOften = (milliseconds: number): Refused => {
  const seconds = Math.ceil(milliseconds / 1000)
  return refuse('too-often', 429, { retryAfter: seconds, params: { seconds, count: Math.ceil(seconds / 60) } })
}

export type LookUps = ReturnType<typeof createLookUp>
