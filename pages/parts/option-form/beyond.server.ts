import { isBeyond } from '#server/domain/seats/chances.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { isAllIndiaSeatType } from '#server/domain/terms/seat-types.ts'
import type { CandidatePage } from '#server/features/index.ts'
import type { Choice } from '#server/features/seats/option-form/choosing.ts'

/**
 * The choice codes, of these, at which the candidate is beyond every last number known: of this season's round before and of
 * the same round of earlier seasons. None for a round without chances. Source: rules §8.22.
 */
export function beyondIn(page: CandidatePage, round: CapRound, choices: readonly Choice[]): ReadonlySet<string> {
  const { optionForm, pastSeasons } = page.services
  const published = pastSeasons.chances(round)
  if (!published) return new Set()
  const { listed } = published.table
  const merit = optionForm.merit(page.actor.candidateId)
  const codes = choices.map(({ choiceCode }) => choiceCode)
  const types = [...new Set(choices.flatMap(({ usable }) => usable))]
  const past = Map.groupBy(pastSeasons.figuresAt(codes, types, round), ({ choiceCode }) => choiceCode)
  const lastsAt = ({ choiceCode, usable, closings }: Choice) => [
    ...closings,
    ...(past.get(choiceCode) ?? [])
      .filter(({ seatType }) => usable.some((type) => type === seatType))
      .map(({ seatType, merit: last, vacant }) => ({ seatType, merit: last, isLeft: vacant > 0 })),
  ]
  const isOut = (choice: Choice) =>
    isBeyond(
      lastsAt(choice).map((last) => ({ ...last, isAllIndia: isAllIndiaSeatType(last.seatType) })),
      merit,
      listed,
    )
  return new Set(choices.filter(isOut).map(({ choiceCode }) => choiceCode))
}
