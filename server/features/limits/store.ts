import type { Database } from '../../../db/client'
import { days } from '../../kernel/time'

export type LimitsStore = ReturnType<typeof limitsStore>

const longestWindow = days(1)

/** Counters of tries in fixed windows, in the portal's database so that they outlive a restart. */
export function limitsStore({ sqlite }: Database) {
  // A window that ends later than one begun now was begun while the clock stood ahead: it is over as well.
  const isOver = 'resets_at <= @now OR resets_at > excluded.resets_at'
  const count = sqlite.prepare<{ key: string; resetsAt: number; now: number }, { count: number; resets_at: number }>(`
    INSERT INTO rate_limits (key, count, resets_at) VALUES (@key, 1, @resetsAt)
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN ${isOver} THEN 1 ELSE count + 1 END,
      resets_at = CASE WHEN ${isOver} THEN excluded.resets_at ELSE resets_at END
    RETURNING count, resets_at`)
  const read = sqlite.prepare<[string, number], { count: number; resets_at: number }>(
    'SELECT count, resets_at FROM rate_limits WHERE key = ? AND resets_at > ?',
  )
  const put = sqlite.prepare<[string, number, number]>(
    `INSERT INTO rate_limits (key, count, resets_at) VALUES (?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET count = excluded.count, resets_at = excluded.resets_at`,
  )
  const running = sqlite.prepare<[number, number, string, number], { key: string; count: number; resetsAt: number }>(
    'SELECT substr(key, ?) AS key, count, resets_at AS resetsAt FROM rate_limits WHERE substr(key, 1, ?) = ? AND resets_at > ?',
  )
  const forget = sqlite.prepare<[string]>('DELETE FROM rate_limits WHERE key = ?')
  const purge = sqlite.prepare<[number, number]>('DELETE FROM rate_limits WHERE resets_at <= ? OR resets_at > ?')
  return {
    /** Counts one try and answers with the count in the window it falls in. Times in epoch milliseconds. */
    count(key: string, windowMs: number, now: number) {
      const row = count.get({ key, resetsAt: now + windowMs, now })!
      return { count: row.count, resetsAt: row.resets_at }
    },
    /** The count without a new try. */
    read: (key: string, now: number): number => read.get(key, now)?.count ?? 0,
    put: (key: string, tries: number, resetsAt: number) => void put.run(key, tries, resetsAt),
    /** Windows that are still running whose key starts so; the prefix is left out of the answer. */
    startingWith: (prefix: string, now: number): { key: string; count: number; resetsAt: number }[] =>
      running.all(prefix.length + 1, prefix.length, prefix, now),
    forget: (key: string) => void forget.run(key),
    /** Takes out what is over; what ends later than the longest window can was begun while the clock stood ahead. */
    purge: (now: number) => void purge.run(now, now + longestWindow),
  }
}
