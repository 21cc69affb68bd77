import type { Result } from '#server/kernel/result.ts'
import type { AuditAct, AuditDetail, AuditSubject } from './audit'
import type { StaffMember, StaffScope } from './staff'

/** `preparing`: nothing but its progress is known. `released`: waiting for its instant. `published`: in force. */
export const releaseStates = [
  'preparing',
  'prepared',
  'released',
  'published',
  'superseded',
  'discarded',
  'failed',
] as const
export type ReleaseState = (typeof releaseStates)[number]

/** Has a second person released it? */
export const isReleased = (state: ReleaseState): boolean =>
  state === 'released' || state === 'published' || state === 'superseded'

/** The events of a row that one person prepares and another releases: allowed states before, and the state after. */
export const releaseEvents = {
  ready: { from: ['preparing'], to: 'prepared' },
  fail: { from: ['preparing'], to: 'failed' },
  release: { from: ['prepared'], to: 'released' },
  publish: { from: ['released'], to: 'published' },
  supersede: { from: ['prepared', 'published'], to: 'superseded' },
  discard: { from: ['preparing', 'prepared', 'released'], to: 'discarded' },
} as const satisfies Record<string, { from: readonly ReleaseState[]; to: ReleaseState }>
export type ReleaseEvent = keyof typeof releaseEvents

/** The state after an event; null if the event is not allowed. */
export function stateAfter(state: ReleaseState, event: ReleaseEvent): ReleaseState | null {
  const { from, to } = releaseEvents[event]
  return (from as readonly ReleaseState[]).includes(state) ? to : null
}

/** The kinds of rows that need two persons; the audit log names each row `merit-list:7`. */
const releaseKinds = [
  'merit-list',
  'allotment',
  'seat-matrix',
  'jk-seating',
  'order',
  'mobile-request',
  'staff-change',
  'admission-correction',
  'bulk-message',
  'setting',
  'schedule',
  'import',
  'refund',
] as const
export type ReleaseKind = (typeof releaseKinds)[number]

/**
 * How an input of a two-person act is held, so that nobody both writes it and releases what came of it. `preparer`: the
 * person who prepares it writes it. `hands`: one person alone may write it at any time, so the writers count as having
 * prepared the act. `two`: it has needed two persons itself. `other-role`: it is written by roles that cannot release
 * the act.
 */
type InputHold = 'preparer' | 'hands' | 'two' | 'other-role'

/** Every two-person act with what goes into it. Source: rules §1.6. */
const releaseInputs: Readonly<Record<ReleaseKind, Readonly<Record<string, InputHold>>>> = {
  'merit-list': { verdicts: 'other-role', settings: 'two', orders: 'two', vocabularies: 'two' },
  allotment: { 'option-forms': 'other-role', 'seat-matrix': 'two', settings: 'two', orders: 'two' },
  'seat-matrix': { file: 'preparer', overrides: 'hands', attestations: 'other-role' },
  'jk-seating': { 'merit-list': 'two', seats: 'hands', choices: 'hands' },
  order: { order: 'preparer' },
  'mobile-request': { number: 'preparer', documents: 'preparer' },
  'staff-change': { change: 'preparer', account: 'hands' },
  'admission-correction': { correction: 'preparer' },
  'bulk-message': { words: 'preparer', audience: 'preparer' },
  setting: { value: 'preparer', 'set-up': 'preparer' },
  schedule: { draft: 'hands' },
  import: { file: 'preparer' },
  refund: { payment: 'preparer' },
}

/** Must the feature name everybody who wrote an input of this kind alone? */
export const hasHands = (kind: ReleaseKind): boolean => Object.values(releaseInputs[kind]).includes('hands')

/** Is a released row due to be published? `dueAt`: null if the schedule gives no date. Source: rules §12.4. */
export const isPublicationDue = (dueAt: number | null, now: number): boolean => dueAt !== null && now >= dueAt

/** A staff member who prepares, releases or looks. */
/** The columns common to all releasable rows. */
export type Releasable = { id: number; state: ReleaseState; preparedBy: number }

/** How a feature uses releases. `Row`: its own row, including the release columns. */
export type ReleasePlan<Row extends Releasable> = {
  kind: ReleaseKind
  find(id: number): Row | undefined
  /** The refusal codes for an unknown row, and for a row that is already past the event. */
  refusals: { unknown: string; decided: string }
  acts: { release: AuditAct; discard: AuditAct; publish?: AuditAct }
  /** The opening of the portal waits as work of its own kind, on the page of the set-up. */
  waitsAs?: 'opening'
  /** The detail of a row in the audit log. */
  detail?(row: Row): AuditDetail
  /** The candidate of a row, for the audit log. */
  subject?(row: Row): AuditSubject
  /** Everyone who took part in the preparation, if more than the one who prepared it: `releaseInputs` says for which kinds. */
  hands?(row: Row): readonly number[]
  /** The refusal for somebody who wrote an input alone, in words that name it; `second-person` by default. */
  handRefusal?: string
  /** False: the row changes nobody's rights, and the person who prepared it may put it in force. True by default. */
  needsSecondPerson?(row: Row): boolean
  /** Is the row within a person's reach? Everybody's who may open the page, unless the feature says otherwise. */
  isWithin?(row: Row, actor: StaffScope): boolean
  /** Conditions of the release besides the second person, such as sources that are still in force. */
  mayRelease?(row: Row): Result<undefined>
  /** The effects of the release, in its transaction. */
  onRelease?(row: Row, by: StaffMember): Result<undefined>
  /** For rows that a job publishes at their instant; any other row is in force once released. */
  publication?: {
    /** The job's name in the audit log. */
    job: string
    /** The instant, by the current schedule. */
    dueAt(row: Row): number | null
    /** May it still be published? If not, it waits until somebody discards it. */
    isCurrent?(row: Row): boolean
    /** Writes the publication, in its transaction, before the row counts as published. */
    onPublish(row: Row, at: number): void
    /** Called after the publication. */
    announce(): void
  }
  /** Records a failed preparation, in the transaction that discards it. */
  onFail?(row: Row, failure: { fault: string; details: readonly string[] }): void
  /** Use the machine's clock, for rows outside the course's schedule; otherwise the portal's. */
  isRealTime?: boolean
}

