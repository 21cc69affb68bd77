import type { Clock } from '#server/adapters/clock.ts'
import type { NextSeatAct } from '#server/domain/admission/offer.ts'
import type { CandidateFacts } from '#server/domain/application/details.ts'
import { type NextAct, nextAct, taskFactsOf, taskList } from '#server/domain/application/task-list.ts'
import { type Duty, dutiesOf, type OptionsNow } from '#server/domain/site/next-duties.ts'
import { takesPart } from '#server/domain/terms/cap-rounds.ts'
import { permittedRounds } from '#server/domain/terms/permissions.ts'
import type { Application } from '#server/features/application/application/service.ts'
import type { Standing } from '#server/features/application/application/standing.ts'
import type { Payments } from '#server/features/money/payments/service.ts'
import type { Certificates } from '#server/features/scrutiny/certificates/service.ts'
import type { OptionForms } from '#server/features/seats/option-form/service.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { SeatAcceptance } from '../seat-acceptance/service'
import { dutyInWords } from './words'

type CertificateLeft = ReturnType<Certificates['left']>[number]

type NextActsDeps = {
  clock: Pick<Clock, 'portal'>
  application: Pick<Application, 'standingOf' | 'windowsOf' | 'deadline'>
  payments: Pick<Payments, 'dues' | 'conversion'>
  certificates: Pick<Certificates, 'left'>
  seats: Pick<SeatAcceptance, 'next' | 'entry'>
  optionForm: Pick<OptionForms, 'openRound' | 'progress'>
}

/** Whose acts are asked for; the actor of a request keeps their standing for all its parts. */
type Actor = Parameters<Application['standingOf']>[0]

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
export function createNextActs({ clock, application, payments, certificates, seats, optionForm }: NextActsDeps) {
  function optionsNow(candidateId: number, { facts, permissions }: Standing, at: Instant): OptionsNow | null {
    const round = optionForm.openRound(at)
    if (round === null || !permittedRounds(permissions).includes(round)) return null
    // The option form of a candidate who has left the rounds since does not count.
    if (facts.roundsAllotted && !takesPart(seats.entry(candidateId, round).kind)) return null
    return { round, ...optionForm.progress(candidateId, round) }
  }

  /** The facts answer for most candidates without a query. */
  function certificatesLeft(candidateId: number, facts: CandidateFacts, at: Instant): readonly CertificateLeft[] {
    if (facts.submittedAt === null || !(facts.isCgpa || facts.awaitsCertificates)) return []
    return certificates.left(candidateId, at)
  }

  /** The deadlines of a form: for submitting it, and for submitting and confirming it again. */
  function deadlinesOf(candidateId: number, { submittedAt }: CandidateFacts) {
    const registration = application.deadline(candidateId)
    const again = submittedAt === null ? application.windowsOf(candidateId).scrutiny?.closesAt : registration
    return { registration, scrutiny: again ?? null }
  }

  function owesConversionFee(candidateId: number): boolean {
    const { due, open } = payments.conversion(candidateId)
    return due !== null && open?.status !== 'pending'
  }

  /** `at`: when the request arrived. */
  function of(actor: Actor, at: Instant = clock.portal()): Next {
    const { candidateId } = actor
    const standing = application.standingOf(actor)
    const { facts } = standing
    const taskFacts = taskFactsOf(facts)
    const toSubmit = nextAct(taskFacts, deadlinesOf(candidateId, facts), clock.portal())
    const isToPay = taskList(taskFacts).some(({ route, state }) => route === 'payment' && state === 'to-do')
    const seat = facts.roundsAllotted ? seats.next(candidateId) : null
    const options = optionsNow(candidateId, standing, at)
    const left = certificatesLeft(candidateId, facts, at)
    const duties = dutiesOf({
      application: toSubmit,
      isPaymentPending: isToPay && payments.dues(candidateId).open?.status === 'pending',
      seat,
      options,
      certificates: earliest(left),
      owesConversionFee: standing.permissions.convertFee && owesConversionFee(candidateId),
    })
    return { application: toSubmit, seat, options, certificates: left, duties }
  }

  return {
    of,
    firstInWords,
    /** The next act with its deadline as one sentence; null if there is nothing to do. */
    inWords: (actor: Actor, language: Language): string | null => firstInWords(of(actor), language),

    /** The same after a payment: while the form is not submitted, it says so, because many believe that paying was all. */
    inWordsAfterPayment(actor: Actor, language: Language): string | null {
      const next = of(actor)
      const { application: act } = next
      if (act.kind !== 'fill' && act.kind !== 'submit') return firstInWords(next, language)
      if (act.by === null) return translate(language, 'application:not-submitted')
      return translate(language, 'application:not-submitted.by', { by: formatDateTime(act.by, language) })
    },
  }
}

/** The first of the duties with its deadline as one sentence; null if there is nothing to do. */
const firstInWords = ({ duties: [first] }: Pick<Next, 'duties'>, language: Language): string | null =>
  first ? dutyInWords(first, language) : null

/** The certificate that is due first; null if none is owed. */
const earliest = (certificates: readonly CertificateLeft[]): CertificateLeft | null =>
  [...certificates].sort((a, b) => (a.by ?? Number.POSITIVE_INFINITY) - (b.by ?? Number.POSITIVE_INFINITY))[0] ?? null
