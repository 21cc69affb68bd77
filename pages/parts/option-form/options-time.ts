import { whenOf } from '#pages/parts/notices/moments.ts'
import { type CapRound, roundActivity, takesPart } from '#server/domain/terms/cap-rounds.ts'
import type { CandidatePage } from '#server/features/index.ts'

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
