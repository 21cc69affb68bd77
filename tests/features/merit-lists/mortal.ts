import { mbale } from '#server/courses/courses.ts'
import { createReleases } from '#server/features/desk/release/service.ts'
import { releaseStore } from '#server/features/desk/release/store.ts'
import { createMeritLists } from '#server/features/merit/merit-lists/desk.ts'
import { meritListsStore } from '#server/features/merit/merit-lists/store.ts'
import { createAudit } from '#server/features/operations/audit/service.ts'
import { auditStore } from '#server/features/operations/audit/store.ts'
import type { Instant } from '#server/kernel/time.ts'
import { mortalDatabase, pass } from '#tests/support/mortal.ts'

/**
 * A separate process that publishes due editions and notifies candidates. It is killed at the n-th step, or survives.
 * Arguments: database file, time, and `together` if it waits for its parent's message with the moment to begin.
 */
const [file, time, together] = process.argv.slice(2) as [string, string, string?]
const now = Number(time) as Instant

const db = mortalDatabase(file)
const tell = db.sqlite.prepare(
  'INSERT INTO portal_facts (key, value) VALUES (?, 1) ON CONFLICT (key) DO UPDATE SET value = value + 1',
)
const clock = { real: () => now, portal: () => now }
const record = createAudit({ db, store: auditStore(db), clock }).record
const releases = createReleases({
  db,
  store: releaseStore(db),
  clock,
  course: mbale,
  record,
  log: { error: () => {} },
})
const meritLists = createMeritLists({
  db,
  store: meritListsStore(db),
  clock,
  course: mbale,
  releases,
  concerns: () => ({}),
  rankings: { start: () => Promise.reject(new Error('nothing is ranked here')), close: async () => {} } as never,
  activity: (key) => mbale.schedule.find((activity) => activity.key === key),
  tell(candidateId, template) {
    pass()
    tell.run(`told ${candidateId} ${template}`)
  },
  isWaiting: () => false,
  record,
  onPublished: pass,
  pause: async () => {},
})

function live(): void {
  for (let tick = 0; tick < 4; tick++) {
    meritLists.publishDue()
    meritLists.tellDue()
  }
  db.close()
}

if (together) {
  process.on('message', ({ startAt }: { startAt: number }) => {
    // Both processes wait for the same moment, so that they really collide.
    while (Date.now() < startAt);
    live()
    process.disconnect()
  })
  process.send!('ready')
} else live()
