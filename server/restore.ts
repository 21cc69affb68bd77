import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openDatabase } from '../db/client'
import { holdFolder, writeMarker } from './adapters/portal-folder'
import type { Config } from './config'
import type { Course } from './courses/course'
import { demoStore } from './demo/store'
import { accountsStore } from './features/accounts/store'
import { createAudit } from './features/audit/service'
import { auditStore } from './features/audit/store'
import { contentStore } from './features/content/store'
import { type BackupNote, type Restored, restoreBackup } from './features/housekeeping/backup'
import { begin, beginEpoch, type Reached } from './features/identity/service'
import { staffStore } from './features/staff/store'
import type { Instant } from './kernel/time'

/** The record of every restore in the folder of a portal's backups, so that a second restore goes beyond the first. */
export const restoresFile = 'restores.json'
type Restore = { at: number; backup: string; epoch: number; reached: Reached }

type RestoreTask = {
  config: Config
  course: Course
  migrations: string
  /** The folder of the portal's backups, and the name of the backup. */
  from: string
  name: string
  now: Instant
}

/**
 * Restores a portal from a backup, as a new epoch: numbers issued since the backup are never issued again, all earlier
 * logins end, and the audit log records the restore. Throws if a portal exists, if the folder is in use, or if the
 * backup belongs to another portal. Source: case 81.
 */
export function restorePortal(task: RestoreTask): Restored {
  const { config, course, from, name } = task
  const folder = path.join(config.dataDir, course.slug)
  const held = holdFolder(folder, { alone: true })
  try {
    let marker = () => {}
    const restored = restoreBackup({
      from,
      name,
      folder,
      begin(file, made) {
        const identity = beginAgain(file, made, task)
        marker = () => writeMarker(folder, { ...identity, mode: config.mode })
      },
    })
    marker()
    return restored
  } finally {
    held.release()
  }
}

function beginAgain(file: string, made: BackupNote, { course, migrations, from, name, now }: RestoreTask) {
  const db = openDatabase(file, migrations)
  try {
    const known = begin(db, { profile: course.slug, academicYear: course.academicYear }, now)
    if (known.profile !== course.slug) throw new Error(`${name} is a backup of ${known.profile}`)
    const cutAt = (demoStore(db).clock() ?? made.madeAt) as Instant
    const restores = restoresIn(from)
    return db.transact(() => {
      const { applicationIdPrefix, academicYear } = contentStore(db).versions('year').at(-1)?.value ?? {
        ...course,
        academicYear: known.academicYear,
      }
      const prefix = applicationIdPrefix + academicYear.slice(2, 4)
      const { identity, reached } = beginEpoch(db, { prefix, cutAt, now, reached: furthest(restores) })
      accountsStore(db).endEverySession(now, 'restore')
      staffStore(db).endEverySession(now)
      const audit = createAudit({ db, store: auditStore(db), clock: { portal: () => cutAt } })
      audit.record(
        { kind: 'system', name: 'restore' },
        'housekeeping.restored',
        {},
        { backup: name, epoch: identity.epoch },
      )
      // Before the database is put in place, so that an interrupted restore has used up its numbers.
      const all: Restore[] = [...restores, { at: now, backup: name, epoch: identity.epoch, reached }]
      writeFileSync(path.join(from, restoresFile), `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600, flush: true })
      return identity
    })
  } finally {
    db.close()
  }
}

function restoresIn(from: string): Restore[] {
  const file = path.join(from, restoresFile)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Restore[]) : []
}

/** The furthest point of each series in any of the restores. */
function furthest(restores: readonly Restore[]): Reached {
  const reached: Record<string, number> = {}
  for (const restore of restores)
    for (const [name, last] of Object.entries(restore.reached)) reached[name] = Math.max(reached[name] ?? 0, last)
  return reached
}
