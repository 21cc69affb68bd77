import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { Rehearsal, RehearsedRound } from './play'
import { type Given, hasSeat, type Part, type PlayedSeason } from './played-season'

/** What became of the seats of one round. `kept`: frozen or held. `lost`: not accepted in time, or given up. */
type RoundFigures = { round: CapRound; parts: number; given: number; kept: number; lost: number; vacant: number }

/** What a group of people had in the real season and has in the rehearsal, in people. */
type GroupFigures = {
  group: string
  people: number
  seatedWas: number
  seatedWould: number
  gained: number
  lost: number
  better: number
  worse: number
}

export const groupings = ['category', 'gender', 'type', 'district'] as const
type Grouping = (typeof groupings)[number]

/** Where somebody ended. `preference`: the place of the choice in their last list; null for one not in it. */
export type Ended = { choiceCode: string; seatType: string; preference: number | null }

/** One person's change; `number`: their All India merit number. */
type Change = { number: number; was: Ended | null; would: Ended | null }

/** A rehearsal beside the real season. `changed`: how many people ended elsewhere. */
export type Comparison = {
  academicYear: string
  rounds: { was: RoundFigures | null; would: RoundFigures | null }[]
  people: number
  changed: number
  assumed: number
  groups: Readonly<Record<Grouping, readonly GroupFigures[]>>
  largest: readonly Change[]
}

/** How many changes a report names. */
const namedChanges = 10

const figuresOf = (round: CapRound, { parts, given, standings, vacant }: RehearsedRound): RoundFigures => {
  const after = new Map(standings.map((one) => [one.player, one]))
  const kept = given.filter(({ player }) => hasSeat(after.get(player) ?? { entry: 'left' })).length
  return { round, parts, given: given.length, kept, lost: given.length - kept, vacant }
}

/** Compares a rehearsal with the season as it was: by round, by group of people, and the ten largest changes. */
export function compare(season: PlayedSeason, { rounds, assumed }: Rehearsal): Comparison {
  const last = new Map<number, Part>()
  for (const { parts } of season.rounds) for (const part of parts) last.set(part.player, part)
  const was = endsOf(season.rounds, last)
  const would = endsOf(rounds, last)
  const groups: Record<Grouping, Map<string, GroupFigures>> = {
    category: new Map(),
    gender: new Map(),
    type: new Map(),
    district: new Map(),
  }
  const changes: (Change & { size: number })[] = []
  for (const [player, part] of last) {
    const { district, allIndiaMerit } = season.players[player]!
    const [before, after] = [was.get(player) ?? null, would.get(player) ?? null]
    const size = sizeOf(before, after, part.options.length)
    if (before?.choiceCode !== after?.choiceCode || before?.seatType !== after?.seatType)
      changes.push({ number: allIndiaMerit, was: before, would: after, size: Math.abs(size) })
    const of = { category: part.category, gender: part.gender, type: part.type, district: district ?? '' }
    for (const grouping of groupings) count(groups[grouping], of[grouping], before, after, size)
  }
  changes.sort((a, b) => b.size - a.size || a.number - b.number)
  const real = season.rounds.map((one, place) => figuresOf(place + 1, { ...one, parts: one.parts.length }))
  const played = rounds.map((one, place) => figuresOf(place + 1, one))
  return {
    academicYear: season.academicYear,
    rounds: Array.from({ length: Math.max(real.length, played.length) }, (_, place) => ({
      was: real[place] ?? null,
      would: played[place] ?? null,
    })),
    people: last.size,
    changed: changes.length,
    assumed,
    groups: {
      category: inOrder(groups.category),
      gender: inOrder(groups.gender),
      type: inOrder(groups.type),
      district: inOrder(groups.district),
    },
    largest: changes.slice(0, namedChanges).map(({ size: _, ...change }) => change),
  }
}

const inOrder = (groups: ReadonlyMap<string, GroupFigures>) =>
  [...groups.values()].sort((a, b) => (a.group < b.group ? -1 : a.group > b.group ? 1 : 0))

/** The seats that people have after the last round, each with its place in the list that they had last. */
function endsOf(
  rounds: readonly Pick<RehearsedRound, 'given' | 'standings'>[],
  last: ReadonlyMap<number, Part>,
): Map<number, Ended> {
  const ends = new Map<number, Ended>()
  const types = new Map<number, Given>()
  for (const { given } of rounds) for (const one of given) types.set(one.player, one)
  for (const standing of rounds[rounds.length - 1]?.standings ?? []) {
    const { player, seat } = standing
    if (!seat || !hasSeat(standing)) continue
    const place = last.get(player)?.options.indexOf(seat.choiceCode) ?? -1
    ends.set(player, {
      choiceCode: seat.choiceCode,
      seatType: seat.seatType,
      preference: place < 0 ? (types.get(player)?.preference ?? null) : place + 1,
    })
  }
  return ends
}

/** How much better (positive) somebody ends, in places of their list; no seat is the place after its end. */
function sizeOf(was: Ended | null, would: Ended | null, options: number): number {
  const place = (end: Ended | null) => (end ? (end.preference ?? options) : options + 1)
  return place(was) - place(would)
}

function count(
  groups: Map<string, GroupFigures>,
  group: string,
  was: Ended | null,
  would: Ended | null,
  size: number,
): void {
  const none = { people: 0, seatedWas: 0, seatedWould: 0, gained: 0, lost: 0, better: 0, worse: 0 }
  const own = groups.get(group) ?? { group, ...none }
  groups.set(group, own)
  own.people++
  if (was) own.seatedWas++
  if (would) own.seatedWould++
  if (would && !was) own.gained++
  else if (was && !would) own.lost++
  else if (size > 0) own.better++
  else if (size < 0) own.worse++
}
