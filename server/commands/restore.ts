import { copyFileSync, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { type Database, openDatabase, schemaFault } from '#db/client.ts'
import { systemClock } from '#server/adapters/clock.ts'
import { dayOf } from '#server/adapters/file-storage/file-storage.ts'
import { marksIn, openMarks } from '#server/adapters/folder-marks.ts'
import { aloneIn, readMarker, writeMarker } from '#server/adapters/portal-folder.ts'
import type { Config } from '#server/config.ts'
import type { Course } from '#server/courses/course.ts'
import { courses } from '#server/courses/courses.ts'
import { demoStore } from '#server/demo/store.ts'
import { asideFolder } from '#server/domain/operations/housekeeping.ts'
import { databaseFile, type PortalIdentity, type Progress } from '#server/domain/operations/identity.ts'
import { beginAnotherEpoch } from '#server/features/another-epoch.ts'
import { folderFaultWords } from '#server/features/open-folder.ts'
import {
  backupsIn,
  brokenBackupsIn,
  type Restored,
  restoreBackup,
} from '#server/features/operations/housekeeping/backup.ts'
import { bringBack, copyTree, copyWithJournal } from '#server/features/operations/housekeeping/copying.ts'
import { begin, inspect, newestIn, progressOf } from '#server/features/operations/identity/service.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import { hours, type Instant } from '#server/kernel/time.ts'
import { Misconfigured } from '#server/process/misconfigured.ts'
import { restorePortalArchive } from './archive'
import { command, configuration, ofCourse, orMisconfigured, root, say, sayFaults, slugsAsked, text } from './command'

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
  const { course, migrations, from, name, now } = task
  return intoFolder(task, (folder, known) => {
    let placed: Placed | null = null
    const restored = restoreBackup({
      from,
      name,
      folder,
      begin(file, made) {
        placed = inDatabase(file, migrations, (db) => {
          const { profile } = begin(db, { profile: course.slug, academicYear: course.academicYear }, now)
          if (profile !== course.slug) throw new Error(`${name} is a backup of ${profile}`)
          return beginAnotherEpoch(db, { ...epochOf(task, known), from: name, madeAt: made.madeAt })
        })
      },
    })
    return { restored, placed: placed! }
  })
}

/** `file`: a database on its own, such as Litestream brings back; the folder's own, or one that is elsewhere. */
type FromDatabaseTask = Omit<RestoreTask, 'name'> & { file: string }

/**
 * `until`: the newest instant that the database knows of, ms since 1970; null if it knows of none. `isJournalLeftOut`: what
 * SQLite had beside it was written for another database.
 */
type RestoredDatabase = Restored & { until: number | null; isOfTheFolder: boolean; isJournalLeftOut: boolean }

/**
 * Makes a database of this portal the one of its folder, as a new epoch like a restored backup. It may be there already, as
 * after `cp` or `litestream restore`, or lie elsewhere: then there must be no other one in the folder. Files that the folder
 * lacks come from the portal's backups. Nobody may write to `file` meanwhile. Throws if it is damaged, of another portal or
 * of another version. Source: rules §13.1, case 81.
 */
export function restoreFromDatabase(task: FromDatabaseTask): RestoredDatabase {
  const { config, course, migrations, from, file } = task
  if (!(statSync(file, { throwIfNoEntry: false })?.size ?? 0)) throw new Error(`${file} is missing or empty`)
  return intoFolder(task, (folder, known) => {
    const own = path.join(folder, databaseFile)
    const isOfTheFolder = existsSync(own) && realpathSync(own) === realpathSync(file)
    let placed: Placed | null = null
    let until: number | null = null
    let isJournalLeftOut = false
    const restored = bringBack(folder, {
      isThere: isOfTheFolder,
      bring(partial) {
        isJournalLeftOut = copyWithJournal(file, partial).isJournalLeftOut
        const fault = schemaFault(partial, migrations)
        if (fault === 'damaged') throw new Error(`${file} is no database that SQLite can read`)
        if (fault) throw new Error(`${file} cannot be used: ${folderFaultWords[`${fault}-schema`]}`)
        return copyTree(path.join(from, 'files'), folder)
      },
      begin(partial) {
        placed = inDatabase(partial, migrations, (db) => {
          holdToPortal(db, { file, folder, course, mode: config.mode })
          until = newestIn(db)
          if (isOfTheFolder && isJournalLeftOut) setAside(`${file}-wal`, folder, task.now)
          return beginAnotherEpoch(db, { ...epochOf(task, known), from: path.basename(file), madeAt: until })
        })
      },
    })
    return { restored: { ...restored, until, isOfTheFolder, isJournalLeftOut }, placed: placed! }
  })
}

