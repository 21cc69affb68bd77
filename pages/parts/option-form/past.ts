import type { PastClosing } from '#server/domain/seats/past-closings.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { CandidatePage } from '#server/features/index.ts'
import type { Choice } from '#server/features/seats/option-form/choosing.ts'

/**
 * For each of these choices, how its types of seat that the candidate could use closed in the same round of the earlier seasons
 * that are shown.
 */
export function pastOfEach({ services }: CandidatePage, choices: readonly Choice[], round: CapRound): PastClosing[][] {
  const codes = choices.map(({ choiceCode }) => choiceCode)
  const types = [...new Set(choices.flatMap(({ usable }) => usable))]
  const byCode = new Map<string, PastClosing[]>(codes.map((code) => [code, []]))
  for (const one of services.pastSeasons.figuresAt(codes, types, round)) byCode.get(one.choiceCode)!.push(one)
  return choices.map(({ choiceCode, usable }) =>
    byCode.get(choiceCode)!.filter(({ seatType }) => usable.includes(seatType)),
  )
}
