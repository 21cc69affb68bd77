import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Database } from '#db/client.ts'
import type { Course } from '#server/courses/course.ts'
import type { PortalIdentity, Reached } from '#server/domain/operations/identity.ts'
import { accountsStore } from '#server/features/accounts/accounts/store.ts'
import { contentStore } from '#server/features/content/content/store.ts'
import { staffStore } from '#server/features/desk/staff/store.ts'
import { createAudit } from '#server/features/operations/audit/service.ts'
import { auditStore } from '#server/features/operations/audit/store.ts'
import { beginEpoch, demoClockIn, inspect, newestIn } from '#server/features/operations/identity/service.ts'
import type { Instant } from '#server/kernel/time.ts'

/** The record of every epoch begun, in the folder of a portal's backups, so that a second restore goes beyond the first. */
const restoresFile = 'restores.json'
type Restore = { at: number; backup: string; epoch: number; reached: Reached }

type EpochTask = {
  course: Pick<Course, 'applicationIdPrefix'>
  /** The folder of the portal's backups. */
  backups: string
  /** Where the database comes from: the name of a backup or of a file. */
  from: string
  /** When the database was copied, by the machine's clock; null if nothing says. */
  madeAt: number | null
  /** How far the folder knows its series to have come. */
  reached: Reached
  now: Instant
}

/**
 * Begins another epoch of a database that may be older than the numbers in people's hands: its series go on beyond all that
 * are known to be given, all earlier logins end, and the audit log records it. Source: case 81.
 */
export function beginAnotherEpoch(db: Database, task: EpochTask): PortalIdentity {
  const { course, backups, from, madeAt, now } = task
  const cutAt = (demoClockIn(db) ?? madeAt ?? newestIn(db) ?? now) as Instant
  const restores = restoresIn(backups)
  return db.transact(() => {
    const { applicationIdPrefix, academicYear } = contentStore(db).versions('year').at(-1)?.value ?? {
      ...course,
      academicYear: inspect(db).identity!.academicYear,
    }
    const prefix = applicationIdPrefix + academicYear.slice(2, 4)
    const { identity, reached } = beginEpoch(db, { prefix, cutAt, now, reached: furthest(restores, task.reached) })
    accountsStore(db).endEverySession(now, 'restore')
    staffStore(db).endEverySession(now)
    const audit = createAudit({ db, store: auditStore(db), clock: { portal: () => cutAt } })
    const detail = { backup: from, epoch: identity.epoch }
    audit.record({ kind: 'system', name: 'restore' }, 'housekeeping.restored', {}, detail)
    // Before the database is put in place, so that an interrupted restore has used up its numbers.
    const all: Restore[] = [...restores, { at: now, backup: from, epoch: identity.epoch, reached }]
    mkdirSync(backups, { recursive: true, mode: 0o700 })
    writeFileSync(path.join(backups, restoresFile), `${JSON.stringify(all, null, 2)}\n`, { mode: 0o600, flush: true })
    return identity
  })
}

function restoresIn(backups: string): Restore[] {
  const file = path.join(backups, restoresFile)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Restore[]) : []
}

/** The furthest point of each series in any of the restores, and in what the folder knows. */
function furthest(restores: readonly Restore[], known: Reached): Reached {
  const reached: Record<string, number> = { ...known }
  for (const restore of restores)
    for (const [name, last] of Object.entries(restore.reached)) reached[name] = Math.max(reached[name] ?? 0, last)
  return reached
}
