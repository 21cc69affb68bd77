import { typedList } from '#server/kernel/typed-text.ts'

/** A J&K migrant's seat in the seating in force, for the letter. `seating`, `releasedAt`: the release that gave it, and that left it since. */
export type JkSeatOf = {
  seating: number
  merit: number
  choiceCode: string
  institute: string
  course: string
  preference: number
  /** Epoch milliseconds. */
  releasedAt: number
  /** When the institute recorded the admission; null until then. */
  admittedAt: number | null
}

/** The choices recorded for a candidate, best first; what they replaced and why, nulls for the first ones. */
export type JkChoicesOf = { choices: string; was: string | null; reason: string | null; recordedAt: number }

/** What a released seating gave a candidate; nulls for no seat. */
export type JkSeatThen = Pick<JkSeatOf, 'seating' | 'releasedAt'> &
  (Pick<JkSeatOf, 'choiceCode' | 'institute' | 'course'> | { choiceCode: null; institute: null; course: null })

/** A candidate of the J&K list. `choices`: choice codes in order of preference, recorded by the desk. */
type JkCandidate = { candidateId: number; merit: number; choices: readonly string[] }
type JkSeat = { candidateId: number; merit: number; choiceCode: string; preference: number }

/**
 * J&K migrants have separate seats: in the order of their own merit list each gets their first choice with a free seat.
 * `counts`: seats by choice code. `admitted`: those whom an institute has admitted keep their seats. Nobody else competes
 * for them. Source: rules §7.1, §8.19.
 */
export function seatByMerit(
  counts: ReadonlyMap<string, number>,
  candidates: readonly JkCandidate[],
  admitted: ReadonlyMap<number, Pick<JkSeat, 'choiceCode' | 'preference'>> = new Map(),
): JkSeat[] {
  const left = new Map(counts)
  for (const { candidateId } of candidates) {
    const kept = admitted.get(candidateId)
    if (kept) left.set(kept.choiceCode, (left.get(kept.choiceCode) ?? 0) - 1)
  }
  return [...candidates]
    .sort((a, b) => a.merit - b.merit)
    .flatMap(({ candidateId, merit, choices }): JkSeat[] => {
      const kept = admitted.get(candidateId)
      if (kept) return [{ candidateId, merit, choiceCode: kept.choiceCode, preference: kept.preference }]
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

/** The effect of a seating on a person: as before, moved, without a seat now, or with a first one. */
type JkEffect = 'keeps' | 'moves' | 'loses' | 'gains'

/** What a new seating does to everybody in it or in the one in force, those who lose a seat last. Source: rules §8.19. */
export function seatingEffects<Seat extends { candidateId: number; choiceCode: string }>(
  before: readonly Seat[],
  after: readonly Seat[],
): { effect: JkEffect; before: Seat | null; after: Seat | null }[] {
  const had = new Map(before.map((seat) => [seat.candidateId, seat]))
  const has = new Set(after.map(({ candidateId }) => candidateId))
  return [
    ...after.map((seat) => {
      const old = had.get(seat.candidateId) ?? null
      const effect = old === null ? 'gains' : old.choiceCode === seat.choiceCode ? 'keeps' : 'moves'
      return { effect, before: old, after: seat } as const
    }),
    ...before
      .filter(({ candidateId }) => !has.has(candidateId))
      .map((seat) => ({ effect: 'loses', before: seat, after: null }) as const),
  ]
}

/** The seatings that changed something for a candidate, of all that `seats` names in their order. */
export const jkChanges = (seats: readonly JkSeatThen[]): JkSeatThen[] =>
  seats.filter(({ choiceCode }, place) => choiceCode !== (seats[place - 1]?.choiceCode ?? null))
