import type { CapRound, RoundEntry, RoundPlan } from '#server/domain/terms/cap-rounds.ts'
import type { MeritCriterion } from '#server/domain/terms/criteria.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'
import { allottedMeans, roundRule } from '../admission/offer'
import { allotSeats } from '../allotment/engine/allot'
import {
  type InputFault,
  type KeptSeat,
  originalsIn,
  type Participant,
  type RoundSeat,
  roundInput,
} from '../allotment/input'
import { numbersBy } from './numbers'
import {
  type Given,
  hasSeat,
  type Part,
  type PlayedRound,
  type PlayedSeason,
  type SeatAct,
  type Standing,
} from './played-season'

/** Of the seats of one type at every choice code, these many in 100 become seats of another type. Halves round down. */
export type SeatMove = { from: SeatType; to: SeatType; percent: number }

/** The rules of a rehearsal. `criteria`: some of the season's, in another order or not. */
export type RehearsalRules = {
  plan: RoundPlan
  criteria: readonly MeritCriterion[]
  moves: readonly SeatMove[]
}

/** The rules under which the season was really played. */
export const realRules = ({ plan, criteria }: PlayedSeason): RehearsalRules => ({ plan, criteria, moves: [] })

/** What a round gave, in the shape of a real one. `parts`: how many took part. */
export type RehearsedRound = Pick<PlayedRound, 'given' | 'standings' | 'vacant'> & { parts: number }

/** `assumed`: how many players needed an assumption, because they never had a seat to act on. */
export type Rehearsal = { rounds: readonly RehearsedRound[]; assumed: number }

/** Why rules cannot be played: after these, the seats of a round would not do. */
export type RehearsalFault = { fault: InputFault['code']; round: CapRound; details: readonly string[] }

type Facts = {
  parts: ReadonlyMap<number, Part>
  given: ReadonlyMap<number, Given>
  standings: ReadonlyMap<number, Standing>
}
const byPlayer = <One extends { player: number }>(all: readonly One[]) => new Map(all.map((one) => [one.player, one]))

/**
 * Plays a season again under other rules. Where a player has the seat of the real season and the rules leave them the same
 * choice, what they really did holds. Elsewhere they act as they did on their seat of the nearest round, an earlier one
 * first; who never had a seat accepts it. `onRound` is told each round that is done. Source: rules §8.25.
 */
export function rehearse(
  season: PlayedSeason,
  rules: RehearsalRules,
  onRound: (round: CapRound) => void = () => {},
): Rehearsal | RehearsalFault {
  const real = season.rounds.map(
    ({ parts, given, standings }): Facts => ({
      parts: byPlayer(parts),
      given: byPlayer(given),
      standings: byPlayer(standings),
    }),
  )
  const numbers = numbersBy(season, rules.criteria)
  const assumed = new Set<number>()
  let standings: ReadonlyMap<number, Standing> = new Map()
  const rounds: RehearsedRound[] = []
  for (const [place, { stages }] of rules.plan.entries()) {
    const round = place + 1
    const participants = takingPart(season, real, standings, place).map((part) => participantOf(part, numbers))
    const matrix = moved(season.rounds[Math.min(place, season.rounds.length - 1)]!.seats, rules.moves)
    const made = roundInput(round, stages, matrix, participants, keptBy(standings))
    if ('code' in made) return { fault: made.code, round, details: made.details }
    const result = allotSeats(made.input)
    const originals = originalsIn(made.input, result)
    const given = result.allotments.map(
      ({ id, choiceCode, seatType, preference, retained }): Given => ({
        player: made.candidateIds.get(id)!,
        choiceCode,
        seatType,
        originalType: originals.get(id) ?? null,
        preference,
        retained,
      }),
    )
    standings = standingsAfter({ season, rules, real, place, given, before: standings, assumed })
    const vacant = result.vacancies.reduce((sum, { count }) => sum + count, 0)
    rounds.push({ given, standings: [...standings.values()], vacant, parts: participants.length })
    onRound(round)
  }
  return { rounds, assumed: assumed.size }
}

/** The seats of a matrix after these moves. */
export function moved(seats: readonly RoundSeat[], moves: readonly SeatMove[]): RoundSeat[] {
  const all = seats.map((seat) => ({ ...seat }))
  for (const { from, to, percent } of moves)
    for (const seat of all.filter(({ seatType }) => seatType === from)) {
      const count = Math.floor((seat.count * percent) / 100)
      if (count === 0) continue
      seat.count -= count
      const there = all.find(({ choiceCode, seatType }) => choiceCode === seat.choiceCode && seatType === to)
      if (there) there.count += count
      else all.push({ ...seat, seatType: to, count })
    }
  return all
}

