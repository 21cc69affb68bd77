import { setImmediate as breath } from 'node:timers/promises'
import type { Database } from '#db/client.ts'

/** Splits a crowd into small groups, so that pages are served between them. */
export async function* groupsOf<T>(crowd: readonly T[]): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < crowd.length; from += 25) {
    yield crowd.slice(from, from + 25)
    await breath()
  }
}

/** Runs an act for everybody in a crowd, a few in each transaction. */
export async function eachInTurn<T>(
  db: Pick<Database, 'transact'>,
  crowd: readonly T[],
  act: (one: T) => void,
): Promise<void> {
  for await (const group of groupsOf(crowd)) db.transact(() => group.forEach(act))
}
