import type { ReleaseKind } from '#server/domain/terms/release.ts'
import { days } from '#server/kernel/time.ts'
import type { DeskLine } from './desk-menu'

/** A page of the desk on which work waits. */
export type DeskListPage = DeskLine['route']

/**
 * Work other than releases that waits for a member of staff. `verification`: a candidate's seat waits for the answer;
 * `complaint`: about the process, within its fifteen days; `complaint-late`: one of those that is not decided in time, for the cell; `day-to-sign`: an institute's days of reporting; `institute-to-sign`: the institutes that have not signed, for the cell;
 * `seats-to-sign`: an institute's lines of the coming seat matrix;
 * `message-ids`: texts by SMS without a provider id, which the networks do not deliver;
 * `rule-pdf`: rules of the menu whose PDF is not on the pages of an opened portal; `example-value`: settings of one that still hold
 * an example; `special-clock`: a candidate's own longer time that runs out; `approval`: admissions for the regional office's second check;
 * `opening`: the portal, which another admin proposes to open; `set-up`: parts of it that miss something; `publication`: an
 * alarm of the schedule; `form-of-nobody`: forms whose officer is away, gone or was never found; `visit`: candidates who are at a
 * centre or whose appointment is today; `late-return`: returns that institutes have not recorded in time; `second-reading`:
 * confirmed forms that another officer reads again; `objection`: of a regional office, for the institute to answer;
 * `objection-answered`: those answers, for the office; `withdrawal`: admissions that orders withdrew, for the institute to
 * note; `no-password`: accounts of staff that came with a file and have no password or invitation; `form-waits-long`: forms that have waited for an officer longer than `longWait`, for the cell.
 */
const otherKinds = [
  'scrutiny',
  'resubmitted',
  'in-hand',
  'certificate',
  'grievance',
  'verification',
  'complaint',
  'complaint-late',
  'return',
  'day-to-sign',
  'institute-to-sign',
  'seats-to-sign',
  'special-clock',
  'approval',
  'data-request',
  'breach',
  'message-ids',
  'rule-pdf',
  'example-value',
  'no-password',
  'opening',
  'set-up',
  'publication',
  'form-of-nobody',
  'form-waits-long',
  'duplicate',
  'settlement-line',
  'visit',
  'late-return',
  'second-reading',
  'objection',
  'objection-answered',
  'withdrawal',
] as const

/** The pages on which rows wait for a second person, each for the roles that open it; a new kind of release adds its own. */
export const releasePages = {
  'merit-list': 'merit-lists',
  allotment: 'allotments',
  'seat-matrix': 'seat-matrix',
  'jk-seating': 'jk-seats',
  order: 'orders',
  'mobile-request': 'help-desk',
  'staff-change': 'staff',
  'admission-correction': ['reporting', 'reporting-days'],
  setting: 'settings',
  'bulk-message': 'bulk-message',
  import: 'imports',
  schedule: 'schedule',
  refund: 'refunds',
} as const satisfies Record<ReleaseKind, DeskListPage | readonly DeskListPage[]>

/**
 * What may wait on each page of the desk. A page that holds no queue names nothing: a register, figures, a tool, or
 * work that somebody takes up when they like (feedback, candidates to call). A new page decides this here.
 */
export const waitsOn = {
  home: [],
  search: [],
  overview: [],
  'help-desk': ['mobile-request'],
  'not-acted': [],
  duplicates: ['duplicate'],
  orders: ['order', 'special-clock'],
  feedback: [],
  'data-requests': ['data-request'],
  scrutiny: ['scrutiny', 'resubmitted', 'in-hand', 'second-reading'],
  officers: ['form-of-nobody', 'form-waits-long', 'complaint-late'],
  appointments: ['visit'],
  slots: [],
  certificates: ['certificate'],
  grievances: ['grievance', 'verification', 'complaint'],
  centres: [],
  schedule: ['schedule'],
  'merit-lists': ['merit-list', 'publication'],
  notices: [],
  'service-banner': [],
  'reply-templates': [],
  'seat-matrix': ['seat-matrix'],
  allotments: ['allotment', 'publication'],
  'jk-seats': ['jk-seating'],
  rehearsal: [],
  reporting: ['admission-correction', 'day-to-sign', 'objection', 'withdrawal'],
  admitted: [],
  returns: ['return'],
  'reporting-days': ['admission-correction', 'institute-to-sign'],
  cancellations: ['late-return'],
  'institute-seats': ['seats-to-sign'],
  'non-cap': [],
  reports: [],
  'stage-report': [],
  yield: [],
  'yield-seats': [],
  approvals: ['approval', 'objection-answered'],
  settlements: ['settlement-line'],
  refunds: ['refund'],
  'day-book': [],
  downloads: ['rule-pdf'],
  templates: [],
  'message-ids': ['message-ids'],
  'bulk-message': ['bulk-message'],
  reminders: [],
  'set-up': ['opening', 'set-up'],
  settings: ['setting', 'example-value'],
  staff: ['staff-change', 'no-password'],
  imports: ['import'],
  audit: [],
  'data-register': [],
  breaches: ['breach'],
  health: [],
  account: [],
} as const satisfies Record<DeskListPage, readonly WaitingKind[]>

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

/** A form that has waited longer for an officer is the cell's concern too, though somebody has it. Milliseconds. Source: rules §12.4. */
export const longWait = days(3)

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
