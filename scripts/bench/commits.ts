import { rmSync } from 'node:fs'
import path from 'node:path'
import { openDatabase } from '#db/client.ts'

/** Seconds that each way is measured. */
const length = 3
/** As many saves as come together in a turn of the event loop on a busy day. */
const together = 16

/**
 * The commits a second of the one writer that a database has at a time, on the disk of this folder: each flushed by itself,
 * and saves of one turn flushed together.
 */
export async function commitsPerSecond(folder: string): Promise<{ alone: number; grouped: number }> {
  const file = path.join(folder, 'commits.db')
  const db = openDatabase(file, 'migrations')
  const save = db.sqlite.prepare<[string, number]>(
    `INSERT INTO rate_limits (key, count, resets_at) VALUES (?, 1, ?)
     ON CONFLICT (key) DO UPDATE SET count = count + 1, resets_at = excluded.resets_at`,
  )
  let n = 0
  const one = () => void save.run(`candidate ${n++ % 10_000}`, n)
  const timed = async (work: () => unknown, saves: number) => {
    const begun = performance.now()
    let done = 0
    while (performance.now() - begun < length * 1000) {
      await work()
      done += saves
    }
    return done / ((performance.now() - begun) / 1000)
  }
  const alone = await timed(() => db.transact(one), 1)
  const group = () => Promise.all(Array.from({ length: together }, () => db.transactTogether(one)))
  const grouped = await timed(group, together)
  db.close()
  rmSync(file)
  return { alone, grouped }
}
