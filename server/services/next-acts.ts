import { takesPart } from '#server/domain/terms/cap-rounds.ts'
import { createNextActs } from '#server/features/admission/next-acts/service.ts'
import type { CandidateWing } from './candidate'
import type { Ground } from './ground'
import type { SeatsWing } from './seats'

/** What a candidate has to do next, from everything that can ask them to act. */
export function openNextActs({ clock }: Ground, candidate: CandidateWing, { optionForm, seatAcceptance }: SeatsWing) {
  const { application, payments, certificates } = candidate
  return createNextActs({
    clock,
    standing: application.standingOf,
    registrationUntil: ({ candidateId }) => application.deadline(candidateId),
    scrutinyUntil: ({ candidateId }, { submittedAt }) =>
      submittedAt === null
        ? (application.windowsOf(candidateId).scrutiny?.closesAt ?? null)
        : application.deadline(candidateId),
    isPaymentPending: (actor) => payments.dues(actor).open?.status === 'pending',
    owesConversionFee(actor) {
      const { due, open } = payments.conversion(actor)
      return due !== null && open?.status !== 'pending'
    },
    seat: ({ candidateId }) => seatAcceptance.next(candidateId),
    takesPart: ({ candidateId }, round) => takesPart(seatAcceptance.entry(candidateId, round).kind),
    openRound: optionForm.openRound,
    optionForm: optionForm.progress,
    certificatesLeft: ({ candidateId }, at) => certificates.left(candidateId, at),
  })
}
