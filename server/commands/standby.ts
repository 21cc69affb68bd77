import { copyFileSync, existsSync } from 'node:fs'
import path from 'node:path'
import { databaseFile } from '#server/domain/operations/identity.ts'
import { makeBackup } from '#server/features/operations/housekeeping/backup.ts'
import { hours } from '#server/kernel/time.ts'
import { restoresFile } from '#server/process/another-epoch.ts'

/** How many copies a stand-by has: the newest, and one to go back to if the newest holds a fault. */
const kept = 2

/** A copy of one portal. `at`: the instant that it holds, ms since 1970. Sizes in bytes, `took` in ms. `damaged`: files left out, because they have changed. */
type StandbyCopy = { slug: string; at: number; took: number; bytes: number; files: number; damaged: string[] }

/**
 * Copies one portal for a stand-by while it serves: `to/<slug>` is a folder of backups that `restore` understands, so another
 * machine that has it takes over with `BACKUP_DIR=to`. The numbers that earlier restores have used up go with it. Throws if
 * the database is damaged or the disk is full.
 */
export async function copyForStandby(task: {
  slug: string
  dataDir: string
  backups: string
  to: string
  now: () => number
}): Promise<StandbyCopy> {
  const { slug, dataDir, backups, to, now } = task
  const folder = path.join(dataDir, slug)
  const standby = path.join(to, slug)
  const at = now()
  const source = path.join(folder, databaseFile)
  const { bytes, files, damaged = [] } = await makeBackup({ source, folder, to: standby, at, keep: kept })
  const restores = path.join(backups, slug, restoresFile)
  if (existsSync(restores)) copyFileSync(restores, path.join(standby, restoresFile))
  return { slug, at, took: now() - at, bytes, files, damaged }
}

/**
 * How much longer, in whole hours, to propose for each activity that ends soon, after everything done in `lost` ms was lost and
 * nobody could work for `down` ms: both, rounded up, and at least three hours, since people have to hear of it first.
 */
export const proposedHours = ({ lost, down }: { lost: number; down: number }): number =>
  Math.max(3, Math.ceil((lost + down) / hours(1)))
