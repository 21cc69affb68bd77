import path from 'node:path'
import { createDossiers } from '#server/adapters/dossiers.ts'
import { mbale } from '#server/courses/courses.ts'
import type { Participant } from '#server/domain/allotment/input.ts'
import { createReleases } from '#server/features/desk/release/service.ts'
import { releaseStore } from '#server/features/desk/release/store.ts'
import type { AllotmentDeps } from '#server/features/seats/allotment/deps.ts'
import { runRound } from '#server/features/seats/allotment/round.ts'
import { createRuns } from '#server/features/seats/allotment/runs.ts'
import { allotmentStore } from '#server/features/seats/allotment/store.ts'
import type { Instant } from '#server/kernel/time.ts'
import { around, mortalDatabase, pass } from '#tests/support/mortal.ts'

/**
 * A separate process that prepares round 1 and is killed at the n-th step between the order and the commit of the run,
 * or survives if there are fewer steps. Arguments: folder, time.
 */
const [folder, time] = process.argv.slice(2) as [string, string]

const db = mortalDatabase(path.join(folder, 'portal.db'))
const dossiers = createDossiers(path.join(folder, 'dossiers'))
const clock = { portal: () => Number(time) as Instant, real: () => Number(time) as Instant }
const releases = createReleases({
  db,
  store: releaseStore(db),
  clock,
  course: mbale,
  record: () => {},
  log: { error: (details, message) => void process.stderr.write(`${message} ${JSON.stringify(details)}\n`) },
})
const deps: Omit<AllotmentDeps, 'tell' | 'isWaiting' | 'onPublished'> = {
  db,
  store: allotmentStore(db),
  clock,
  course: mbale,
  releases,
  concerns: () => ({}),
  releasedFor: () => new Set(),
  isReleased: () => false,
  engine: {
    async run(facts, pieces, onStep) {
      const participants: Participant[] = []
      for await (const piece of pieces) participants.push(...piece)
      pass()
      const outcome = runRound({ ...facts, participants }, onStep)
      pass()
      return outcome
    },
    close: async () => {},
  },
  dossiers: { ...dossiers, keep: around(dossiers.keep) },
  activity: (key) => mbale.schedule.find((activity) => activity.key === key),
  keptSeats: async () => ({ kept: [], absent: new Set() }),
  nextInWords: () => '',
  nextRoundInWords: () => '',
  unsignedDays: () => 0,
  record: () => {},
}
const runs = createRuns(deps as AllotmentDeps)
const begun = runs.prepare({ id: 1, loginName: 'first', role: 'admin' }, 1)
if (!begun.ok) throw new Error(begun.refusal.code)
void releases.settled()
