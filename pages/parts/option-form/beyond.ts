import { isBeyond, type LastNumber } from '#server/domain/seats/chances.ts'
import { listOfType, type PastClosing } from '#server/domain/seats/past-closings.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { CandidatePage } from '#server/features/index.ts'
import type { Choice } from '#server/features/seats/option-form/choosing.ts'
import { pastOfEach } from './past'

/**
 * The choice codes, of these, at which the candidate is beyond every last number known: of this season's round before and of
 * the same round of earlier seasons. None for a round without chances. `past`: these seasons' figures of each choice, if they are
 * at hand. Source: rules §8.22.
 */
export function beyondIn(
  page: CandidatePage,
  round: CapRound,
  choices: readonly Choice[],
  past?: readonly (readonly PastClosing[])[],
): ReadonlySet<string> {
  const { optionForm, pastSeasons } = page.services
  const published = pastSeasons.chances(round)
  if (!published) return new Set()
  const { listed: now } = published.table
  const known = past ?? pastOfEach(page, choices, round)
  const own = optionForm.merit(page.actor.candidateId)
  const lastsAt = ({ closings }: Choice, place: number): LastNumber[] => [
    ...closings.map(({ seatType, merit, isLeft }) => ({ seatType, merit, isLeft, listed: now[listOfType(seatType)] })),
    ...known[place]!.map(({ seatType, merit, vacant, listed }) => ({ seatType, merit, isLeft: vacant > 0, listed })),
  ]
  const isOut = (choice: Choice, place: number) => isBeyond(lastsAt(choice, place), own, now)
  return new Set(choices.filter(isOut).map(({ choiceCode }) => choiceCode))
}
