import { type Paise, sumOf } from '#server/kernel/money.ts'
import { type CapRound, type RoundWord, roundWords } from './cap-rounds'

/** The permission flags, spelled as in rules §18.12. */
export const permissionNames = [
  'dashboard',
  'print',
  'scrutiny',
  'form',
  'message',
  'password',
  'acknowledgement',
  'pMerit',
  'fMerit',
  'capOne',
  'capTwo',
  'capThree',
  'grivancy',
  'seat',
  'cancelPrint',
  'cancelAdmission',
  'feedback',
  'convertFee',
  'gradMarks',
] as const

export type RoundPermission = `cap${Capitalize<RoundWord>}`
/** A flag of rules §18.12, or the flag of a round after the third. */
export type Permission = (typeof permissionNames)[number] | RoundPermission
/** Every flag of rules §18.12; flags of later rounds only if the season has them. */
export type Permissions = Readonly<
  Record<(typeof permissionNames)[number], boolean> & Partial<Record<RoundPermission, boolean>>
>

/** The permissions of the rounds in order: `capOne`, `capTwo`, … */
export const roundPermissions = roundWords.map(
  (word) => `cap${word[0]!.toUpperCase()}${word.slice(1)}` as RoundPermission,
)

/** The permission of a round; none for a round beyond the known words. */
export const roundPermission = (round: CapRound): RoundPermission => roundPermissions[round - 1]!

/** The round of a permission; null for any other permission. */
export const roundOfPermission = (permission: Permission): CapRound | null =>
  roundPermissions.indexOf(permission as RoundPermission) + 1 || null

/** The rounds that a candidate may take part in, in order. */
export const permittedRounds = (permissions: Permissions): CapRound[] =>
  roundPermissions.flatMap((permission, place) => (permissions[permission] ? [place + 1] : []))

/** The facts behind the permissions; flags are derived from stored facts and never stored. */
export type PermissionFacts = {
  /** 1 e-scrutiny, 2 at a facilitation centre, 0 not chosen yet. */
  mode: number
  lockForm: number
  isArcConfirmed: number
  isInProvisionalMerit: boolean
  isInFinalMerit: boolean
  /** One for each round of the season, starting with the first. */
  isInAllotmentRound: readonly boolean[]
  isCgpaUploaded: boolean
  mayCancel: boolean
  hasCancelled: boolean
  /** An allotment of the current round awaits acceptance or is accepted. */
  holdsSeat: boolean
  convertFee: ConvertFeeFacts
}

export type ConvertFeeFacts = {
  paymentStatus: 'Y' | 'N'
  fee: Paise
  convertPaid: Paise
  paid: Paise
  differencePaid: Paise
  /** The sum of payments below which the page opens. */
  threshold: Paise
}

/**
 * Convert fee: status 'N', a fee above 0, and the three paid amounts together below the threshold.
 * Source: rules §18.12.
 */
export function isConvertFeeOpen(facts: ConvertFeeFacts): boolean {
  const paid = sumOf(facts.convertPaid, facts.paid, facts.differencePaid)
  return facts.paymentStatus === 'N' && facts.fee > 0 && paid < facts.threshold
}

/**
 * The nineteen flags of a candidate, and one more for each round after the third. Source: rules §18.12; `seat`: rules
 * §6.1.
 * Mode 1 closes the form by the lock, every other mode by the confirmation; the final merit list closes both.
 */
export function permissionsOf(facts: PermissionFacts): Permissions {
  const confirmed = facts.isArcConfirmed === 1
  const held = facts.mode === 1 ? facts.lockForm !== 0 : facts.isArcConfirmed !== 0
  const formOpen = !held && !facts.isInFinalMerit
  const flags = {
    dashboard: true,
    print: true,
    message: true,
    password: true,
    feedback: true,
    form: formOpen,
    scrutiny: formOpen && !confirmed,
    acknowledgement: confirmed,
    grivancy: confirmed && !facts.isInFinalMerit,
    pMerit: facts.isInProvisionalMerit,
    fMerit: facts.isInFinalMerit,
    capOne: facts.isInAllotmentRound[0] ?? false,
    capTwo: facts.isInAllotmentRound[1] ?? false,
    capThree: facts.isInAllotmentRound[2] ?? false,
    gradMarks: facts.isCgpaUploaded,
    cancelPrint: facts.hasCancelled,
    cancelAdmission: facts.mayCancel && !facts.hasCancelled,
    convertFee: isConvertFeeOpen(facts.convertFee),
    seat: facts.holdsSeat,
  }
  return facts.isInAllotmentRound.length > 3 ? { ...flags, ...laterFlags(facts.isInAllotmentRound) } : flags
}

const laterFlags = (isInRound: readonly boolean[]): Partial<Record<RoundPermission, boolean>> =>
  Object.fromEntries(isInRound.map((isIn, place) => [roundPermission(place + 1), isIn]).slice(3))
