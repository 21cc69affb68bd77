import { openDatabase } from '#db/client.ts'
import { outboxStore } from '#server/features/messages/messages/store.ts'
import { type Instant, plus, seconds } from '#server/kernel/time.ts'

/** A separate process that claims SMS until none is left, and reports which. Arguments: database file, real time. */
const [file, time] = process.argv.slice(2)
const db = openDatabase(file!, 'migrations')
const store = outboxStore(db, { keepSecrets: false })
const now = Number(time) as Instant

process.on('message', ({ startAt }: { startAt: number }) => {
  // Both processes wait for the same moment, so that they really collide.
  while (Date.now() < startAt);
  const ids: number[] = []
  for (;;) {
    const rows = store.claim('sms', 3, { now, portal: now, leaseEnd: plus(now, seconds(60)) })
    if (rows.length === 0) break
    ids.push(...rows.map(({ id }) => id))
  }
  process.send!(ids)
  process.disconnect()
})
process.send!('ready')
