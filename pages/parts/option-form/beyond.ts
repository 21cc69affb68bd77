import { isBeyond, type LastNumber } from '#server/domain/seats/chances.ts'
import { listOfType } from '#server/domain/seats/past-closings.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
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
  const past = new Map<string, LastNumber[]>()
  for (const { choiceCode, seatType, merit: last, vacant, listed: ofThen } of pastSeasons.figuresAt(
    codes,
    types,
    round,
  )) {
    const known = past.get(choiceCode)
    const one = { seatType, merit: last, isLeft: vacant > 0, listed: ofThen }
    if (known) known.push(one)
    else past.set(choiceCode, [one])
  }
  const lastsAt = ({ choiceCode, usable, closings }: Choice): LastNumber[] => [
    ...closings.map(({ seatType, merit: last, isLeft }) => ({
      ...{ seatType, merit: last, isLeft },
      listed: listed[listOfType(seatType)],
    })),
    ...(past.get(choiceCode) ?? []).filter(({ seatType }) => usable.includes(seatType)),
  ]
  const isOut = (choice: Choice) => isBeyond(lastsAt(choice), merit, listed)
  return new Set(choices.filter(isOut).map(({ choiceCode }) => choiceCode))
}
