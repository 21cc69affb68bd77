import argon2 from 'argon2'

export type Passwords = ReturnType<typeof createPasswords>

/** argon2id with 19 MiB and two passes; tests may ask for less. */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashing that cannot take the machine: two at a time, the others queue, and past `queueLimit` callers are told to come
 * back (`busy`) rather than left to wait.
 */
export function createPasswords(cost = passwordCost, { concurrency = 2, queueLimit = 400 } = {}) {
  const waiting: (() => void)[] = []
  let running = 0
  async function oneAtATurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve))
    running++
    try {
      return await work()
    } finally {
      running--
      waiting.shift()?.()
    }
  }
  const hash = (password: string) => oneAtATurn(() => argon2.hash(password, { type: argon2.argon2id, ...cost }))
  // Checked when there is no account, so that a stranger's clock learns nothing.
  const decoy = argon2.hash('Decoy-000', { type: argon2.argon2id, ...cost })
  return {
    hash,
    /** False as well for an account without a password, after the same work. */
    async verify(stored: string | null | undefined, password: string): Promise<boolean> {
      const against = stored ?? (await decoy)
      const matches = await oneAtATurn(() => argon2.verify(against, password))
      return matches && !!stored
    },
    needsRehash: (stored: string): boolean => argon2.needsRehash(stored, cost),
    isBusy: (): boolean => waiting.length >= queueLimit,
  }
}
