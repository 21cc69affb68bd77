import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkInput } from '#server/domain/allotment/check.ts'
import { canonicalForm } from '#server/domain/allotment/engine/canonical.ts'
import { canonicalPieces } from '#server/domain/allotment-verifier/canonical.ts'
import type { AllotmentInput } from '#server/domain/terms/allotment-format.ts'
import { allot } from '#server/features/seats/allotment/allot.ts'
import { verify } from '#server/features/seats/allotment/verify.ts'
import { candidate, codeOf, outsider, round, seats } from './cases'
import { anyRound } from './cohorts'

fc.configureGlobal({ seed: 2024 })

/** The faults of a sound input after an edit, which may break its type as a text editor could. */
// biome-ignore lint/suspicious/noExplicitAny: what a file holds is not known to be of the format
function faults(change: (input: any) => unknown): string[] {
  const input = structuredClone(
    round(seats({ A: { GOPENS: 1, LOPENS: 2 }, Bt: { TFWS: 1 } }), [
      candidate('x', 1, 'ABt'),
      candidate('y', 2, 'A', { holds: { choiceCode: codeOf('A'), seatType: 'GOPENS' } }),
      candidate('z', 3, '', outsider),
    ]),
  )
  change(input)
  const check = checkInput(input)
  return check.isSound ? [] : check.faults.map(({ path, fault }) => `${path} ${fault}`)
}

test('a sound input is accepted', () => {
  expect(faults(() => {})).toEqual([])
})

test('each fault is named by its place', () => {
  expect(faults(({ seats }) => Object.assign(seats[0], { seatType: 'GOPEN' }))).toEqual([
    '$.seats[0].seatType is not a seat type of the matrix',
  ])
  expect(faults(({ seats }) => Object.assign(seats[0], { seatType: 'BC' }))).toEqual([
    '$.seats[0].seatType is not a seat type of the matrix',
  ])
  expect(faults(({ seats }) => Object.assign(seats[1], { count: -1 }))).toEqual([
    '$.seats[1].count must be a count, 0 or more',
  ])
  expect(faults(({ seats }) => Object.assign(seats[1], { count: 1e15 }))).toEqual([
    '$.seats are more than 5000000 together',
  ])
  expect(faults(({ seats }) => Object.assign(seats[1], { count: 1.5 }))).toEqual([
    '$.seats[1].count must be a count, 0 or more',
  ])
  expect(faults(({ seats }) => Object.assign(seats[1], { seatType: 'GOPENS' }))).toEqual([
    '$.seats[1] repeats 100000001 GOPENS',
  ])
  expect(faults(({ seats }) => Object.assign(seats[1], { minority: 'Jain' }))).toEqual([
    '$.seats[1].minority is another one than before for 100000001',
  ])
  expect(faults(({ seats }) => Object.assign(seats[0], { seatType: 'TFWS' }))[0]).toMatch(
    /^\$\.seats\[0\]\.seatType TFWS is the only/,
  )
  expect(faults(({ candidates }) => Object.assign(candidates[1], { id: 'x' }))).toEqual([
    "$.candidates[1].id x is another candidate's",
  ])
  expect(faults(({ candidates }) => Object.assign(candidates[1], { stateMerit: 1 }))).toEqual([
    "$.candidates[1].stateMerit 1 is another candidate's",
  ])
  expect(faults(({ candidates }) => Object.assign(candidates[2], { allIndiaMerit: 1 }))).toEqual([
    "$.candidates[2].allIndiaMerit 1 is another candidate's",
  ])
  expect(faults(({ candidates }) => Object.assign(candidates[2], { stateMerit: 9 }))).toEqual([
    '$.candidates[2].stateMerit must be null for type OMS, and for no other',
  ])
  expect(faults(({ candidates }) => candidates[0].options.push(codeOf('A')))).toEqual([
    '$.candidates[0].options[2] repeats 100000001',
  ])
  expect(faults(({ candidates }) => candidates[0].options.push(codeOf('C')))).toEqual([
    '$.candidates[0].options[2] is not in the matrix',
  ])
  expect(faults(({ candidates }) => candidates[0].options.push(7))).toEqual([
    '$.candidates[0].options[2] is not in the matrix',
  ])
  expect(faults(({ candidates }) => Object.assign(candidates[1].holds, { choiceCode: codeOf('C') }))).toEqual([
    '$.candidates[1].holds.choiceCode is not in the matrix',
  ])
  expect(faults(({ candidates }) => Object.assign(candidates[0], { holds: candidates[1].holds }))).toEqual([
    '$.candidates[1].holds there is no seat left of 100000001 GOPENS',
  ])
  expect(faults(({ candidates }) => Object.assign(candidates[1].holds, { seatType: 'SBC' }))).toEqual([
    '$.candidates[1].holds there is no seat left of 100000001 SBC',
  ])
  expect(faults(({ candidates }) => Object.assign(candidates[1].holds, { originalType: 'SBC' }))).toEqual([
    '$.candidates[1].holds.originalType is not a seat type of the matrix',
  ])
  expect(faults(({ candidates }) => Object.assign(candidates[1].holds, { originalType: 'LOPENS' }))).toEqual([])
  for (const held of [{ seatType: 'TFWS' }, { originalType: 'TFWS' }])
    expect(faults(({ candidates }) => Object.assign(candidates[1].holds, held))).toEqual([
      '$.candidates[1].holds TFWS is the only seat type of choice codes that end in T, and of no others',
    ])
  expect(faults(({ candidates }) => Object.assign(candidates[0], { category: 'GEN' }))[0]).toMatch(
    /^\$\.candidates\[0\]\.category must be one of OPEN/,
  )
  expect(faults(({ candidates }) => Object.assign(candidates[0], { pwd: 'no' }))).toEqual([
    '$.candidates[0].pwd must be true or false',
  ])
  expect(faults(({ candidates }) => Object.assign(candidates[0], { name: 'A person' }))).toEqual([
    '$.candidates[0].name is not of the format',
  ])
  expect(faults(({ seats }) => Object.assign(seats[0], { constructor: 1 }))).toEqual([
    '$.seats[0].constructor is not of the format',
  ])
  expect(faults(({ candidates }) => delete candidates[0].tfws)).toEqual(['$.candidates[0].tfws is missing'])
  expect(faults(({ candidates }) => candidates.push(null))).toEqual(['$.candidates[3] must be an object'])
  expect(faults((input) => Object.assign(input, { stages: ['I', 'III', 'II'] }))).toEqual([
    '$.stages[2] does not come after the stage before it',
  ])
  expect(faults((input) => Object.assign(input, { stages: ['II', 'VIII'] }))).toEqual([
    '$.stages must begin with I',
    '$.stages[1] must be one of I II III IV V VI VII',
  ])
  expect(faults((input) => Object.assign(input, { format: 'pravesh-allotment/2' }))).toEqual([
    '$.format must be one of pravesh-allotment/1',
  ])
  for (const nothing of [null, 'text', [], 3])
    expect(checkInput(nothing)).toEqual({ isSound: false, faults: [{ path: '$', fault: 'must be an object' }] })
})

