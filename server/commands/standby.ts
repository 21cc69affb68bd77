import { copyFileSync, existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '#server/adapters/clock.ts'
import { databaseFile } from '#server/domain/operations/identity.ts'
import { restoresFile } from '#server/features/another-epoch.ts'
import { makeBackup } from '#server/features/operations/housekeeping/backup.ts'
import { hours } from '#server/kernel/time.ts'
import { Misconfigured } from '#server/process/misconfigured.ts'
import { command, configuration, ofCourse, say, sayFaults, slugsAsked, text } from './command'

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

/**
 * `standby --to FOLDER [--every SECONDS] [--course SLUG]`: copies every portal for a stand-by, again and again until it is
 * ended, 60 seconds after the last time; once with `--every 0`. A copy that fails is said and tried again.
 */
export const standby = command({ to: text, every: text, ...ofCourse }, async (given) => {
  const config = configuration()
  const to = given.to
  const every = Number(given.every ?? 60)
  if (to === undefined) throw new Misconfigured('--to is missing: a folder that the stand-by has too')
  if (!Number.isInteger(every) || every < 0) throw new Misconfigured('--every is wrong: it must be whole seconds')
  const task = { dataDir: config.dataDir, backups: config.backups.dir, to, now: systemClock.real }
  for (;;) {
    for (const slug of slugsAsked(config, given.course)) {
      try {
        const { took, bytes, files, damaged } = await copyForStandby({ ...task, slug })
        const whole = files - damaged.length
        say(`${slug}: copied in ${took} ms, ${(bytes / 1024 ** 2).toFixed(1)} MB and ${whole} files`)
        sayFaults({ damaged, missing: [] })
      } catch (error) {
        say(`${slug}: NOT COPIED: ${error instanceof Error ? error.message : error}`)
        if (every === 0) process.exitCode = 1
      }
    }
    if (every === 0) return
    await pause(every * 1000)
  }
})