type PreparationStep = 'waiting' | 'reading' | 'matching' | 'verifying' | 'writing'

/** The progress of a preparation: `done` of `total`; 0 of 0 if unknown. */
export type Progress = { step: PreparationStep; done: number; total: number }

/** A preparation running in this process. Both functions return false once it was discarded or taken over. */
export type Preparation = {
  /** Reports progress. */
  at(step: PreparationStep, done?: number, total?: number): boolean
  /** Check it in the transactions that write the results. */
  isOurs(): boolean
}

/** Long background work, one process at a time for each subject; every process can see its progress. */
export type Preparations = {
  /** Claims a subject, in the caller's transaction; false while a living process has it. */
  claim(kind: string, subject: number): boolean
  /**
   * Does the work of a claimed subject, then releases the claim. `onError`: the work threw; `isBrokenOff`: because this
   * process is ending.
   */
  run(
    kind: string,
    subject: number,
    work: (preparation: Preparation) => Promise<void>,
    onError: (isBrokenOff: boolean) => void,
  ): Promise<void>
  progress(kind: string, subject: number): Progress | null
  /** True if no living process is at work on it. */
  isAbandoned(kind: string, subject: number): boolean
}

/** The release operations for one kind of row. */
export type Release<Row extends Releasable> = {
  mayRelease(row: Row, actor: { id: number }): boolean
  /**
   * Releases a row; refuses anyone who helped to prepare it. Returns the row as it was. `seen`: the last condition, such
   * as the ticks of the releaser.
   */
  release(actor: StaffMember, id: number, seen?: (row: Row) => Result<undefined>): Result<Row>
  /** Discards an unpublished row. */
  discard(actor: StaffMember, id: number): Result<Row>
  /** Moves a row to its next state, in the caller's transaction. False if it is already past the event. */
  move(id: number, event: ReleaseEvent): boolean
  /** A job: publishes every released row whose instant has come, each once, however many processes run it. */
  publishDue(): void
  /** Claims a new row, in the transaction that adds it. */
  begin(id: number): void
  /** Prepares a row in the background; if the work throws, the preparation has failed. */
  prepare(id: number, work: (preparation: Preparation) => Promise<void>): Promise<void>
  /** Discards a failed preparation. */
  fail(id: number, fault: string, details?: readonly string[]): void
  /** The progress of a row under preparation, in whichever process. */
  progress(id: number): Progress | null
  /** A job: fails the preparations of processes that have ended. */
  failAbandoned(): void
}

export type Releases = {
  of<Row extends Releasable>(plan: ReleasePlan<Row>): Release<Row>
  isSecondPerson: IsSecondPerson
  preparations: Preparations
}

/**
 * An account and the admins who handled it: they created it, reset it or enabled it again. An admin who handed out its
 * password may be using it.
 */
export type AccountMaking = { account: number; by: readonly number[] }

/**
 * Is this a different person from those who prepared something? Nobody releases their own work, and unprepared work
 * cannot be released. An account counts as one person with the admins who recently made it, and so with every other
 * account of theirs, on either side. `preparedBy`: the ids of all staff accounts that took part. `makings`: those of
 * the recent hours that count (`newAccountHours` of the course). Source: rules §1.6, §13.4.
 */
export function isSecondPerson(
  preparedBy: readonly number[],
  actor: { id: number },
  makings: readonly AccountMaking[],
): boolean {
  if (preparedBy.length === 0) return false
  const preparers = new Set(preparedBy.flatMap((account) => [...behind(account, makings)]))
  return [...behind(actor.id, makings)].every((account) => !preparers.has(account))
}

/** Everyone who may be using an account: its owner, its makers, their makers, and so on. */
function behind(account: number, makings: readonly AccountMaking[]): Set<number> {
  const found = new Set([account])
  for (const known of found)
    for (const making of makings) if (making.account === known) for (const maker of making.by) found.add(maker)
  return found
}

/** The rule with the current makings; the composition root passes it to every two-person act. */
export type IsSecondPerson = (preparedBy: readonly number[], actor: { id: number }) => boolean
