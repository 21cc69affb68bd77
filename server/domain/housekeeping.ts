/** What must hold of the data at every moment; a check that finds something is told to the cell. Source: decisions §12. */
export const checks = [
  'database',
  'audit-chain',
  'missing-file',
  'paid-without-receipt',
  'unknown-money',
  'two-seats',
  'seats-beyond-intake',
] as const
export type Check = (typeof checks)[number]

/** What a check found: how often, and the first of it as numbers and codes, never as anybody's name. */
export type CheckResult = { check: Check; count: number; first: string[] }

/** The jobs that look after the portal itself rather than after its candidates. */
export const houseJobs = ['backup', 'checks'] as const

/** `2024-08-14T02-30-00Z`: when a backup was made, and the name of its folder. */
export const backupNamePattern = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/

/** `1723602600000` → `2024-08-13T22-30-00Z`. */
export const backupName = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace(/:/g, '-')}Z`
