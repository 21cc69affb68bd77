import fc from 'fast-check'
import {
  type AllotmentCandidate,
  type AllotmentInput,
  candidateTypes,
  type SeatLine,
  stages,
} from '#server/domain/terms/allotment-format.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'
import { candidate, codeOf, round } from './cases'

// Few courses and seats for the number of candidates, so that everything happens often.
const letters = ['A', 'B', 'C', 'D', 'E']
const communities = ['Jain', 'Sindhi']
const seatTypes: SeatType[] = [
  'PWDRS',
  'PWDOPENS',
  'DEFRS',
  'DEFOPENS',
  'ORPHAN',
  'MI',
  'LOPENS',
  'GOPENS',
  'LSCS',
  'LNT1S',
  'LOBCS',
  'GSCS',
  'GVJS',
  'GNT1S',
  'GOBCS',
  'EWS',
  'AI',
]
/** Seats that an earlier round converted: original and last type. */
const converted: [SeatType, SeatType][] = [
  ['LOPENS', 'GOPENS'],
  ['LSCS', 'GSCS'],
  ['GSCS', 'SBC'],
  ['GNT1S', 'VJNT'],
  ['LOBCS', 'BC'],
  ['PWDRS', 'GOPENS'],
  ['MI', 'ALL'],
]

const course = fc.record({
  pools: fc.uniqueArray(
    fc.record({ seatType: fc.constantFrom(...seatTypes), count: fc.constantFrom(0, 1, 1, 1, 2, 3) }),
    { selector: ({ seatType }) => seatType, minLength: 1, maxLength: 6 },
  ),
  minority: fc.constantFrom(null, null, ...communities),
  /** Fee-waiver seats of this course, at a choice code of their own. */
  waiver: fc.constantFrom(0, 0, 0, 1),
})

const often = fc.constantFrom(true, false, false)
const person = fc.record({
  /** Sorts the two merit lists; ties keep the order in which they were drawn. */
  state: fc.nat(9),
  allIndia: fc.nat(9),
  gender: fc.constantFrom('M', 'F', 'F', 'T'),
  category: fc.constantFrom('OPEN', 'OPEN', 'SC', 'SC', 'VJ', 'NT1', 'OBC', 'SBC'),
  type: fc.constantFrom('A', 'A', 'A', ...candidateTypes),
  claims: fc.record({ ews: often, pwd: often, defence: often, orphan: often, tfws: often }),
  minority: fc.subarray(communities),
  wishes: fc.array(fc.nat(2 * letters.length - 1), { maxLength: 7 }),
  /**
   * The seat that the candidate brings from an earlier round, if it exists: the number of a pool, or of a converted
   * kind.
   */
  held: fc.option(fc.record({ pool: fc.nat(30), kind: fc.option(fc.nat(converted.length - 1), { freq: 2 }) }), {
    freq: 3,
  }),
})

/** Rounds of every kind with up to five courses and nine candidates; the two lists may disagree. */
export const anyRound: fc.Arbitrary<AllotmentInput> = fc
  .record({
    courses: fc.array(course, { minLength: 1, maxLength: letters.length }),
    people: fc.array(person, { maxLength: 9 }),
    agree: fc.boolean(),
    enabled: fc.subarray(stages.slice(1)),
  })
  .map(({ courses, people, agree, enabled }) => {
    const seats = courses.flatMap(({ pools, minority, waiver }, n): SeatLine[] => [
      ...pools.map((pool) => ({ choiceCode: codeOf(letters[n]!), minority, ...pool })),
      ...(waiver ? [{ choiceCode: codeOf(`${letters[n]}t`), minority, seatType: 'TFWS' as const, count: waiver }] : []),
    ])
    const codes = [...new Set(seats.map(({ choiceCode }) => choiceCode))]
    const left = seats.map(({ count }) => count)
    const order = (by: 'state' | 'allIndia') => {
      const sorted = [...people.keys()].sort((a, b) => people[a]![by] - people[b]![by] || a - b)
      return people.map((_, n) => sorted.indexOf(n) + 1)
    }
    const [state, allIndia] = [order('state'), order(agree ? 'state' : 'allIndia')]
    const holdsOf = (held: (typeof people)[number]['held']): AllotmentCandidate['holds'] => {
      if (!held) return null
      const line = held.pool % seats.length
      const { choiceCode, seatType } = seats[line]!
      if (held.kind !== null && seatType !== 'TFWS') {
        const [originalType, last] = converted[held.kind]!
        return { choiceCode, seatType: last, originalType }
      }
      if (left[line] === 0) return null
      left[line]!--
      return { choiceCode, seatType }
    }
    const candidates = people.map(
      (one, n): AllotmentCandidate => ({
        id: `c${(n * 7) % 10}`,
        stateMerit: one.type === 'OMS' ? null : state[n]!,
        allIndiaMerit: allIndia[n]!,
        gender: one.gender as 'M',
        category: one.category as 'OPEN',
        type: one.type,
        ...one.claims,
        minority: one.minority,
        holds: holdsOf(one.held),
        options: [...new Set(one.wishes.map((wish) => codes[wish % codes.length]!))],
      }),
    )
    return { format: 'pravesh-allotment/1', round: 1, stages: ['I', ...enabled], seats, candidates }
  })

/** A few candidates, single seats, and two lists that disagree, so that many rounds have several stable matchings. */
export const crossedRound: fc.Arbitrary<AllotmentInput> = fc
  .record({
    types: fc.array(fc.constantFrom<SeatType>('GOPENS', 'AI'), { minLength: 2, maxLength: 4 }),
    people: fc.array(fc.record({ state: fc.nat(99), allIndia: fc.nat(99), order: fc.nat(5) }), {
      minLength: 2,
      maxLength: 4,
    }),
  })
  .map(({ types, people }) => {
    const seats = types.map((seatType, n) => ({ choiceCode: codeOf(letters[n]!), minority: null, seatType, count: 1 }))
    const merit = (by: 'state' | 'allIndia', n: number) => people[n]![by] * 10 + n + 1
    const candidates = people.map(({ order }, n) => {
      const codes = seats.map(({ choiceCode }) => choiceCode)
      const options = [...codes.splice(order % codes.length, 1), ...(order % 2 ? codes.reverse() : codes)]
      const merits = { stateMerit: merit('state', n), allIndiaMerit: merit('allIndia', n) }
      return { ...candidate(`c${n}`, 1, ''), ...merits, options }
    })
    return round(seats, candidates, ['I'])
  })
