/** The permission flags, spelled as the specification spells them (§3). */
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
export type Permission = (typeof permissionNames)[number]
export type Permissions = Readonly<Record<Permission, boolean>>

/** What the permission rules look at; every flag is derived from stored facts, none is stored. */
export type PermissionFacts = {
  /** 1 e-scrutiny, 2 at a facilitation centre, 0 not chosen yet. */
  mode: number
  lockForm: number
  isArcConfirmed: number
  isInProvisionalMerit: boolean
  isInFinalMerit: boolean
  isInAllotmentRound: readonly [boolean, boolean, boolean]
  isCgpaUploaded: boolean
  mayCancel: boolean
  hasCancelled: boolean
  /** An allotment of the current round awaits acceptance or is accepted. */
  holdsSeat: boolean
  convertFee: ConvertFeeFacts
}

/** Rupees, as the details response states them. */
export type ConvertFeeFacts = {
  paymentStatus: 'Y' | 'N'
  fee: number
  convertPaid: number
  paid: number
  differencePaid: number
  /** The sum of payments below which the page opens; course-profile data (mbale 1200, scd 400). */
  threshold: number
}

/** Convert fee: status 'N', a fee above 0, and the three paid amounts together below the threshold. Source: specification §4. */
export function isConvertFeeOpen(facts: ConvertFeeFacts): boolean {
  const paise = (rupees: number) => Math.round(rupees * 100)
  const paid = paise(facts.convertPaid) + paise(facts.paid) + paise(facts.differencePaid)
  return facts.paymentStatus === 'N' && facts.fee > 0 && paid < paise(facts.threshold)
}

/**
 * The nineteen flags of a candidate. Source: specification §4 "Permission derivation"; `seat`: decisions §6.
 * Mode 1 closes the form by the lock, every other mode by the confirmation; the final merit list closes both.
 */
export function permissionsOf(facts: PermissionFacts): Permissions {
  const confirmed = facts.isArcConfirmed === 1
  const held = facts.mode === 1 ? facts.lockForm !== 0 : facts.isArcConfirmed !== 0
  const formOpen = !held && !facts.isInFinalMerit
  return {
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
    capOne: facts.isInAllotmentRound[0],
    capTwo: facts.isInAllotmentRound[1],
    capThree: facts.isInAllotmentRound[2],
    gradMarks: facts.isCgpaUploaded,
    cancelPrint: facts.hasCancelled,
    cancelAdmission: facts.mayCancel && !facts.hasCancelled,
    convertFee: isConvertFeeOpen(facts.convertFee),
    seat: facts.holdsSeat,
  }
}
