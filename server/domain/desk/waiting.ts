import type { ReleaseKind } from '#server/domain/terms/release.ts'
import type { DeskLine } from './desk-menu'

/** A page of the desk on which work waits. */
export type DeskListPage = DeskLine['route']

/**
 * Work other than releases that waits for a member of staff. `verification`: a candidate's seat waits for the answer;
 * `day-to-sign`: an institute's days of reporting; `institute-to-sign`: the institutes that have not signed, for the cell;
 * `seats-to-sign`: an institute's lines of the coming seat matrix;
 * `message-ids`: texts by SMS without a provider id, which the networks do not deliver;
 * `special-clock`: a candidate's own longer time that runs out; `approval`: admissions for the regional office's second check.
 */
const otherKinds = [
  'scrutiny',
  'resubmitted',
  'in-hand',
  'certificate',
  'grievance',
  'verification',
  'return',
  'day-to-sign',
  'institute-to-sign',
  'seats-to-sign',
  'special-clock',
  'approval',
  'data-request',
  'breach',
  'message-ids',
] as const

/** The pages on which rows wait for a second person; a new kind of release adds its own. */
export const releasePages = {
  'merit-list': 'merit-lists',
  allotment: 'allotments',
  'seat-matrix': 'seat-matrix',
  'jk-seating': 'jk-seats',
  order: 'orders',
  'mobile-request': 'help-desk',
  'staff-change': 'staff',
  'admission-correction': 'reporting',
  setting: 'settings',
  'bulk-message': 'bulk-message',
  import: 'imports',
  schedule: 'schedule',
  refund: 'refunds',
} as const satisfies Record<ReleaseKind, DeskListPage>

export type WaitingKind = ReleaseKind | (typeof otherKinds)[number]

/**
 * Work of one kind that waits for a person. `count`: at most `mostCounted` + 1, which means more. `oldestAt`: since when
 * the oldest waits. `dueAt`: by when it must be done; null if nothing says so. `query`: the part of the page's list.
 */
export type Waiting = {
  kind: WaitingKind
  count: number
  oldestAt: number | null
  dueAt: number | null
  page: DeskListPage
  query?: Readonly<Record<string, string>>
}

/** Counting stops beyond this number: nobody needs to know it more exactly, and the home page stays fast. */
export const mostCounted = 999

/** What is due first comes first, then what has waited longest; kinds without work are left out. */
export const inOrder = (found: readonly Waiting[]): Waiting[] =>
  found
    .filter(({ count }) => count > 0)
    .sort(
      (one, other) =>
        (one.dueAt ?? Number.MAX_SAFE_INTEGER) - (other.dueAt ?? Number.MAX_SAFE_INTEGER) ||
        (one.oldestAt ?? Number.MAX_SAFE_INTEGER) - (other.oldestAt ?? Number.MAX_SAFE_INTEGER),
    )

export const isOverdue = ({ dueAt }: Pick<Waiting, 'dueAt'>, now: number): boolean => dueAt !== null && now >= dueAt
