import { courses } from '#server/courses/courses.ts'
import { drawFrom } from '#server/demo/draw.ts'
import { type Candidate, cohortOf } from '#server/demo/past-seasons.ts'
import { demoSeatMatrix } from '#server/demo/seat-matrix.ts'
import {
  decisionsFor,
  type Offer,
  offerState,
  type RoundDeadlines,
  type RoundRule,
  roundRule,
} from '#server/domain/admission/offer.ts'
import { type Entry, entryAfter } from '#server/domain/admission/participation.ts'
import { addToYield, keptShare, seatsOver, type YieldCounts, yieldMeasures } from '#server/domain/admission/yield.ts'
import { allotSeats } from '#server/domain/allotment/engine/allot.ts'
import {
  type KeptSeat,
  originalsIn,
  type Participant,
  type RoundSeat,
  roundInput,
} from '#server/domain/allotment/input.ts'
import { type CapRound, rulesOf } from '#server/domain/terms/cap-rounds.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'
import { noCounts, sumOfCounts } from '#server/kernel/counts.ts'
import { days, hours, type Instant, ist, plus } from '#server/kernel/time.ts'

/**
 * What is compared. `leave`: when those who leave do so, at any moment of the season alike, or all of them just after they
 * have confirmed their first list. `lists`: a list counts for the round for which it is confirmed, as in the product (rules
 * §8.6), or is carried over, as elsewhere. `leavesOut`: the roll-call also leaves out whoever was silent twice and has not
 * signed in since the round before; the product does not. `says`: the share of those who have left that release themselves
 * when they are asked.
 */
export type World = {
  leave: 'all-along' | 'after-first-list'
  lists: 'each-round' | 'carried-over'
  rollCall: boolean
  leavesOut: boolean
  says: number
}

/** How the people of a simulated season behave; assumptions, none of them measured. In parts of 1. */
export const assumed = {
  /** Leave in the course of the season. */
  leave: 0.3,
  /** Of those who stay and may: confirm their list again in a later round. */
  listsAgain: 0.95,
  /** Of seats that need not be frozen: frozen all the same. The others are kept for betterment. */
  freezes: 0.55,
  /** Answer a roll-call that reaches them while they still take part. */
  answers: 0.6,
  /** Without anything to do for a round: sign in all the same before its lists close. */
  visits: 0.8,
  /** Of those on the list of the silent who still take part: come back when they are told. */
  comesBack: 0.7,
} as const

const course = courses.find(({ slug }) => slug === 'mbale')!
const rounds: readonly CapRound[] = [1, 2, 3]
const opens = ist('2024-08-24 10:00')

/** The instants of a round, as the state cell's season begins with them: thirteen days each. */
function timesOf(round: CapRound) {
  const at = (day: number, hour = 10): Instant => plus(opens, days(13 * (round - 1) + day) + hours(hour - 10))
  return {
    opens: at(0),
    closes: at(3, 17),
    published: at(5, 17),
    acceptFrom: at(6),
    acceptBy: at(8, 15),
    reportFrom: at(9),
    reportBy: at(11, 17),
  }
}
const asksBefore = hours(48)
const end = plus(timesOf(3).reportBy, days(1))

/** What one person does in one round if they have not left by then; the same in every world. */
type Habits = {
  lists: boolean
  listsAt: Instant
  visits: boolean
  visitsAt: Instant
  answers: boolean
  answersAt: Instant
  /** Below `says`: they release themselves when asked after they left. */
  says: number
  comesBack: boolean
  freezes: boolean
  acceptsAt: Instant
  reportsAt: Instant
}
type Seat = { offer: Offer; originalType: SeatType | null }
type Person = {
  candidate: Candidate
  leavesAt: Instant
  habits: readonly Habits[]
  seats: Seat[]
  signedIn: Instant
  /** By round: the answer to its roll-call; undefined if they were silent. */
  answered: ('in' | 'out' | undefined)[]
}

const cohorts = new Map<string, Candidate[]>()

/** The candidates of a season; drawn once, because that takes longer than the season. */
function cohort(seed: number, size: number): Candidate[] {
  const key = `${seed} ${size}`
  const drawn = cohorts.get(key) ?? cohortOf(course, `${3000 + seed}-${3001 + seed}`, size)
  cohorts.set(key, drawn)
  return drawn
}