/**
 * The players of a round: those of the real one whom this rehearsal has not seated or lost; those who hold a seat here; and
 * those whom only the real season had seated or lost, with the facts and the list that they had last.
 */
function takingPart(
  { rounds }: PlayedSeason,
  real: readonly Facts[],
  standings: ReadonlyMap<number, Standing>,
  place: number,
): Part[] {
  const own = real[place]?.parts
  const known = new Map<number, Part>()
  for (const { parts } of rounds.slice(0, place + 1)) for (const part of parts) known.set(part.player, part)
  const found: Part[] = []
  for (const [player, last] of known) {
    const entry = standings.get(player)?.entry ?? 'takes-part'
    if (entry === 'seated' || entry === 'left') continue
    const part = own?.get(player)
    const before = real[Math.min(place, real.length) - 1]?.standings.get(player)?.entry
    const wasAway = !own || before === 'seated' || before === 'left'
    if (part) found.push(part)
    else if (wasAway) found.push(last)
    else if (entry === 'holds') found.push({ ...last, options: [] })
  }
  return found
}

type Numbers = ReturnType<typeof numbersBy>

function participantOf({ player, type, options, released, ...facts }: Part, numbers: Numbers): Participant {
  const { stateMerit, allIndiaMerit, ...claims } = facts
  const merit = numbers?.[player] ?? { stateMerit, allIndiaMerit }
  return { candidateId: player, type, claims, options, isReleased: released === true, ...merit }
}

const keptBy = (standings: ReadonlyMap<number, Standing>): KeptSeat[] =>
  [...standings.values()].flatMap(({ player, entry, seat }) =>
    seat && (entry === 'seated' || entry === 'holds')
      ? [{ candidateId: player, ...seat, isFinal: entry === 'seated' }]
      : [],
  )

type AfterRound = {
  season: PlayedSeason
  rules: RehearsalRules
  real: readonly Facts[]
  place: number
  given: readonly Given[]
  before: ReadonlyMap<number, Standing>
  assumed: Set<number>
}

function standingsAfter({ season, rules, real, place, given, before, assumed }: AfterRound): Map<number, Standing> {
  const facts = real[place]
  const factsBefore = real[place - 1]
  const rule = roundRule(rules.plan, place + 1)
  const realRule = place < season.plan.length ? roundRule(season.plan, place + 1) : null
  const after = new Map<number, Standing>()
  for (const standing of before.values()) {
    const { player } = standing
    const [was, is] = [factsBefore?.standings.get(player), facts?.standings.get(player)]
    // Who really gave up an earlier seat during this round, or lost it, does here.
    const isOver = hasSeat(standing) && was && is && hasSeat(was) && !hasSeat(is) && !facts!.given.has(player)
    after.set(player, isOver ? { ...is, seat: null } : { ...standing, act: null })
  }
  for (const one of given) {
    const { player, preference, choiceCode, seatType, originalType, retained } = one
    const really = facts?.given.get(player)
    const means = allottedMeans({ preference: really && isSame(one, really) ? really.preference : preference }, rule)
    if (really && realRule && isSame(one, really) && means === allottedMeans(really, realRule)) {
      after.set(player, facts!.standings.get(player)!)
      continue
    }
    const act = nearestAct(real, player, place)
    if (act === null) assumed.add(player)
    const entry = entryBy(act, means, one)
    const seat = hasSeat({ entry }) ? { choiceCode, seatType, originalType } : null
    after.set(player, { player, entry, act: act ?? (means === 'decide' && !retained ? 'kept' : 'froze'), seat })
  }
  return after
}

const isSame = (one: Given, other: Given): boolean =>
  one.choiceCode === other.choiceCode && one.seatType === other.seatType && one.originalType === other.originalType

/** What a player did on the seat of this round, or of the nearest round before it, or after it; null if they had none. */
function nearestAct(real: readonly Facts[], player: number, place: number): SeatAct | null {
  const before = real.slice(0, place + 1).reverse()
  for (const { given, standings } of [...before, ...real.slice(place + 1)]) {
    const act = given.has(player) ? standings.get(player)?.act : null
    if (act) return act
  }
  return null
}

/** How somebody enters the next round after an act on a seat of this meaning. A kept seat stays without an act. */
function entryBy(
  act: SeatAct | null,
  means: ReturnType<typeof allottedMeans>,
  { preference, retained }: Pick<Given, 'preference' | 'retained'>,
): RoundEntry {
  const keeps = means === 'decide' ? 'holds' : 'seated'
  switch (act) {
    case 'left':
      return 'left'
    case 'nothing':
      return retained ? keeps : means === 'decide' ? 'takes-part' : 'left'
    case 'taken-back':
      return 'takes-part'
    case 'froze':
      return 'seated'
    case 'kept':
      return keeps
    case null:
      return preference === 1 ? 'seated' : keeps
  }
}
