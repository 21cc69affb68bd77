import { type Database, openDatabase } from '#db/client.ts'

// For programs that a test starts with `killedAt`.

/** The step at which this program is killed; 0 if it survives. */
export const dieAt = Number(process.env.DIE_AT)
let steps = 0

/** One step. */
export function pass(): void {
  if (++steps === dieAt) process.kill(process.pid, 'SIGKILL')
}

/** The steps so far. */
export const passed = (): number => steps

/** The same function with one step before it and one after it. */
export const around =
  <A extends unknown[], R>(call: (...args: A) => R | Promise<R>) =>
  async (...args: A): Promise<R> => {
    pass()
    const answer = await call(...args)
    pass()
    return answer
  }

/** A database whose program may die before a transaction, at its last line, and after it. */
export function mortalDatabase(file: string): Database {
  const database = openDatabase(file, 'migrations')
  return {
    ...database,
    transact<T>(work: () => T): T {
      pass()
      const value = database.transact(() => {
        const done = work()
        pass()
        return done
      })
      pass()
      return value
    },
  }
}