test('a file that is wrong everywhere reports no more faults than a person can read', () => {
  expect(faults(({ candidates }) => candidates.push(...Array(100).fill(null)))).toHaveLength(20)
})

test('case 57: equal merit numbers are refused; a round without seats is a round without allotments', () => {
  expect(
    faults(({ candidates }) => {
      for (const one of candidates) one.allIndiaMerit = 1
    }),
  ).toEqual([
    "$.candidates[1].allIndiaMerit 1 is another candidate's",
    "$.candidates[2].allIndiaMerit 1 is another candidate's",
  ])
  const empty: AllotmentInput[] = [
    round(seats({ A: { GOPENS: 0, LSCS: 0 } }), [candidate('x', 1, 'A'), candidate('y', 2, '')]),
    round([], [candidate('x', 1, '')]),
    round(seats({ A: { GOPENS: 1 } }), []),
  ]
  for (const input of empty) {
    expect(checkInput(input).isSound).toBe(true)
    const result = allot(input)
    expect(result.allotments).toEqual([])
    expect(verify(input, result)).toEqual([])
  }
})

test('a file with any content is refused, or allotted as the verifier requires', () => {
  let refusals = 0
  fc.assert(
    fc.property(anyRound, fc.nat(), fc.jsonValue({ maxDepth: 2 }), (input, which, value) => {
      const file = JSON.parse(JSON.stringify(input))
      const places = placesIn(file)
      const { holder, name } = places[which % places.length]!
      holder[name] = value
      const check = checkInput(file)
      if (check.isSound) expect(verify(check.input, allot(check.input))).toEqual([])
      else refusals++
    }),
    { numRuns: 2000 },
  )
  expect(refusals).toBeGreaterThan(1000)
  fc.assert(fc.property(fc.jsonValue(), (value) => void expect(checkInput(value).isSound).toBe(false)))
})

/** Every place of a file that holds a value, simple or nested. */
function placesIn(value: object): { holder: Record<string, unknown>; name: string }[] {
  const holder = value as Record<string, unknown>
  return Object.entries(value).flatMap(([name, inner]) => [
    { holder, name },
    ...(typeof inner === 'object' && inner !== null ? placesIn(inner) : []),
  ])
}

test('the canonical form is JSON with sorted names, and engine and verifier write the same one', () => {
  const input = round(
    [...seats({ B: { LOPENS: 1, GOPENS: 2 }, A: { AI: 3 } }, { B: 'Jain' })].reverse(),
    [
      candidate('c2', 2, 'BA', { minority: ['Sindhi', 'Jain'] }),
      candidate('c10', 1, '', { holds: { seatType: 'GOPENS', choiceCode: codeOf('B'), originalType: 'LOPENS' } }),
    ],
    ['I'],
  )
  const text = [...canonicalForm(input)].join('')
  expect([...canonicalPieces(input)].join('')).toBe(text)
  const one = '"defence":false,"ews":false,"gender":"M"'
  const rest = '"orphan":false,"pwd":false'
  expect(text).toBe(
    `{"candidates":[{"allIndiaMerit":1,"category":"OPEN",${one},"holds":{"choiceCode":"100000002","originalType":"LOPENS","seatType":"GOPENS"},"id":"c10","minority":[],"options":[],${rest},"stateMerit":1,"tfws":false,"type":"A"},` +
      `{"allIndiaMerit":2,"category":"OPEN",${one},"holds":null,"id":"c2","minority":["Jain","Sindhi"],"options":["100000002","100000001"],${rest},"stateMerit":2,"tfws":false,"type":"A"}],` +
      '"format":"pravesh-allotment/1","round":1,"seats":[' +
      '{"choiceCode":"100000001","count":3,"minority":null,"seatType":"AI"},' +
      '{"choiceCode":"100000002","count":1,"minority":"Jain","seatType":"LOPENS"},' +
      '{"choiceCode":"100000002","count":2,"minority":"Jain","seatType":"GOPENS"}],"stages":["I"]}',
  )
  expect(allot(input).inputHash).toBe(createHash('sha256').update(text).digest('hex'))
})
