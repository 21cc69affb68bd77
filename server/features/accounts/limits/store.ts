import type { Database } from '#db/client.ts'
import { days } from '#server/kernel/time.ts'

const longestWindow = days(1)

/**
 * Counters of tries in fixed windows, in the portal's database so that they outlive a restart. A count waits for no disk: an
 * upload alone has two, and each flush stops the whole process. Only a failure of power loses the last ones.
 */
export function limitsStore({ sqlite, transactUnflushed }: Database) {
  // A window this far ahead was opened while the clock was wrong: it counts as over.
  const isOver = 'resets_at <= @now OR resets_at > excluded.resets_at'
  const count = sqlite.prepare<
    { key: string; resetsAt: number; now: number; amount: number },
    { count: number; resets_at: number }
  >(`
    INSERT INTO rate_limits (key, count, resets_at) VALUES (@key, @amount, @resetsAt)
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN ${isOver} THEN @amount ELSE count + @amount END,
      resets_at = CASE WHEN ${isOver} THEN excluded.resets_at ELSE resets_at END
    RETURNING count, resets_at`)
  const read = sqlite.prepare<[string, number], { count: number; resets_at: number }>(
    'SELECT count, resets_at FROM rate_limits WHERE key = ? AND resets_at > ?',
  )
  const put = sqlite.prepare<[string, number, number]>(
    `INSERT INTO rate_limits (key, count, resets_at) VALUES (?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET count = excluded.count, resets_at = excluded.resets_at`,
  )
  // A range of the primary key: there may be a row for every network and every name of the last hours.
  const running = sqlite.prepare<[number, string, string, number], { key: string; count: number; resetsAt: number }>(
    'SELECT substr(key, ?) AS key, count, resets_at AS resetsAt FROM rate_limits WHERE key >= ? AND key < ? AND resets_at > ?',
  )
  const forget = sqlite.prepare<[string]>('DELETE FROM rate_limits WHERE key = ?')
  const purge = sqlite.prepare<[number, number]>('DELETE FROM rate_limits WHERE resets_at <= ? OR resets_at > ?')
  return {
    /** Counts a try, or an amount, and returns the count of the current window. Times in epoch milliseconds. */
    count(key: string, windowMs: number, now: number, amount = 1) {
      const add = () => count.get({ key, resetsAt: now + windowMs, now, amount })!
      const row = sqlite.inTransaction ? add() : transactUnflushed(add)
      return { count: row.count, resetsAt: row.resets_at }
    },
    /** The count without another try. */
    read: (key: string, now: number): number => read.get(key, now)?.count ?? 0,
    /** The current window; null if there is none. */
    window(key: string, now: number): { count: number; resetsAt: number } | null {
      const row = read.get(key, now)
      return row ? { count: row.count, resetsAt: row.resets_at } : null
    },
    put: (key: string, tries: number, resetsAt: number) => void put.run(key, tries, resetsAt),
    /** Current windows whose key has this prefix; the answer omits the prefix. */
    startingWith: (prefix: string, now: number): { key: string; count: number; resetsAt: number }[] =>
      running.all(prefix.length + 1, prefix, `${prefix}\u{10ffff}`, now),
    forget: (key: string) => void forget.run(key),
    /** Deletes windows that are over; one that ends too far ahead was opened while the clock was wrong. */
    purge: (now: number) => void purge.run(now, now + longestWindow),
  }
}

export type Limits = ReturnType<typeof limitsStore>
