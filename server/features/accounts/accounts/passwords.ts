import argon2 from '@node-rs/argon2'
import { siteOf } from '#server/domain/accounts/network.ts'
import { fairQueue } from '#server/kernel/fair-queue.ts'
import { type Refused, refuse } from '#server/kernel/result.ts'

export type Passwords = ReturnType<typeof createPasswords>

/** argon2id with 19 MiB and two passes, argon2id being what the library uses unless told otherwise; tests may ask for less. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * How many hashes a process computes at once, so that its pages keep a core: all cores shared by the processes, less
 * the one that draws pages. At least one, and fewer than the four threads of Node's pool, which also read files.
 */
export const hashesAtOnce = (cores: number, processes: number): number =>
  Math.max(1, Math.min(3, Math.floor(cores / processes) - 1))

/** Milliseconds before a caller is told that there is no place. */
const refusedAfter = 2000

/** Hashes waiting per lane, and waiting in all: a mobile carrier's morning fits, and a flood fills one lane. */
const queueLimits = { perLane: 200, inAll: 800 }

/** The hashing lane of a stranger, and that of somebody who is signed in or uses a known device. */
export const networkLane = (ip: string): string => `network:${siteOf(ip)}`
export const accountLane = (candidateId: number): string => `candidate:${candidateId}`

/**
 * Password hashing that cannot take over the machine and that nobody can monopolise: a few hashes at a time, in turn by
 * lane. Call `refusal` first: a caller whose lane is full is told when to come back instead of waiting.
 */
export function createPasswords({
  cost = passwordCost,
  concurrency = 1,
  pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
} = {}) {
  const queue = fairQueue({ ...queueLimits, concurrency, now: () => performance.now() })
  const hashNow = (password: string) => argon2.hash(password, cost)
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
    needsRehash(stored: string): boolean {
      const { memoryCost, timeCost, parallelism } = argon2.parseOptions(stored)
      return memoryCost !== cost.memoryCost || timeCost !== cost.timeCost || parallelism !== cost.parallelism
    },
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