/** `size` people of a season, as they are in every world. */
function peopleOf(seed: number, size: number, leave: World['leave']): Person[] {
  return cohort(seed, size).map((candidate, n): Person => {
    const draw = drawFrom(400_000_000 + seed * 1_000_000 + n)
    const between = (from: Instant, until: Instant) => plus(from, draw.whole(0, until - from - 1))
    const isLeaver = draw.chance(assumed.leave)
    const leftAt = between(opens, timesOf(3).reportBy)
    const habits = rounds.map((round): Habits => {
      const { opens: from, closes, acceptFrom, acceptBy, reportFrom, reportBy } = timesOf(round)
      return {
        lists: round === 1 || draw.chance(assumed.listsAgain),
        listsAt: between(from, closes),
        visits: draw.chance(assumed.visits),
        visitsAt: between(from, closes),
        answers: draw.chance(assumed.answers),
        answersAt: between(plus(closes, -asksBefore), closes),
        says: draw.whole(0, 999) / 1000,
        comesBack: draw.chance(assumed.comesBack),
        freezes: draw.chance(assumed.freezes),
        acceptsAt: between(acceptFrom, acceptBy),
        reportsAt: between(reportFrom, reportBy),
      }
    })
    const first = habits[0]!.listsAt
    const leavesAt = !isLeaver ? Number.POSITIVE_INFINITY : leave === 'all-along' ? leftAt : plus(first, 1)
    return { candidate, leavesAt: leavesAt as Instant, habits, seats: [], signedIn: 0 as Instant, answered: [] }
  })
}

/**
 * One round. `released`, `leftOut`: of those who would have taken part in it. `worse`: of the others, how many would have got
 * more had nobody been kept out of this round.
 */
export type RoundFigures = {
  round: CapRound
  asked: number
  silent: number
  released: number
  leftOut: { gone: number; staying: number }
  worse: number
  yield: YieldCounts
}

/** A season as it ended. `share`: of the seats given and not left for better ones, those kept; in 100. */
export type SeasonFigures = {
  rounds: RoundFigures[]
  allotted: number
  kept: number
  share: number
  seats: number
  empty: number
  /** By place in the cohort: the place in their list of the seat that they have at the end; null without one. */
  ends: (number | null)[]
  /** Who was kept out of a round that they would have taken part in, and what they had done. */
  keptOut: {
    person: number
    round: CapRound
    answer: 'in' | 'out' | undefined
    signedInSince: boolean
    gone: boolean
  }[]
}

/** Plays a season of `size` candidates with the portal's own rules of seats and its engine. */
export function playSeason(seed: number, size: number, world: World): SeasonFigures {
  const people = peopleOf(seed, size, world.leave)
  const seats = matrixFor(size)
  const keptOut: SeasonFigures['keptOut'] = []
  const figures = rounds.map((round) => playRound(round, people, seats, world, keptOut))
  const byRound = new Map(rounds.map((round) => [round, noCounts(yieldMeasures)]))
  const ends = people.map(({ seats: own }) => {
    const then = own.map((seat) => ({ ...seat, state: stateOf(seat.offer, end) }))
    for (const one of seatsOver(then)) addToYield(byRound.get(one[0].offer.round)!, one)
    const last = then.at(-1)
    return last?.state === 'admitted' ? (last.offer.preference ?? Number.MAX_SAFE_INTEGER) : null
  })
  for (const one of figures) one.yield = byRound.get(one.round)!
  const sum = sumOfCounts(yieldMeasures, byRound.values())
  const all = seats.reduce((total, { count }) => total + count, 0)
  return {
    rounds: figures,
    allotted: sum.allotted - sum.upgraded,
    kept: sum.kept,
    share: keptShare(sum) ?? 0,
    seats: all,
    empty: all - sum.kept,
    ends,
    keptOut,
  }
}

