/** The seat of a J&K migrant by the seating in force, as the letter states it. */
export type JkSeatOf = {
  seating: number
  merit: number
  choiceCode: string
  institute: string
  course: string
  preference: number
  /** Epoch milliseconds. */
  releasedAt: number
}

/** A candidate of the J&K list. `choices`: choice codes in the order of their preference, as the desk has recorded them. */
export type JkCandidate = { candidateId: number; merit: number; choices: readonly string[] }
export type JkSeat = { candidateId: number; merit: number; choiceCode: string; preference: number }

/**
 * J&K migrants have seats of their own: by their own merit list, each gets the first of their choices of which there is
 * still a seat. `counts`: seats by choice code. Nobody else competes for them. Source: decisions §7, §8.
 */
export function seatByMerit(counts: ReadonlyMap<string, number>, candidates: readonly JkCandidate[]): JkSeat[] {
  const left = new Map(counts)
  return [...candidates]
    .sort((a, b) => a.merit - b.merit)
    .flatMap(({ candidateId, merit, choices }): JkSeat[] => {
      const place = choices.findIndex((code) => (left.get(code) ?? 0) > 0)
      const choiceCode = choices[place]
      if (choiceCode === undefined) return []
      left.set(choiceCode, left.get(choiceCode)! - 1)
      return [{ candidateId, merit, choiceCode, preference: place + 1 }]
    })
}

/** So many choices may be recorded for one candidate. */
export const mostJkChoices = 50

/** Choice codes as typed, by comma, space or line: each once, in their order. */
export const choicesIn = (typed: string): string[] => [
  ...new Set(
    typed
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter((code) => code !== ''),
  ),
]
