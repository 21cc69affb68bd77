import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { addFunctions, openDatabase } from '#db/client.ts'
import { outageOf } from '#server/kernel/outage.ts'

export type Measured = { waits: number[]; busy: number }

/**
 * A process that writes beside the portal, a commit with its flush every 20 ms, and measures how long each took, in ms. It waits for other writers as the
 * portal does, and counts what was given up as `busy`. It is
 * told what to do: `commits`; `pages`, which also writes as much as an import does; `reader`, which keeps a reading open for
 * ten seconds; `close`, which opens the database and closes it, as every command does, with a checkpoint.
 */
export type Order = { what: 'commits' | 'pages' | 'reader' | 'close'; seconds: number }

const file = process.argv[2]!
const db = openDatabase(file, 'migrations')
const { sqlite } = db
const commit = sqlite.prepare(
  "INSERT INTO portal_facts VALUES ('drill', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
)
const rewrite = sqlite.prepare('UPDATE application_steps SET saved_at = saved_at WHERE rowid % 40 = ?')

async function reader(seconds: number): Promise<void> {
  const reading = addFunctions(new Database(file))
  reading.exec('BEGIN')
  reading.prepare('SELECT count(*) FROM candidates').get()
  await pause(seconds * 1000)
  reading.exec('COMMIT')
  reading.close()
}

process.on('message', async ({ what, seconds }: Order) => {
  const waits: number[] = []
  let busy = 0
  if (what === 'reader') await reader(seconds)
  else if (what === 'close') openDatabase(file, 'migrations').close()
  else {
    const until = performance.now() + seconds * 1000
    for (let n = 0; performance.now() < until; n++) {
      const begun = performance.now()
      try {
        db.transact(() => (what === 'pages' ? rewrite.run(n % 40) : commit.run(String(n))))
      } catch (error) {
        if (outageOf(error) !== 'busy') throw error
        busy++
      }
      waits.push(performance.now() - begun)
      await pause(20)
    }
  }
  process.send!({ waits, busy })
})
process.send!('ready')
