import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { type Database, openDatabase, readDatabase, schemaFault } from '#db/client.ts'
import { databaseState, type Marks, marksIn, openMarks, type Remembered } from '#server/adapters/folder-marks.ts'
import {
  FolderInUse,
  hasDatabase,
  hasFiles,
  holdFolder,
  makeFolder,
  readMarker,
  writeMarker,
} from '#server/adapters/portal-folder.ts'
import type { Course } from '#server/courses/course.ts'
import { databaseFile, type FolderFault, folderFault, marksFile } from '#server/domain/operations/identity.ts'
import { isWholeAlone } from '#server/features/operations/housekeeping/copying.ts'
import { hasJournal, isJournalOfAnother } from '#server/features/operations/housekeeping/journal.ts'
import { damageOf } from '#server/features/operations/housekeeping/store.ts'
import { begin, inspect, isBehind, progressOf } from '#server/features/operations/identity/service.ts'
import type { Log } from '#server/kernel/background.ts'
import type { Instant } from '#server/kernel/time.ts'
import { beginAnotherEpoch } from './another-epoch'

/** The portal expected in a folder. `mode`: a demo's folder may be recreated, a live one's never. */
type Wanted = { profile: string; academicYear: string; mode: 'live' | 'demo' }

/** What opening a folder needs. `backups`: the folder of the portal's backups. */
type OpeningTask = {
  migrations: string
  now: Instant
  course: Pick<Course, 'applicationIdPrefix'>
  backups: string
  /** Nothing in it may change. */
  isArchive: boolean
  log: Log
}

/** A folder that this portal must not be opened on; the message tells the operator why and what to do. */
export class WrongFolder extends Error {}

const bringBack = 'bring a backup back (npm run restore), or move the folder away to begin a new portal'
/** `FILE`: the path of the database. */
const takeUp =
  'to go on with it all the same, with new numbers, run `npm run restore -- --course COURSE --from-database FILE`'
export const folderFaultWords: Record<FolderFault, string> = {
  'database-lost': `the database is missing, but the portal's files are there: ${bringBack}`,
  'damaged-database': `portal.db is no database that SQLite can read: ${bringBack}`,
  'foreign-schema': 'the database was made by another version of this software: run that version, or a newer one',
  'unreleased-schema':
    'the database was made before version 0.1.0, the first release, and nothing converts it: move the folder away to begin a new portal, or run the program that made it',
  'other-profile': 'the folder belongs to another course: set DATA_DIR and COURSES to fit each other',
  'other-season': 'the folder belongs to another academic year: give each season a folder of its own',
  'other-portal': `the database is not the one that portal.json names: ${bringBack}`,
  'older-database': `the database is older than portal.json says, so it would issue numbers again: ${bringBack}; ${takeUp}`,
  'live-data': 'the folder belongs to a live portal, and MODE is demo',
}

const overtaken = `the database lacks what the folder has seen written: it is an older copy, or another one of this portal, and would issue numbers again; put the folder's own back; ${takeUp}`

const foreignJournal = `portal.db-wal belongs to another database than the portal.db beside it, as where a copy was put in the place of a lost database, and SQLite would spoil portal.db with it. Nothing has been changed. Put the portal.db back that was beside it; ${takeUp}. It is safe: portal.db-wal is left out and kept`

/**
 * Opens the database of a portal's folder if it belongs to this portal. A new one gets its identity and a marker file. The folder's
 * marks record, outside of the database, how far it comes: an older copy of it is refused, and one without marks, such as
 * a copy in a new folder, begins another epoch. The folder is held until `close`. Throws `WrongFolder`. Source: rules §13.1, cases 80, 81.
 */
export function openPortalFolder(folder: string, wanted: Wanted, task: OpeningTask) {
  makeFolder(folder)
  const held = hold(folder)
  try {
    const { db, marks } = openChecked(folder, wanted, task)
    return {
      db,
      /** Gives the marker file another year of admission. If the database does not keep it, the next opening mends the file. */
      markYear: (academicYear: string): void => writeMarker(folder, { ...readMarker(folder)!, academicYear }),
      release(): void {
        held.release()
        if (marks) endMarks(folder, marks)
      },
    }
  } catch (error) {
    held.release()
    throw error
  }
}

function hold(folder: string) {
  try {
    return holdFolder(folder, { alone: false })
  } catch (error) {
    throw error instanceof FolderInUse ? new WrongFolder(error.message) : error
  }
}

/** Notes that the database is closed, if nobody else uses the folder. */
function endMarks(folder: string, marks: Marks): void {
  try {
    const alone = holdFolder(folder, { alone: true })
    marks.setClosed(true)
    alone.release()
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
  } finally {
    marks.close()
  }
}

