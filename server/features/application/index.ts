import path from 'node:path'
import { createFileStorage } from '#server/adapters/file-storage/file-storage.ts'
import type { AccountsArea } from '../accounts/index'
import type { Base } from '../base'
import type { MessagesArea } from '../messages/index'
import type { FeesOf } from '../money/payments/fees-of'
import type { OperationsArea } from '../operations/index'
import type { ApplicationDeps } from './application/deps'
import { createApplication } from './application/service'
import { applicationStore } from './application/store'
import { createPagePictures } from './documents/page-pictures'
import { createDocuments } from './documents/service'
import { documentsStore } from './documents/store'
import { createUploadSpace } from './documents/upload-space'

/** What the later areas do for applications. `isFileKnown`: whether one of them names a file with these bytes. */
type Later = Pick<ApplicationDeps, 'onSubmitted' | 'receiptsTooLate' | 'seatStanding' | 'mayCancel'> & {
  isFileKnown(hash: string): boolean
}

/** The application form with its documents. */
export function composeApplication(
  base: Base,
  { messages }: MessagesArea,
  { housekeeping }: OperationsArea,
  { accounts, ordersInForce }: AccountsArea,
  feesOf: FeesOf,
  { isFileKnown, ...later }: Later,
) {
  const { clock, contentRows, course, db, disk, folder, limits, log, notices } = base
  const application = createApplication({
    db,
    store: applicationStore(db),
    clock,
    course,
    feesOf,
    tell: messages.tell,
    activity: notices.activity,
    moreTime: ordersInForce.moreTime,
    longerTimes: ordersInForce.longerTimes,
    withStepUp: accounts.withStepUp,
    ...later,
  })
  const fileStorage = createFileStorage(path.join(folder, 'files'), {
    disk,
    onDamage: (hash, damage) => housekeeping.alarm(`${damage}-file`, hash.slice(0, 16)),
  })
  const documents = createDocuments({
    db,
    store: documentsStore(db),
    files: fileStorage,
    clock,
    limits,
    application,
    rules: course.candidateLimits,
    isKnownElsewhere: (hash) => contentRows.isKnown(hash) || isFileKnown(hash),
    pictures: createPagePictures({ log }),
    onSweepHeld: () => housekeeping.alarm('unnamed-files', 'sweep'),
  })
  const uploads = createUploadSpace({ files: fileStorage, clock, limits, rules: course.candidateLimits })
  return { application, fileStorage, documents, uploads }
}

export type ApplicationArea = ReturnType<typeof composeApplication>
