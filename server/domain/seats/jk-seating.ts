import { typedList } from '#server/kernel/typed-text.ts'

/** A J&K migrant's seat in the seating in force, for the letter. */
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

/** A candidate of the J&K list. `choices`: choice codes in order of preference, recorded by the desk. */
type JkCandidate = { candidateId: number; merit: number; choices: readonly string[] }
type JkSeat = { candidateId: number; merit: number; choiceCode: string; preference: number }

/**
 * J&K migrants have separate seats: in the order of their own merit list each gets their first choice with a free seat.
 * `counts`: seats by choice code. Nobody else competes for them. Source: rules §7.1, §8.19.
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

/** The most choices recorded for one candidate. */
export const mostJkChoices = 50

/** Choice codes as typed, separated by commas, spaces or line breaks: each once, in order. */
export const choicesIn = (typed: string): string[] => [...new Set(typedList(typed))]