function openChecked(folder: string, wanted: Wanted, task: OpeningTask): { db: Database; marks: Marks | null } {
  const { migrations, now } = task
  const file = path.join(folder, databaseFile)
  const files = hasFiles(folder)
  const marker = readMarker(folder)
  const there = hasDatabase(folder)
  const refuse = (why: string): never => {
    const options = why.replace('--course COURSE', `--course ${wanted.profile}`).replace('FILE', file)
    throw new WrongFolder(`${folder} cannot be opened: ${options}`)
  }
  // Before SQLite opens the database, which may change the file.
  const state = databaseState(folder)
  let marks = task.isArchive ? null : marksIn(folder)
  let db: Database | undefined
  try {
    const remembered = marks?.read()
    const seen = remembered?.progress ?? null
    const isReplaced = remembered !== undefined && isAnotherFile(state, remembered)
    // A killed process leaves the journal of its own database, which nobody has touched since.
    const isDoubtful = there && (isReplaced || !remembered || remembered.isClosed) && hasJournal(file)
    if (isDoubtful && isJournalOfAnother(file)) return refuse(foreignJournal)
    const unfit = there ? schemaFault(file, migrations) : null
    if (!there || unfit) {
      const facts = { hasDatabase: there, identity: null, schemaFault: unfit, marker, hasFiles: files || seen !== null }
      const fault = folderFault(facts, wanted)
      if (fault) return refuse(folderFaultWords[fault])
    }
    let mayBeDamaged = isReplaced || isDoubtful
    const wrongIn = (db: Pick<Database, 'orm' | 'sqlite'>): string | null => {
      if (mayBeDamaged && damageOf(db.sqlite).length)
        return isDoubtful && isWholeAlone(file) ? foreignJournal : folderFaultWords['damaged-database']
      mayBeDamaged = false
      const { identity, isEmptied } = inspect(db)
      const fault = folderFault({ hasDatabase: true, identity, schemaFault: null, marker, hasFiles: files }, wanted)
      if (fault) return folderFaultWords[fault]
      // A demo interrupted while seeding has files but no candidates.
      if (files && wanted.mode === 'live' && isEmptied)
        return `the database knows nobody, but the portal's files are there: ${bringBack}`
      if (seen && identity?.id !== seen.id) return folderFaultWords['other-portal']
      return seen && isBehind(db, seen) ? overtaken : null
    }
    const foreseen = isDoubtful ? beforeWriting(file, wrongIn) : null
    if (foreseen !== null) return refuse(foreseen)
    db = openDatabase(file, migrations)
    const wrong = there ? wrongIn(db) : null
    if (wrong !== null) return refuse(wrong)
    const { identity: known } = inspect(db)
    if (!known && !task.isArchive) marks ??= openMarks(folder)
    let identity = known ?? begin(db, wanted, now)
    if (known && !task.isArchive && (!marks || (isReplaced && state?.inode !== remembered.file?.inode))) {
      identity = beginAnotherEpoch(db, {
        ...task,
        from: databaseFile,
        madeAt: null,
        reached: seen?.reached ?? {},
      })
      task.log.warn(
        { course: wanted.profile, epoch: identity.epoch },
        'nothing says that this database is the newest of its portal: it may be a copy, so every series of numbers skips some, and every login has ended',
      )
    }
    if (!task.isArchive) marks = keepMarks(db, folder, marks, seen?.tag === identity.tag, task)
    if (marker?.tag !== identity.tag || marker.academicYear !== identity.academicYear)
      writeMarker(folder, { ...identity, mode: wanted.mode })
    return { db, marks }
  } catch (error) {
    db?.close()
    marks?.close()
    throw error
  }
}

/** Asks about a database on a connection that changes nothing. What an earlier version made is asked once it is migrated: null. */
function beforeWriting(file: string, ask: (db: Pick<Database, 'orm' | 'sqlite'>) => string | null): string | null {
  const reading = readDatabase(file)
  try {
    return ask(reading)
  } catch (error) {
    if (error instanceof SqliteDatabase.SqliteError && error.code === 'SQLITE_ERROR') return null
    throw error
  } finally {
    reading.close()
  }
}

/**
 * Has the file of a database been written by somebody else since a process that was cut off? Its other files may then be
 * those of another database.
 */
const isAnotherFile = (now: ReturnType<typeof databaseState>, { file, isClosed }: Remembered): boolean =>
  !isClosed && file !== null && now !== null && (now.inode !== file.inode || now.changedAt !== file.changedAt)

/** Lets the marks follow the database from now on. `areTheirs`: they are of its epoch already. */
function keepMarks(
  db: Database,
  folder: string,
  known: Marks | null,
  areTheirs: boolean,
  { log }: Pick<OpeningTask, 'log'>,
): Marks {
  const marks = known ?? openMarks(folder)
  const progress = progressOf(db)
  if (areTheirs) marks.raise(progress()!)
  else marks.renew(progress()!)
  marks.setClosed(false)
  let isSaid = false
  db.onWritten(() => {
    try {
      marks.raise(progress()!)
      isSaid = false
    } catch (error) {
      // What was written is kept, and the next write notes both.
      if (!isSaid)
        log.error(
          { err: error, folder },
          `${marksFile} cannot be written: an older copy of the database may go unnoticed`,
        )
      isSaid = true
    }
  })
  return marks
}