/** The demo's seats, so many times that six in ten of the candidates find one. */
function matrixFor(size: number): RoundSeat[] {
  const seats = demoSeatMatrix(course).flatMap(({ choiceCode, minority, seats: own }) =>
    own.map((seat): RoundSeat => ({ choiceCode, minority, ...seat })),
  )
  const times = (size * 0.6) / seats.reduce((sum, { count }) => sum + count, 0)
  return seats.map((seat) => ({ ...seat, count: Math.max(1, Math.round(seat.count * times)) }))
}

const ruleOf = (round: CapRound): RoundRule => roundRule(course.rounds, round)
const deadlinesOf = (round: CapRound): RoundDeadlines => {
  const { acceptBy, reportBy } = timesOf(round)
  return { acceptBy, reportBy }
}
const stateOf = (offer: Offer, now: Instant) => offerState(offer, ruleOf(offer.round), deadlinesOf(offer.round), now)

function entryOf(person: Person, now: Instant): Entry {
  const past = person.seats.map(({ offer }) => ({
    rule: ruleOf(offer.round),
    deadlines: deadlinesOf(offer.round),
    offer,
  }))
  return entryAfter(past, now)
}

/** The acts of one round, in the order in which they happen. */
function playRound(
  round: CapRound,
  people: readonly Person[],
  seats: readonly RoundSeat[],
  world: World,
  keptOut: SeasonFigures['keptOut'],
): RoundFigures {
  const times = timesOf(round)
  const figures: RoundFigures = {
    round,
    asked: 0,
    silent: 0,
    released: 0,
    leftOut: { gone: 0, staying: 0 },
    worse: 0,
    yield: noCounts(yieldMeasures),
  }
  const kept: KeptSeat[] = []
  const away: Participant[] = []
  const participants = people.flatMap((person, n): Participant[] => {
    const entry = entryOf(person, times.closes)
    if (entry.kind === 'holds' || entry.kind === 'seated') kept.push(keptOf(person, n, entry.kind === 'seated'))
    if (entry.kind === 'seated' || entry.kind === 'left') return []
    const hasList = actsBeforeClosing(person, round, world)
    const isOut = world.rollCall && answersRollCall(person, round, world, entry.kind, hasList, figures)
    if (isOut) {
      const since = round === 1 ? opens : timesOf(round - 1).published
      keptOut.push({
        person: n,
        round,
        answer: person.answered[round],
        signedInSince: person.signedIn >= since,
        gone: person.leavesAt <= times.closes,
      })
    }
    // A candidate who keeps a seat takes part with a list or without one.
    if (entry.kind !== 'holds' && !hasList) return []
    const own = { ...person.candidate, candidateId: n, options: hasList ? person.candidate.options : [] }
    if (!isOut) return [own]
    away.push(own)
    return []
  })
  const { input, result, candidateIds, places } = allotted(round, seats, participants, kept)
  if (away.length) {
    const full = allotted(round, seats, [...participants, ...away], kept).places
    figures.worse = participants.filter(({ candidateId }) => isWorse(places, full, candidateId)).length
  }
  const originals = originalsIn(input, result)
  for (const { id, choiceCode, seatType, preference, retained } of result.allotments) {
    const person = people[candidateIds.get(id)!]!
    const before = person.seats.at(-1)
    const isHeld = before !== undefined && stateOf(before.offer, times.published) === 'held'
    if (isHeld && !retained) before.offer.ending = 'upgraded'
    const offer: Offer = retained
      ? { ...before!.offer, round, preference, isRetained: true }
      : freshOffer(round, choiceCode, seatType, preference, isHeld)
    person.seats.push({ offer, originalType: originals.get(id) ?? null })
    actsOnSeat(person, offer, round)
  }
  for (const person of people) reports(person, round)
  return figures
}

/** `places`: by person, the place of their seat in their list; a kept seat that is not on it is last. */
function allotted(
  round: CapRound,
  seats: readonly RoundSeat[],
  participants: readonly Participant[],
  kept: readonly KeptSeat[],
) {
  const made = roundInput(round, rulesOf(course.rounds, round).stages, seats, participants, kept)
  if ('code' in made) throw new Error(`${made.code} ${made.details[0]}`)
  const result = allotSeats(made.input)
  const places = new Map(
    result.allotments.map(({ id, preference }) => [made.candidateIds.get(id)!, preference ?? Number.MAX_SAFE_INTEGER]),
  )
  return { ...made, result, places }
}
type Places = ReadonlyMap<number, number>

