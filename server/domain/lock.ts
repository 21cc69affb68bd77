/** Pages that stay open under the lock; the specification's list, word for word (§4 "Locking"). */
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

/** Our additions: pages that only make sense after locking, or that touch nothing of the application. Source: decisions §6. */
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
] as const

const openEntries: readonly string[] = [...lockAllowList, ...lockAllowListAdditions]

export type LockFacts = { mode: number; lockForm: number; isArcConfirmed: number }

/** The lock a candidate is under, named after who holds it; null when the form is theirs. Source: specification §4. */
export function lockOf(facts: LockFacts): 'locked' | 'confirmed-by-centre' | null {
  if (facts.mode === 1 && facts.lockForm !== 0) return 'locked'
  if (facts.mode === 2 && facts.isArcConfirmed === 1) return 'confirmed-by-centre'
  return null
}

/** May this route be used under the lock? An entry covers its sub-pages: `option-form` is `option-form/*` too. */
export const isOpenUnderLock = (route: string): boolean =>
  openEntries.some((entry) => route === entry || route.startsWith(`${entry}/`))
