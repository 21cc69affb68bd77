import type { CsvColumn, CsvLineDoubt, CsvValues } from '#server/domain/terms/csv-table.ts'
import type { DeskPermission, StaffMember } from '#server/domain/terms/staff.ts'
import { type FieldFault, type Refused, refuse } from '#server/kernel/result.ts'

/** The tables that the cell reads from a file. The order is that of setting up a season. */
export const importKinds = [
  'centres',
  'institutes',
  'course-fees',
  'institute-accounts',
  'staff',
  'slots',
  'jk-seats',
  'jk-choices',
  'past-closings',
  'vocabularies',
  'message-ids',
] as const
export type ImportKind = (typeof importKinds)[number]

export const isImportKind = (text: unknown): text is ImportKind => (importKinds as readonly unknown[]).includes(text)

/** What a line changes. `gone`: an entry that a complete file leaves out. */
export const importChanges = ['new', 'changed', 'gone'] as const
export type ImportChange = (typeof importChanges)[number]

/** The most lines of a file. */
export const mostImportLines = 200_000

/** Refuses a file with warnings until somebody says that the values are right. `params`: for the page. */
export const uncompared = (params?: Readonly<Record<string, string>>, more: readonly FieldFault[] = []): Refused =>
  refuse('check-answers', 422, { fields: [...more, { field: 'checked', code: 'importWarnings.required', params }] })

/** The most faults or warnings of a file that are reported; all faults are counted. */
export const mostFaults = 100

/** A change of one entry: its values before (null: new) and after (null: removed). */
export type EntryChange = { key: string; before: CsvValues | null; after: CsvValues | null }

/**
 * The candidates whom a file touches: `of` one present entry, by its key. `booked`, of all its slots (null: a table
 * without bookings): those who are `told` of another end, and those who keep a slot that loses places.
 */
export type Touched = { of(key: string): number; booked: { told: number; kept: number } | null }

/** `atEnd`: faults that only the whole file shows, once every entry has been checked. */
type EntryCheck = ((change: EntryChange, isSame: boolean) => CsvLineDoubt | null) & {
  atEnd?(): readonly CsvLineDoubt[]
}

/**
 * A table that the cell keeps in a spreadsheet. The importer knows nothing of it but this. Values are those of the
 * columns, in the one spelling in which the export writes them.
 */
export type ImportTable = {
  kind: ImportKind
  permission: DeskPermission
  columns: readonly CsvColumn[]
  /** What names a line, besides the columns: shown with its faults and changes. */
  keyOf(values: CsvValues): string
  /** Does the table change money or rights, so that two people are needed? */
  needsSecondPerson: boolean
  /** The present entry with this key. */
  find(key: string): CsvValues | null
  /** The next present entries after a key (the empty text: from the start), some hundreds at a time, in order. */
  page(after: string): readonly CsvValues[]
  /** What an entry becomes when a complete file leaves it out; null: it is removed. The entry itself: it stays. */
  gone(values: CsvValues): CsvValues | null
  /**
   * Begins a file. The function gets every entry, also those that stay as they are (`isSame`), and says what is wrong
   * with one. `isWhole`: the entries that the file leaves out end.
   */
  check(actor: StaffMember, isWhole: boolean): EntryCheck
  /** How many candidates the changed and removed entries of a file touch, before it is put in force. */
  touched?(file: number): Touched
  /** Called after the transaction. */
  onApplied?(): void
} & (AppliedInSlices | AppliedAtOnce)

/** A short table. */
type AppliedInSlices = {
  /** Writes changes whose values `check` found right; joins the caller's transaction. */
  apply(actor: StaffMember, changes: readonly EntryChange[]): void
}
/** A table that may be as long as the longest file. */
type AppliedAtOnce = {
  /**
   * Writes every change of a file in a time that nobody notices; joins the caller's transaction. Writes nothing and
   * returns false if an entry is no longer as it was read.
   */
  applyFile(actor: StaffMember, file: number): boolean
}