/** Copies a file of a portal's folder to where it is kept for a week. */
function setAside(file: string, folder: string, now: Instant): void {
  const aside = path.join(folder, 'files', asideFolder, dayOf(now))
  mkdirSync(aside, { recursive: true, mode: 0o700 })
  copyFileSync(file, path.join(aside, path.basename(file)))
}

/** Throws unless a database is of this portal, and of one that is served in this mode. */
function holdToPortal(
  db: Database,
  { file, folder, course, mode }: { file: string; folder: string; course: Course; mode: Config['mode'] },
): void {
  const { identity } = inspect(db)
  if (identity === null) throw new Error(`${file} is not the database of a portal`)
  if (identity.profile !== course.slug) throw new Error(`${file} is a database of ${identity.profile}`)
  const marker = readMarker(folder)
  if (marker && marker.id !== identity.id)
    throw new Error(
      `${file} is of another portal than ${folder}, which its portal.json names: move that folder away first`,
    )
  if (demoStore(db).isDemo() !== (mode === 'demo'))
    throw new Error(`${file} is the database of a ${mode === 'demo' ? 'live portal' : 'demo'}, and MODE is ${mode}`)
}

const epochOf = ({ course, from, now }: Omit<RestoreTask, 'name'>, known: Progress | null) => ({
  course,
  backups: from,
  reached: known?.reached ?? {},
  now,
})

/** A database that is to be the folder's: which portal it is, and how far it has come. */
type Placed = { identity: PortalIdentity; progress: Progress }

/** Opens a database that is not in place yet, and begins an epoch in it. */
function inDatabase(file: string, migrations: string, begin: (db: Database) => PortalIdentity): Placed {
  const db = openDatabase(file, migrations)
  try {
    return { identity: begin(db), progress: progressOf(db)()! }
  } finally {
    db.close()
  }
}

/** Holds the portal's folder alone while a database is put into it, and lets marker and marks speak of that one from then on. */
function intoFolder<T>(
  { config, course }: Pick<RestoreTask, 'config' | 'course'>,
  work: (folder: string, known: Progress | null) => { restored: T; placed: Placed },
): T {
  const folder = path.join(config.dataDir, course.slug)
  return aloneIn(folder, () => {
    const before = marksIn(folder)
    const known = before?.read().progress ?? null
    before?.close()
    const { restored, placed } = work(folder, known)
    const marks = openMarks(folder)
    marks.renew(placed.progress)
    marks.setClosed(true)
    marks.close()
    writeMarker(folder, { ...placed.identity, mode: config.mode })
    return restored
  })
}

/** `restore --archive FILE`: brings an archive back, read-only, if there is no portal yet. */
function restoreFromArchive(config: Config, file: string): void {
  const migrations = path.join(root, 'migrations')
  const restored = orMisconfigured('archive', () =>
    restorePortalArchive({ file, config, migrations, now: systemClock.real() }),
  )
  const { course, portal } = restored.note
  say(`${course.slug}: ${restored.folder} is the archive of ${portal.academicYear}, with ${restored.files} files`)
  say(`  Its sha256 is ${restored.fingerprint}: compare it with your note`)
  say('  It is read-only: the portal serves its pages, refuses every change and runs no job')
  sayFaults({ damaged: [], missing: restored.missing })
}