const isWorse = (places: Places, others: Places, person: number): boolean =>
  others.has(person) && (places.get(person) ?? Number.POSITIVE_INFINITY) > others.get(person)!

const keptOf = ({ seats }: Person, candidateId: number, isFinal: boolean): KeptSeat => {
  const { offer, originalType } = seats.at(-1)!
  return { candidateId, choiceCode: offer.choiceCode, seatType: offer.seatType as SeatType, originalType, isFinal }
}

const freshOffer = (
  round: CapRound,
  choiceCode: string,
  seatType: string,
  preference: number | null,
  hasPaid: boolean,
): Offer => ({
  round,
  choiceCode,
  seatType,
  preference,
  isRetained: false,
  verifiedAt: null,
  grievance: null,
  grievanceDecidedAt: null,
  decision: null,
  fee: hasPaid ? 'paid' : 'unpaid',
  feeBegunAt: null,
  resetAt: null,
  reportedAt: null,
  admittedAt: null,
  ending: null,
})

/** Signs in and confirms a list before the lists close. Returns true if a list of theirs counts in this round. */
function actsBeforeClosing(person: Person, round: CapRound, { lists }: World): boolean {
  const { leavesAt, habits, candidate } = person
  const own = habits[round - 1]!
  const signsIn = (at: Instant, does: boolean) => {
    const isThere = does && at < leavesAt
    if (isThere) person.signedIn = Math.max(person.signedIn, at) as Instant
    return isThere
  }
  if (!candidate.options.length) return false
  if (lists === 'carried-over' && round > 1) {
    signsIn(own.visitsAt, own.visits)
    return habits[0]!.listsAt < leavesAt
  }
  return signsIn(own.listsAt, own.lists)
}

/**
 * The roll-call of a round. Returns true for somebody who is out of it: they released themselves, in this one or an earlier
 * one, or were silent twice, have not signed in since the round before, and did not come back. Source: rules §8.11.
 */
function answersRollCall(
  person: Person,
  round: CapRound,
  world: World,
  entry: 'takes-part' | 'holds',
  hasList: boolean,
  figures: RoundFigures,
): boolean {
  const own = person.habits[round - 1]!
  const isGone = person.leavesAt <= own.answersAt
  const said = person.answered[round - 1]
  figures.asked++
  if (said === 'out') person.answered[round] = 'out'
  else if (isGone) person.answered[round] = entry === 'takes-part' && own.says < world.says ? 'out' : undefined
  else person.answered[round] = own.answers ? 'in' : undefined
  const answer = person.answered[round]
  if (answer === undefined) figures.silent++
  // Whoever keeps a seat is neither released by a link nor left out.
  if (entry === 'holds') return false
  if (answer === 'out') {
    if (hasList) figures.released++
    return true
  }
  const hasSignedIn = round > 1 && person.signedIn >= timesOf(round - 1).published
  if (!world.leavesOut || round === 1 || answer || said || hasSignedIn) return false
  if (!isGone && own.comesBack) return false
  if (hasList) figures.leftOut[isGone ? 'gone' : 'staying']++
  return true
}

/** Verifies, decides and pays, unless the candidate has left. */
function actsOnSeat(person: Person, offer: Offer, round: CapRound): void {
  const { acceptsAt, freezes } = person.habits[round - 1]!
  if (offer.isRetained || acceptsAt >= person.leavesAt) return
  const open = decisionsFor(offer, ruleOf(round))
  offer.verifiedAt = acceptsAt
  offer.decision = !freezes && open.includes('betterment') ? 'betterment' : 'freeze'
  offer.fee = 'paid'
  offer.feeBegunAt = acceptsAt
  person.signedIn = Math.max(person.signedIn, acceptsAt) as Instant
}

function reports({ seats, habits, leavesAt }: Person, round: CapRound): void {
  const offer = seats.at(-1)?.offer
  const { reportsAt } = habits[round - 1]!
  if (offer?.round !== round || reportsAt >= leavesAt) return
  if (stateOf(offer, reportsAt) === 'to-report') offer.admittedAt = reportsAt
}
