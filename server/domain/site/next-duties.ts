import { isDuty, type NextSeatAct } from '#server/domain/admission/offer.ts'
import type { NextAct } from '#server/domain/application/task-list.ts'
import type { CertificateKind } from '#server/domain/scrutiny/certificates.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { type StepNumber, type StepSlug, steps } from '#server/domain/terms/journey.ts'

/** The acts of an application that are the candidate's turn; in the other states somebody else acts, or nobody. */
type ApplicationDuty = Extract<NextAct, { kind: 'fill' | 'submit' | 'correct' | 'visit-centre' }>

/** The option form of the open round. `count`: the choices in it. */
export type OptionsNow = { round: CapRound; count: number; isConfirmed: boolean; by: number | null }

/** Certificates that the candidate owes: the one that is due first. */
type CertificatesNow = { kind: CertificateKind; by: number | null }

/** One thing that the candidate has to do now. `by`: epoch milliseconds; null without a deadline. */
export type Duty =
  | { kind: 'seat'; act: NextSeatAct; by: number | null }
  | { kind: 'application'; act: ApplicationDuty; by: number | null }
  | { kind: 'convert-fee'; by: null }
  | { kind: 'options'; options: OptionsNow; by: number | null }
  | { kind: 'certificates'; certificate: CertificateKind; by: number | null }

export type DutyFacts = {
  application: NextAct
  /** The bank has not decided about the application fee, so the payment step waits. */
  isPaymentPending: boolean
  /** Null without a seat, or when nothing is left to do for it. */
  seat: NextSeatAct | null
  /** Null unless an option form is open to this candidate. */
  options: OptionsNow | null
  certificates: CertificatesNow | null
  /** A conversion fee is due and no payment of it is under way. */
  owesConversionFee: boolean
}

const paymentStep = steps.indexOf('payment') as StepNumber

function applicationDuty({ application: act, isPaymentPending }: DutyFacts): ApplicationDuty | null {
  switch (act.kind) {
    case 'fill':
      return isPaymentPending && act.step === paymentStep ? null : act
    case 'submit':
    case 'correct':
    case 'visit-centre':
      return act
    default:
      return null
  }
}

/** What a duty is about, the gravest first: the form itself, a chance that can be lost, certificates, money without a last date. */
const weights: Readonly<Record<Duty['kind'], number>> = {
  application: 0,
  seat: 1,
  options: 1,
  certificates: 2,
  'convert-fee': 3,
}

/**
 * Everything that the candidate has to do now, the gravest first, and of the same weight the earliest deadline: the
 * first one is the next act. The dashboard, the bar above every page, the desk and the pages after a payment all read
 * it. Empty means that nothing has to be done now. Source: rules §12.7.
 */
export function dutiesOf(facts: DutyFacts): readonly Duty[] {
  const { seat, options, certificates, owesConversionFee } = facts
  const application = applicationDuty(facts)
  const duties: (Duty | false | null)[] = [
    seat && isDuty(seat.kind) && { kind: 'seat', act: seat, by: seat.by },
    application && { kind: 'application', act: application, by: application.by },
    owesConversionFee && { kind: 'convert-fee', by: null },
    options && !options.isConfirmed && { kind: 'options', options, by: options.by },
    certificates && { kind: 'certificates', certificate: certificates.kind, by: certificates.by },
  ]
  const last = Number.POSITIVE_INFINITY
  return duties
    .filter((duty) => !!duty)
    .sort((a, b) => weights[a.kind] - weights[b.kind] || (a.by ?? last) - (b.by ?? last))
}

/** The page on which a certificate is handed in. */
export const certificatePage = (kind: CertificateKind) =>
  kind === 'cgpa-conversion' ? 'graducation-marks-file' : 'certificates'

type DutyRoute =
  | StepSlug
  | 'self-arc-home'
  | 'appointment'
  | 'option-form/lisitng-confirm'
  | 'option-form/select-institutes'
  | 'convert-fee'
  | ReturnType<typeof certificatePage>

/** The page on which a duty is done. `round`: of the option form, for its address. */
export function dutyPage(duty: Duty): { route: DutyRoute; round?: CapRound } {
  switch (duty.kind) {
    case 'seat':
      return { route: 'self-arc-home' }
    case 'application':
      return { route: duty.act.kind === 'visit-centre' ? 'appointment' : steps[duty.act.step] }
    case 'options':
      return {
        route: duty.options.count ? 'option-form/lisitng-confirm' : 'option-form/select-institutes',
        round: duty.options.round,
      }
    case 'certificates':
      return { route: certificatePage(duty.certificate) }
    case 'convert-fee':
      return { route: 'convert-fee' }
  }
}