/** `restore --course SLUG --from-database FILE`: makes a database on its own the portal's, such as Litestream brings back. */
function restoreFromFile(config: Config, file: string, asked: string | undefined): void {
  const [slug, ...others] = slugsAsked(config, asked)
  if (slug === undefined || others.length) throw new Misconfigured('--course is missing: a database is of one course')
  const course = courses.find((profile) => profile.slug === slug)!
  const from = path.join(config.backups.dir, slug)
  const task = { config, course, migrations: path.join(root, 'migrations'), from, file, now: systemClock.real() }
  const { files, damaged, missing, until, isOfTheFolder, isJournalLeftOut } = orMisconfigured(slug, () =>
    restoreFromDatabase(task),
  )
  say(`${slug}: ${path.join(config.dataDir, slug)} goes on with ${file}`)
  if (isJournalLeftOut) {
    say(`  ${file}-wal belongs to another database and was left out`)
    if (isOfTheFolder) say(`  It is kept for a week in ${path.join(config.dataDir, slug, 'files', asideFolder)}`)
  }
  if (files) say(`  Its files were compared with those in ${from}; what was missing or had changed came from there`)
  sayNewEpoch()
  sayFaults({ damaged, missing })
  if (until !== null) sayLoss(until, systemClock.real())
}

const sayNewEpoch = () => say('  Every login has ended, and new Application IDs, receipts and grievances skip numbers')

/**
 * How much longer, in whole hours, to propose for each activity that ends soon, after everything done in `lost` ms was lost:
 * rounded up, and at least three hours, since people have to hear of it first.
 */
export const proposedHours = (lost: number): number => Math.max(3, Math.ceil(lost / hours(1)))

/** What to tell candidates after a restore, and the extension to propose to the cell. The cell decides on both. */
function sayLoss(from: number, now: number): void {
  const lost = Math.max(0, now - from)
  const howLong =
    now < from ? 'the clock of this machine is behind that: set it right' : `${Math.ceil(lost / 60_000)} min`
  say(`  LOST: what was done after ${formatDateTime(from, 'en')} (${howLong})`)
  for (const language of ['en', 'mr'] as const)
    say(
      `  Tell candidates (${language}): ${translate(language, 'health:loss.tell', { at: formatDateTime(from, language) })}`,
    )
  say(`  Propose to the cell: ${proposedHours(lost)} hours more for each activity that ends within a day`)
}

/**
 * `restore [--course SLUG] [--name BACKUP]`: restores the newest backup, or a named one, if there is no portal yet.
 * `restore --archive FILE`: an archive. `restore --course SLUG --from-database FILE`: a database.
 */
export const restore = command({ name: text, archive: text, 'from-database': text, ...ofCourse }, async (given) => {
  const config = configuration()
  const file = given.archive
  if (file !== undefined) return restoreFromArchive(config, file)
  const database = given['from-database']
  if (database !== undefined) return restoreFromFile(config, database, given.course)
  const asked = given.name
  for (const slug of slugsAsked(config, given.course)) {
    const from = path.join(config.backups.dir, slug)
    for (const broken of brokenBackupsIn(from))
      say(`${slug}: ${path.join(from, broken)} has no backup.json that can be read`)
    const kept = backupsIn(from).map(({ name }) => name)
    const name = asked ?? kept[0]
    if (name === undefined || !kept.includes(name)) {
      throw new Misconfigured(`${slug}: no ${asked ?? 'backup'} in ${from}; there are ${kept.join(', ') || 'none'}`)
    }
    const course = courses.find((profile) => profile.slug === slug)!
    const migrations = path.join(root, 'migrations')
    const { files, damaged, missing } = orMisconfigured(slug, () =>
      restorePortal({ config, course, migrations, from, name, now: systemClock.real() }),
    )
    say(`${slug}: ${path.join(config.dataDir, slug)} is as it was at ${name}, with ${files - damaged.length} files`)
    sayNewEpoch()
    sayFaults({ damaged, missing })
    sayLoss(backupsIn(from).find((backup) => backup.name === name)!.madeAt, systemClock.real())
  }
})
