import path from 'node:path'
import { type Database, openDatabase, schemaFault } from '../db/client'
import {
  FolderInUse,
  hasDatabase,
  hasFiles,
  holdFolder,
  makeFolder,
  readMarker,
  writeMarker,
} from './adapters/portal-folder'
import { databaseFile, type FolderFault, folderFault } from './domain/portal/identity'
import { begin, inspect } from './features/identity/service'

/** The portal expected in a folder. `mode`: a demo's folder may be recreated, a live one's never. */
type Wanted = { profile: string; academicYear: string; mode: 'live' | 'demo' }

/** A folder that this portal must not be opened on; the message tells the operator why and what to do. */
export class WrongFolder extends Error {}

const bringBack = 'bring a backup back (npm run restore), or move the folder away to begin a new portal'
const words: Record<FolderFault, string> = {
  'database-lost': `the database is missing, but the portal's files are there: ${bringBack}`,
  'damaged-database': `portal.db is no database that SQLite can read: ${bringBack}`,
  'foreign-schema': 'the database was made by another version of this software: run that version, or a newer one',
  'unreleased-schema':
    'the database was made before version 0.1.0, the first release, and nothing converts it: move the folder away to begin a new portal, or run the program that made it',
  'other-profile': 'the folder belongs to another course: set DATA_DIR and COURSES to fit each other',
  'other-season': 'the folder belongs to another academic year: give each season a folder of its own',
  'other-portal': `the database is not the one that portal.json names: ${bringBack}`,
  'older-database': `the database is older than portal.json says, so it would issue numbers again: ${bringBack}`,
  'live-data': 'the folder belongs to a live portal, and MODE is demo',
}

/**
 * Opens the database of a portal's folder if it belongs to this portal. A new one gets its identity and a marker file.
 * The folder is held until `close`. Throws `WrongFolder`. Source: rules §13.1, case 80.
 */
export function openPortalFolder(
  folder: string,
  wanted: Wanted,
  { migrations, now }: { migrations: string; now: number },
) {
  makeFolder(folder)
  const held = hold(folder)
  try {
    const db = openChecked(folder, wanted, migrations, now)
    /** Gives the marker file another year of admission. If the database does not keep it, the next opening mends the file. */
    const markYear = (academicYear: string) => writeMarker(folder, { ...readMarker(folder)!, academicYear })
    return { db, release: held.release, markYear }
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

function openChecked(folder: string, wanted: Wanted, migrations: string, now: number): Database {
  const file = path.join(folder, databaseFile)
  const files = hasFiles(folder)
  const marker = readMarker(folder)
  const there = hasDatabase(folder)
  const unfit = there ? schemaFault(file, migrations) : null
  const refuse = (why: string): never => {
    throw new WrongFolder(`${folder} cannot be opened: ${why}`)
  }
  if (!there || unfit) {
    const facts = { hasDatabase: there, identity: null, schemaFault: unfit, marker, hasFiles: files }
    const fault = folderFault(facts, wanted)
    if (fault) return refuse(words[fault])
  }
  const db = openDatabase(file, migrations)
  try {
    const { identity: known, isEmptied } = inspect(db)
    const fault =
      there && folderFault({ hasDatabase: true, identity: known, schemaFault: null, marker, hasFiles: files }, wanted)
    if (fault) return refuse(words[fault])
    // A demo interrupted while seeding has files but no candidates.
    if (there && files && wanted.mode === 'live' && isEmptied) {
      return refuse(`the database knows nobody, but the portal's files are there: ${bringBack}`)
    }
    const identity = known ?? begin(db, wanted, now)
    if (marker?.tag !== identity.tag || marker.academicYear !== identity.academicYear)
      writeMarker(folder, { ...identity, mode: wanted.mode })
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
