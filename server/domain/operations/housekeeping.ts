/** Invariants of the data; the cell is told when a check finds a violation. Source: rules §12.6. */
export const checks = [
  'database',
  'audit-chain',
  'missing-file',
  'changed-file',
  'unnamed-files',
  'paid-without-receipt',
  'unknown-money',
  'two-seats',
  'seats-beyond-intake',
] as const
export type Check = (typeof checks)[number]

/** The result of a check: how many violations, and the first few as numbers and codes, never names. */
export type CheckResult = { check: Check; count: number; first: string[] }

/** The subfolder of kept files that holds files without a row until they are deleted. */
export const asideFolder = '.aside'

/**
 * May files without a row be set aside? Not if the database names no files, or fewer than the number of unnamed ones:
 * then the rows are more likely lost than the files left over. Source: case 80.
 */
export const maySweep = ({ named, unnamed }: { named: number; unnamed: number }): boolean =>
  unnamed === 0 || (named > 0 && unnamed <= named)

/** The jobs that maintain the portal rather than serve its candidates. */
export const houseJobs = ['backup', 'checks'] as const

/** `2024-08-14T02-30-00Z`: the time of a backup, and the name of its folder. */
export const backupNamePattern = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/

/** `1723602600000` → `2024-08-13T22-30-00Z`. */
export const backupName = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace(/:/g, '-')}Z`

/** The description of an archive. A folder with this file was restored from one, and its portal is read-only. */
export const archiveFile = 'archive.json'

/** `mbale-2024-2025-2025-07-31T10-00-00Z.tar`: the course, the academic year, and when the archive was made. */
export const archiveName = (slug: string, academicYear: string, at: number): string =>
  `${slug}-${academicYear}-${backupName(at)}.tar`
