import { setImmediate as breath } from 'node:timers/promises'
import type { Database } from '../../db/client'

/** What everybody of a crowd does, a few in each transaction, so that pages are served between them. */
export async function eachInTurn<T>(
  db: Pick<Database, 'transact'>,
  crowd: readonly T[],
  act: (one: T) => void,
): Promise<void> {
  for (let from = 0; from < crowd.length; from += 25) {
    db.transact(() => {
      for (const one of crowd.slice(from, from + 25)) act(one)
    })
    await breath()
  }
}
