/** The database of a portal, in its folder. SQLite's own files begin with this name. */
export const databaseFile = 'portal.db'
/** The file beside it that says which portal it is. */
export const markerFile = 'portal.json'
/** The lock file of the processes that use the folder. */
export const useFile = 'in-use.lock'
/** The file that records, outside of the database, how far it has come. */
export const marksFile = 'marks.db'

/** The folder of the public log's files, which the database can make again. The file of its key begins with this name too. */
export const publicLogFolder = 'public-log'

/** Files about the folder itself; backups leave them out and sweeps ignore them. */
export const isOfTheFolder = (name: string): boolean =>
  [databaseFile, markerFile, useFile, marksFile, publicLogFolder].some((own) => name.startsWith(own))

/** The portal that a database belongs to, and its current epoch. */
export type PortalIdentity = {
  id: string
  /** The slug of the course profile. */
  profile: string
  /** `2024-2025`. */
  academicYear: string
  createdAt: number
  epoch: number
  /** The tag of that epoch. */
  tag: string
}

/** A period of a portal's life: from its creation, or from a restore, to the next restore. */
export type Epoch = {
  number: number
  tag: string
  /** The portal's clock at the backup from which it was restored; null for the first epoch. */
  cutAt: number | null
  /** The largest ids at its start, by table. */
  after: Readonly<Record<string, number>>
}

/** The marker file beside the database: the same identity, and the portal's mode. */
export type PortalMarker = PortalIdentity & { mode: 'live' | 'demo' }

/** How far each series of numbers seen outside the portal has come, by its name. */
export type Reached = Readonly<Record<string, number>>

/** How far a database has come: its portal and epoch, the end of its audit log, and its series. */
export type Progress = { id: string; tag: string; audit: { line: number; hash: string }; reached: Reached }

/**
 * Does a database lack anything that its folder has seen written? Then it is an earlier copy, or has gone another way.
 * `isOfEpoch`: has the database had the epoch with this tag? `hashAt`: the hash of a line of its audit log; null if it has no such line.
 * Source: rules §13.1, case 81.
 */
export function isOvertaken(
  seen: Progress,
  now: { tag: string; reached: Reached; isOfEpoch(tag: string): boolean; hashAt(line: number): string | null },
): boolean {
  if (!now.isOfEpoch(seen.tag)) return true
  // The audit log of a restored backup ends before the one that the folder knows; its series go on beyond it.
  if (seen.tag === now.tag && seen.audit.line > 0 && now.hashAt(seen.audit.line) !== seen.audit.hash) return true
  return Object.entries(seen.reached).some(([name, last]) => (now.reached[name] ?? 0) < last)
}

/** The contents of a portal's folder before it is opened. `identity`: null if the database has none yet. */
type FolderFacts = {
  hasDatabase: boolean
  identity: PortalIdentity | null
  /**
   * `damaged`: it cannot be read; `foreign`: it has migrations unknown to this version; `unreleased`: it is from before
   * the first release.
   */
  schemaFault: 'foreign' | 'unreleased' | 'damaged' | null
  marker: PortalMarker | null
  /** The folder has files besides the database and the marker. */
  hasFiles: boolean
}

/** Why a folder cannot be opened. */
export type FolderFault =
  | 'database-lost'
  | 'damaged-database'
  | 'foreign-schema'
  | 'unreleased-schema'
  | 'other-profile'
  | 'other-season'
  | 'other-portal'
  | 'older-database'
  | 'live-data'

/**
 * Why a portal may not open on a folder; null if it may. If the database is not the one that the marker names, or is
 * missing while files exist, it was lost or swapped: opening it would begin a new portal over the files of an old one.
 * Source: rules §13.1, case 80.
 */
export function folderFault(
  { hasDatabase, identity, schemaFault, marker, hasFiles }: FolderFacts,
  wanted: { profile: string; academicYear: string; mode: 'live' | 'demo' },
): FolderFault | null {
  if (!hasDatabase) return marker || hasFiles ? 'database-lost' : null
  if (schemaFault === 'damaged') return 'damaged-database'
  if (schemaFault) return `${schemaFault}-schema`
  for (const known of [identity, marker]) {
    if (known && known.profile !== wanted.profile) return 'other-profile'
    // A live portal's cell sets its year.
    if (wanted.mode === 'demo' && known && known.academicYear !== wanted.academicYear) return 'other-season'
  }
  if (marker && marker.id !== identity?.id) return 'other-portal'
  if (marker && identity && marker.epoch >= identity.epoch && marker.tag !== identity.tag) return 'older-database'
  if (marker?.mode === 'live' && wanted.mode === 'demo') return 'live-data'
  return null
}

/** A smaller gap might not cover all the numbers issued after the backup. */
const leastGap = 10_000

/**
 * The last number to treat as used when a series continues after a restore: beyond anything issued between the backup
 * and the loss. `issued`: how many the backup has, as a measure of the portal's size. A multiple of 1,000.
 */
export const beyondLoss = (last: number, issued: number): number =>
  Math.ceil((last + Math.max(leastGap, issued)) / 1000) * 1000

/** The epoch in which a table's row was made. `epochs`: all of them, in order. */
export function epochOfRow(epochs: readonly Epoch[], table: string, id: number): Epoch {
  const begun = epochs.filter(({ after }) => id > (after[table] ?? 0))
  return begun[begun.length - 1] ?? epochs[0]!
}
