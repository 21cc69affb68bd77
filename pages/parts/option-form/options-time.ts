import { dueOf } from '#pages/parts/notices/due.ts'
import { whenOf } from '#pages/parts/notices/moments.ts'
import { type CapRound, roundActivity, takesPart } from '#server/domain/terms/cap-rounds.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'

/**
 * The option form of the round that follows this one, for a candidate who takes part in it, with a held seat or without:
 * its title, its time, and if it is open now. Undefined for any other candidate, once it is over, and if the schedule
 * does not have it.
 */
export function nextOptionsOf({ services, actor, language, t }: CandidatePage, last: CapRound) {
  const round = services.seatAcceptance.following(last)
  if (round === null || !takesPart(services.seatAcceptance.entry(actor.candidateId, round).kind)) return undefined
  const options = services.notices.schedule().find(({ key }) => key === roundActivity(round, 'options'))
  if (!options || options.state === 'past') return undefined
  return { round, title: options.title[language], when: whenOf(options, { t, language }), state: options.state }
}

export type NextOptionForm = NonNullable<ReturnType<typeof nextOptionsOf>>

/**
 * What the candidate's own list of the round that follows this one amounts to, in sentences: it is confirmed and when its result
 * is due, or none was confirmed in time. Undefined while it can still be confirmed, and for a candidate who takes no part.
 */
export function nextListOf(page: CandidatePage, last: CapRound) {
  const { services, actor, language, t } = page
  const round = services.seatAcceptance.following(last)
  if (round === null || !takesPart(services.seatAcceptance.entry(actor.candidateId, round).kind)) return undefined
  const window = services.optionForm.window(round)
  const now = services.clock.portal()
  if (!window || now < window.opensAt) return undefined
  const { count, isConfirmed } = services.optionForm.progress(actor.candidateId, round)
  const isOpen = window.closesAt === null || now < window.closesAt
  if (!isConfirmed && isOpen) return undefined
  const by = window.closesAt === null ? '' : formatDateTime(window.closesAt, language)
  const due = isConfirmed && dueOf(page, roundActivity(round, 'allotment'))
  return {
    round,
    title: t('rounds:round', { round }),
    isOpen,
    sentences: [
      isConfirmed
        ? t(isOpen ? 'application:options.confirmed' : 'results:next.counts', { count, by })
        : t('results:next.missed'),
      ...(due ? [t('results:next.due', { at: due })] : []),
    ],
  }
}

export type NextListOfRound = NonNullable<ReturnType<typeof nextListOf>>
