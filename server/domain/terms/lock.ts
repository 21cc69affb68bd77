/** Pages that stay open under the lock; the list of rules §18.13, word for word. */
export const lockAllowList = [
  'print-pdf',
  'dashboard',
  'message-viewall',
  'forgot-password-auth',
  'option-form',
  'grievancy',
  'acknowledgement',
  'provisional-merit',
  'final-merit',
  'sms',
  'message',
  'singleMsg',
  'graducation-marks-file',
  'cancel-admission-request',
  'cancel-admission-application-form-print',
] as const

/**
 * Our additions: pages that only make sense after locking, or that do not change the application.
 * Source: rules §6.2.
 */
export const lockAllowListAdditions = [
  'convert-fee',
  'self-arc-home',
  'transactions-logs',
  'payment/checkout',
  'payment/return',
  'schedule',
  'documents/view',
  'test',
  'feedback',
  'change-mobile',
  'certificates',
  'allotment',
  'jk-seat',
  'non-cap',
  'starred',
  'second-receiver',
  'my-data',
] as const

const openEntries: readonly string[] = [...lockAllowList, ...lockAllowListAdditions]

export type LockFacts = { mode: number; lockForm: number; isArcConfirmed: number }

/** The lock on a candidate's form, named after its holder; null when the candidate can edit. Source: rules §18.13. */
export function lockOf(facts: LockFacts): 'locked' | 'confirmed-by-centre' | null {
  if (facts.mode === 1 && facts.lockForm !== 0) return 'locked'
  if (facts.mode === 2 && facts.isArcConfirmed === 1) return 'confirmed-by-centre'
  return null
}

/** May this route be used under the lock? An entry covers its sub-pages: `option-form` is `option-form/*` too. */
export const isOpenUnderLock = (route: string): boolean =>
  openEntries.some((entry) => route === entry || route.startsWith(`${entry}/`))
