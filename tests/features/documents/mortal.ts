import { statSync } from 'node:fs'
import path from 'node:path'
import { createFileStorage, realDisk } from '#server/adapters/file-storage/file-storage.ts'
import { candidateLimits } from '#server/courses/candidate-limits.ts'
import { createPagePictures } from '#server/features/application/documents/page-pictures.ts'
import { createDocuments } from '#server/features/application/documents/service.ts'
import { documentsStore } from '#server/features/application/documents/store.ts'
import { ok } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import { around, mortalDatabase, pass } from '#tests/support/mortal.ts'

/**
 * A separate process that takes in the photograph of candidate 1. It is killed at the n-th step between its first byte
 * and the commit of its row, or survives if there are fewer steps. Arguments: folder, picture.
 */
const [folder, picture] = process.argv.slice(2) as [string, string]

const db = mortalDatabase(path.join(folder, 'portal.db'))
const files = createFileStorage(path.join(folder, 'files'), {
  disk: {
    ...realDisk,
    create: around(realDisk.create),
    sync: around(realDisk.sync),
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
  application: { answers: () => ({}), mayEdit: () => ok(), reconsider: pass },
  isKnownElsewhere: () => false,
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
  db.close()
}
void main()
