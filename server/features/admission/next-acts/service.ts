import type { NextSeatAct } from '#server/domain/admission/offer.ts'
import type { CandidateFacts } from '#server/domain/application/details.ts'
import { type NextAct, nextAct, taskFactsOf, taskList } from '#server/domain/application/task-list.ts'
import type { CertificateKind } from '#server/domain/scrutiny/certificates.ts'
import { type Duty, dutiesOf, type OptionsNow } from '#server/domain/site/next-duties.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { type Permissions, permittedRounds } from '#server/domain/terms/permissions.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Instant } from '#server/kernel/time.ts'
import { dutyInWords } from './words'

type Actor = { candidateId: number }

/** A certificate that the candidate owes. */
type CertificateLeft = { kind: CertificateKind; isRejected: boolean; by: number | null }

type Standing = { facts: CandidateFacts; permissions: Permissions }

/** Each part of what is next, from the feature that knows it. Times are the portal's, in epoch milliseconds. */
type NextActsDeps<A extends Actor> = {
  clock: { portal(): Instant }
  standing(actor: A): Standing
  /** The deadline for submitting a form that has not been submitted; null if the schedule gives none. */
  registrationUntil(actor: A): number | null
  /** The deadline for submitting and confirming a form again; null if the schedule gives none. */
  scrutinyUntil(actor: A, facts: CandidateFacts): number | null
  isPaymentPending(actor: A): boolean
  owesConversionFee(actor: A): boolean
  seat(actor: A): NextSeatAct | null
  /** Does the candidate, to whom a round has allotted a seat, still take part in this round? */
  takesPart(actor: A, round: CapRound): boolean
  /** The round whose option form is open. */
  openRound(at: Instant): CapRound | null
  optionForm(actor: A, round: CapRound): { count: number; isConfirmed: boolean; by: number | null }
  certificatesLeft(actor: A, at: Instant): readonly CertificateLeft[]
}

/** The application as the candidate's next act, the other parts, and everything that they have to do. */
type Next = {
  application: NextAct
  seat: NextSeatAct | null
  /** The option form of the open round; null if none is open to this candidate. */
  options: OptionsNow | null
  certificates: readonly CertificateLeft[]
  duties: readonly Duty[]
}

/** What a candidate has to do next, and by when: the only place that puts the parts together. Source: rules §12.7. */
export function createNextActs<A extends Actor>(deps: NextActsDeps<A>) {
  const { clock } = deps

  function optionsNow(actor: A, { facts, permissions }: Standing, at: Instant): OptionsNow | null {
    const round = deps.openRound(at)
    if (round === null || !permittedRounds(permissions).includes(round)) return null
    // The option form of a candidate who has left the rounds since does not count.
    if (facts.roundsAllotted && !deps.takesPart(actor, round)) return null
    return { round, ...deps.optionForm(actor, round) }
  }

  /** The facts answer for most candidates without a query. */
  function certificatesLeft(actor: A, facts: CandidateFacts, at: Instant): readonly CertificateLeft[] {
    if (facts.submittedAt === null || !(facts.isCgpa || facts.awaitsCertificates)) return []
    return deps.certificatesLeft(actor, at)
  }

  /** `at`: when the request arrived. */
  function of(actor: A, at: Instant = clock.portal()): Next {
    const standing = deps.standing(actor)
    const { facts } = standing
    const taskFacts = taskFactsOf(facts)
    const deadlines = { registration: deps.registrationUntil(actor), scrutiny: deps.scrutinyUntil(actor, facts) }
    const application = nextAct(taskFacts, deadlines, clock.portal())
    const isToPay = taskList(taskFacts).some(({ route, state }) => route === 'payment' && state === 'to-do')
    const seat = facts.roundsAllotted ? deps.seat(actor) : null
    const options = optionsNow(actor, standing, at)
    const certificates = certificatesLeft(actor, facts, at)
    const duties = dutiesOf({
      application,
      isPaymentPending: isToPay && deps.isPaymentPending(actor),
      seat,
      options,
      certificates: earliest(certificates),
      owesConversionFee: standing.permissions.convertFee && deps.owesConversionFee(actor),
    })
    return { application, seat, options, certificates, duties }
  }

  return {
    of,
    firstInWords,
    /** The next act with its deadline as one sentence; null if there is nothing to do. */
    inWords: (actor: A, language: Language): string | null => firstInWords(of(actor), language),
  }
}

/** The first of the duties with its deadline as one sentence; null if there is nothing to do. */
const firstInWords = ({ duties: [first] }: Pick<Next, 'duties'>, language: Language): string | null =>
  first ? dutyInWords(first, language) : null

/** The certificate that is due first; null if none is owed. */
const earliest = (certificates: readonly CertificateLeft[]): CertificateLeft | null =>
  [...certificates].sort((a, b) => (a.by ?? Number.POSITIVE_INFINITY) - (b.by ?? Number.POSITIVE_INFINITY))[0] ?? null
