import { statSync } from 'node:fs'
import path from 'node:path'
import { openDatabase } from '#db/client.ts'
import { createFileStorage, realDisk } from '#server/adapters/file-storage/file-storage.ts'
import { candidateLimits } from '#server/courses/candidate-limits.ts'
import { createPagePictures } from '#server/features/application/documents/page-pictures.ts'
import { createDocuments } from '#server/features/application/documents/service.ts'
import { documentsStore } from '#server/features/application/documents/store.ts'
import { ok } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'

/**
 * A separate process that takes in the photograph of candidate 1. It is killed at the n-th step between its first byte
 * and the commit of its row, or survives if there are fewer steps. Arguments: folder, picture, step.
 */
const [folder, picture, step] = process.argv.slice(2) as [string, string, string]
let steps = 0
function pass(): void {
  if (++steps === Number(step)) process.kill(process.pid, 'SIGKILL')
}
/** Counts one step before the call and one after it. */
async function around<T>(work: () => T | Promise<T>): Promise<T> {
  pass()
  const done = await work()
  pass()
  return done
}

const database = openDatabase(path.join(folder, 'portal.db'), 'migrations')
const db = {
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
const files = createFileStorage(path.join(folder, 'files'), {
  disk: {
    ...realDisk,
    create: (file) => around(() => realDisk.create(file)),
    sync: (handle) => around(() => realDisk.sync(handle)),
    rename(from, to) {
      pass()
      realDisk.rename(from, to)
      pass()
    },
  },
})
const store = documentsStore(db)
const now = () => Date.now() as Instant
const documents = createDocuments({
  db,
  store,
  files,
  clock: { real: now, portal: now },
  limits: { count: () => ({ count: 1, resetsAt: 0 }) },
  rules: candidateLimits,
  answers: () => ({}),
  mayEdit: () => ok(),
  isKnownElsewhere: () => false,
  onChanged: pass,
  onSweepHeld() {},
  pictures: createPagePictures({ log: console }),
})

const upload = {
  field: 'photo',
  at: 0,
  path: picture,
  bytes: statSync(picture).size,
  isTooLarge: false,
  originalName: 'me.jpg',
}
async function main(): Promise<void> {
  const put = await documents.put(1, 'photo', [upload], now())
  if (!put.ok) throw new Error(put.refusal.code)
  database.close()
}
void main()
