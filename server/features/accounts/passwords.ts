import argon2 from 'argon2'
import { siteOf } from '../../domain/portal/network'
import { fairQueue } from '../../kernel/fair-queue'
import { type Refused, refuse } from '../../kernel/result'

export type Passwords = ReturnType<typeof createPasswords>

/** argon2id with 19 MiB and two passes; tests may ask for less. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Milliseconds before a caller is told that there is no place. */
const refusedAfter = 2000

/**
 * Hashes running at once, waiting per lane, and waiting in all: a mobile carrier's morning fits, and a flood fills one
 * lane.
 */
const queueLimits = { concurrency: 2, perLane: 200, inAll: 800 }

/** The hashing lane of a stranger, and that of somebody who is signed in or uses a known device. */
export const networkLane = (ip: string): string => `network:${siteOf(ip)}`
export const accountLane = (candidateId: number): string => `candidate:${candidateId}`

/**
 * Password hashing that cannot take over the machine and that nobody can monopolise: two hashes at a time, in turn by
 * lane. Call `refusal` first: a caller whose lane is full is told when to come back instead of waiting.
 */
export function createPasswords({
  cost = passwordCost,
  limits = queueLimits,
  pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
} = {}) {
  const queue = fairQueue({ ...limits, now: () => performance.now() })
  const hashNow = (password: string) => argon2.hash(password, { type: argon2.argon2id, ...cost })
  // Checked when there is no account, so that timing reveals nothing.
  const decoy = hashNow('Decoy-000')
  return {
    hash: (password: string, lane: string): Promise<string> => queue.run(lane, () => hashNow(password)),
    /** Also false for an account without a password, after the same work. */
    async verify(stored: string | null | undefined, password: string, lane: string): Promise<boolean> {
      const against = stored || (await decoy)
      const matches = await queue.run(lane, () => argon2.verify(against, password))
      return matches && !!stored
    },
    needsRehash: (stored: string): boolean => argon2.needsRehash(stored, cost),
    /**
     * Null if there is room; else, after a delay, `network-hashing` (429) or `hashing-busy` (503) with the wait in
     * seconds: an instant refusal would bring a flood straight back.
     */
    async refusal(lane: string): Promise<Refused | null> {
      const room = queue.room(lane)
      if (room === 'free') return null
      await pause(refusedAfter)
      const seconds = queue.seconds()
      const wait = { retryAfter: seconds, params: { seconds } }
      return room === 'full' ? refuse('hashing-busy', 503, wait) : refuse('network-hashing', 429, wait)
    },
  }
}
