import path from 'node:path'
import { openDatabase, readDatabase } from '#db/client.ts'
import { aloneIn, writeMarker } from '#server/adapters/portal-folder.ts'
import type { Config } from '#server/config.ts'
import { archiveName } from '#server/domain/operations/housekeeping.ts'
import { accountsStore } from '#server/features/accounts/accounts/store.ts'
import { staffStore } from '#server/features/desk/staff/store.ts'
import type { Services } from '#server/features/index.ts'
import { createAudit } from '#server/features/operations/audit/service.ts'
import { auditStore } from '#server/features/operations/audit/store.ts'
import { verifyLog } from '#server/features/operations/audit/verify.ts'
import {
  type ArchiveNote,
  makeArchive,
  restoreArchive,
  verifyArchive,
} from '#server/features/operations/housekeeping/archive.ts'
import { inspect } from '#server/features/operations/identity/service.ts'
import type { Instant } from '#server/kernel/time.ts'
import { command, configuration, ofCourse, say, sayFaults, softwareVersion, text } from './command'
import { portalsThere } from './portals'

/** `to`: the folder for archives. */
type ArchivePortalTask = { portal: Services; mode: Config['mode']; to: string; software: string }

/** Writes one verifiable file with everything there is of a portal, while it runs. Source: rules §12.6. */
export async function archivePortal({ portal, mode, to, software }: ArchivePortalTask) {
  const { db, folder, clock, defaults: course } = portal
  const madeAt = clock.real()
  const file = path.join(to, archiveName(course.slug, portal.course.academicYear, madeAt))
  const made = await makeArchive({
    source: db.sqlite.memory ? db.sqlite.serialize() : db.sqlite.name,
    folder,
    file,
    descriptionOf(database) {
      const read = readDatabase(database)
      try {
        const verdict = verifyLog(auditStore(read))
        const audit: ArchiveNote['audit'] = verdict.isWhole ? verdict : { isWhole: false, line: verdict.line }
        return { software, mode, portal: inspect(db).identity!, course, madeAt, clock: clock.portal(), audit }
      } finally {
        read.close()
      }
    },
  })
  return { file, ...made }
}

type RestoreArchiveTask = { file: string; config: Config; migrations: string; now: Instant }

/**
 * Brings an archive back where there is no portal. It opens read-only, under the profile and season it was created
 * with; every login ends, and the audit log says so after its archived end. Throws if the archive has changed by a
 * byte, if its audit log does not end as its description says, or if a portal is there. Source: case 94.
 */
export function restorePortalArchive({ file, config, migrations, now }: RestoreArchiveTask) {
  const { note, fingerprint } = verifyArchive(file)
  if (!config.courses.includes(note.course.slug)) throw new Error(`${file} is an archive of ${note.course.slug}`)
  const folder = path.join(config.dataDir, note.course.slug)
  return aloneIn(folder, () => {
    const restored = restoreArchive({ file, folder, begin: (database) => closeLogins(database, note) })
    writeMarker(folder, { ...note.portal, mode: note.mode })
    return { folder, note, fingerprint, ...restored }
  })

  function closeLogins(database: string, { audit, clock }: ArchiveNote): void {
    const db = openDatabase(database, migrations)
    try {
      const verdict = verifyLog(auditStore(db), audit.isWhole ? [audit.head] : [])
      if (audit.isWhole && !verdict.isWhole) throw new Error(`the audit log is broken at line ${verdict.line}`)
      db.transact(() => {
        accountsStore(db).endEverySession(now, 'restore')
        staffStore(db).endEverySession(now)
        const { record } = createAudit({ db, store: auditStore(db), clock: { portal: () => clock as Instant } })
        const from = { archive: path.basename(file), fingerprint }
        record({ kind: 'system', name: 'restore' }, 'housekeeping.unarchived', {}, from)
      })
    } finally {
      db.close()
    }
  }
}

/** `archive [--course SLUG] [--to FOLDER]`: writes each portal, or one, into one verifiable file. */
export const archive = command({ to: text, ...ofCourse }, async (given) => {
  const config = configuration()
  const to = given.to ?? path.join(config.backups.dir, 'archives')
  const software = softwareVersion()
  for (const portal of portalsThere(config, given.course)) {
    const { file, note, fingerprint } = await archivePortal({ portal, mode: config.mode, to, software })
    await portal.close()
    say(`${portal.course.slug}: ${file} with ${note.files} files`)
    say(`  Note outside of it: sha256 ${fingerprint}`)
    if (note.audit.isWhole) say(`  Its audit log ends at ${note.audit.head.line}:${note.audit.head.hash}`)
    else say(`  BROKEN: its audit log, at line ${note.audit.line}`)
    sayFaults(note)
    if (!note.audit.isWhole) process.exitCode = 1
  }
})
