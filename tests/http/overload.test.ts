import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Asking, createGate } from '#server/http/overload.ts'

/** Milliseconds of a clock that only the test moves. */
let time = 0
let gate: ReturnType<typeof createGate>
/** Who was served, and who was refused, in this order. */
let served: string[] = []
let refused: string[] = []

beforeEach(() => {
  time = 0
  served = []
  refused = []
  gate = createGate({ error: () => {}, warn: () => {} }, () => time)
})
afterEach(() => gate.stop())

type From = { as?: Asking['as']; by?: Asking['by']; network?: string; cost?: number; isGone?: boolean }

/** Somebody asks for something that takes `cost` ms. */
const come = (
  lane: string,
  {
    as = 'signed-in',
    by = as === 'visitor' ? 'network' : 'account',
    network = 'a network',
    cost = 0,
    isGone = false,
  }: From = {},
) =>
  gate.enter(
    () => ({ as, by, lane, network, isGone: () => isGone }),
    (isLetIn) => {
      if (isLetIn) time += cost
      ;(isLetIn ? served : refused).push(lane)
    },
  )
const crowd = (count: number, lane: string, from: From = {}) => {
  for (let n = 0; n < count; n++) come(lane, from)
}
const turn = () => new Promise<void>((resolve) => void setImmediate(resolve))
async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await turn()
}
const count = (lanes: readonly string[], lane: string) => lanes.filter((one) => one === lane).length

test('whoever comes alone goes straight in; those who come in one turn of the event loop are served one in each turn', async () => {
  come('asha')
  expect(served).toEqual(['asha'])
  crowd(3, 'ravi', { cost: 5 })
  expect(served).toHaveLength(1)
  for (let n = 2; n <= 4; n++) {
    await turn()
    expect(served).toHaveLength(n)
  }
  await turn()
  come('meera')
  expect(served.at(-1)).toBe('meera')
})

test.each([
  ['one address', 1],
  ['twenty addresses', 20],
])(
  'case 86: three hundred requests of one account from %s delay anybody else by two of them, a visitor by seven',
  async (_, addresses) => {
    for (let n = 0; n < 300; n++) come('flooder', { network: `10.0.0.${n % addresses}`, cost: 3 })
    for (const [lane, from] of [
      ['asha', {}],
      ['a visitor', { as: 'visitor', network: '192.0.2.1' }],
      ['somebody who pays', { as: 'payment' }],
    ] as const) {
      const before = served.length
      come(lane, { network: '192.0.2.7', ...from })
      for (let n = 0; n < 10 && !served.includes(lane); n++) await turn()
      expect(served.slice(before, served.indexOf(lane)).length, lane).toBeLessThanOrEqual(lane === 'a visitor' ? 7 : 2)
    }
    expect(refused).toEqual([])
  },
)

test('case 70: an account has as many turns as seven networks of visitors, and a flood of one account leaves visitors theirs', async () => {
  come('first')
  crowd(500, 'flooder', { cost: 2 })
  for (let n = 0; n < 20; n++) crowd(30, `visitor ${n}`, { as: 'visitor', network: `visitor ${n}`, cost: 2 })
  await turns(270)
  expect(count(served, 'flooder')).toBeGreaterThanOrEqual(65)
  expect(count(served, 'flooder')).toBeLessThanOrEqual(75)
  for (let n = 0; n < 20; n++) expect([9, 10, 11]).toContain(count(served, `visitor ${n}`))
})

test('case 86: beside a flood that the process cannot serve only the flooder is refused', async () => {
  come('first')
  crowd(400, 'flooder', { cost: 20 })
  for (let n = 0; n < 100; n++) {
    come(`person ${n % 10}`, { cost: 20, network: `10.0.0.${n % 10}` })
    await turns(3)
  }
  while (served.length + refused.length < 501) await turn()
  expect(new Set(refused)).toEqual(new Set(['flooder']))
  expect(count(refused, 'flooder')).toBeGreaterThan(100)
})

test('case 70: sixty-four people who ask again and again are all served, however slow the machine is', async () => {
  let at = 0
  for (let n = 0; n < 64; n++) come(`person ${n}`, { cost: 50 })
  while (served.length < 640) {
    await turn()
    for (; at < served.length; at++) come(served[at]!, { cost: 50 })
  }
  expect(refused).toEqual([])
})

test('case 70: a visitor and somebody who is signed in wait for the same time before they are refused; payments always get in', async () => {
  come('first')
  for (const as of ['visitor', 'signed-in', 'payment'] as const)
    for (let n = 0; n < 20; n++) come(`${as} ${n}`, { as, network: `${as} ${n}` })
  await turns(0)
  // Nobody is served meanwhile: the clock goes on in turns of the length that counts.
  for (let n = 0; n < 39; n++) {
    time += 100
    come('asks meanwhile')
  }
  expect(refused).toEqual([])
  for (let n = 0; n < 2; n++) {
    time += 100
    come('asks meanwhile')
  }
  await turns(90)
  expect(refused.filter((lane) => lane.startsWith('visitor'))).toHaveLength(20)
  expect(refused.filter((lane) => lane.startsWith('signed-in'))).toHaveLength(20)
  expect(served.filter((lane) => lane.startsWith('payment'))).toHaveLength(20)
  expect(count(served, 'asks meanwhile')).toBe(41)
})

test('one account that asks for payments without end is refused like any other flooder, and nobody else who pays is', async () => {
  come('first')
  crowd(400, 'flooder', { as: 'payment', cost: 20 })
  for (let n = 0; n < 100; n++) {
    come(`payer ${n % 10}`, { as: 'payment', cost: 20, network: `10.0.0.${n % 10}` })
    await turns(3)
  }
  while (served.length + refused.length < 501) await turn()
  expect(new Set(refused)).toEqual(new Set(['flooder']))
  expect(count(refused, 'flooder')).toBeGreaterThan(100)
})

test.each([
  ['payment', 'payment'],
  ['payment', 'visitor'],
  ['signed-in', 'payment'],
] as const)('when two thousand wait, a flood (%s) makes room, and no other person (%s) does', (flood, other) => {
  come('first')
  crowd(1990, 'flooder', { as: flood })
  for (let n = 0; n < 300; n++) come(`person ${n}`, { as: other, network: `10.0.0.${n % 250}` })
  expect(new Set(refused)).toEqual(new Set(['flooder']))
  expect(refused).toHaveLength(290)
})

test('of lanes that are as long as each other no payment makes room', () => {
  come('first')
  for (let n = 0; n < 2100; n++) come(`person ${n}`, { as: n % 3 ? 'payment' : 'visitor', network: `network ${n}` })
  expect(refused).toHaveLength(100)
  expect(refused.filter((lane) => Number(lane.slice(7)) % 3)).toEqual([])
})

test('a process that did not run for ten seconds refuses nobody for it', async () => {
  come('first')
  for (let n = 0; n < 50; n++) come(`person ${n}`, { as: n % 2 ? 'visitor' : 'signed-in', network: `${n}` })
  time += 10_000
  while (served.length < 51) await turn()
  expect(refused).toEqual([])
})

test('when two thousand wait, the longest lane makes room for whoever comes', () => {
  come('first')
  crowd(1990, 'flooder')
  for (let n = 0; n < 300; n++) come(`person ${n}`, { network: `10.0.0.${n % 250}` })
  expect(new Set(refused)).toEqual(new Set(['flooder']))
  expect(refused).toHaveLength(290)
})

test('a hundred accounts of one network have turns of their own; more share one, so that others still get theirs', async () => {
  come('first')
  for (let n = 0; n < 1000; n++) come(`account ${n}`, { network: 'one network' })
  come('asha', { network: 'another network' })
  come('ravi', { network: 'a third network' })
  await turns(104)
  expect(served).toContain('asha')
  expect(served).toContain('ravi')
  expect(refused).toEqual([])
})

const numbered = (network: string, cost = 0) => ({ as: 'visitor', by: 'number', network, cost }) as const

test('visitors of one carrier who have a number are served like visitors with a network of their own, beside a flood from there', async () => {
  come('first')
  crowd(200, 'the carrier', { as: 'visitor', network: 'the carrier' })
  for (let n = 0; n < 20; n++) {
    come(`network ${n}`, { as: 'visitor', network: `network ${n}` })
    come(`number ${n}`, numbered('the carrier'))
  }
  await turns(42)
  for (let n = 0; n < 20; n++) {
    expect(served).toContain(`network ${n}`)
    expect(served).toContain(`number ${n}`)
  }
})

test('a flood from one address with a new number for each request gets the turns of 26 visitors, less than four accounts', async () => {
  come('first')
  for (let n = 0; n < 600; n++) come(`number ${n}`, numbered('the flooder', 1))
  crowd(50, 'a visitor', { as: 'visitor', network: 'another network', cost: 1 })
  crowd(90, 'asha', { network: 'a third network', cost: 1 })
  await turns(300)
  const flood = served.filter((lane) => lane.startsWith('number')).length
  expect(flood / count(served, 'a visitor')).toBeLessThanOrEqual(26.5)
  expect(flood / count(served, 'asha')).toBeLessThanOrEqual(4)
  expect(flood).toBeGreaterThan(100)
})

test('however many numbers a network has, its accounts keep turns of their own', async () => {
  come('first')
  for (let n = 0; n < 300; n++) come(`number ${n}`, numbered('a café'))
  for (let n = 0; n < 60; n++) come(`account ${n}`, { network: 'a café' })
  await turns(90)
  expect(served.filter((lane) => lane.startsWith('account'))).toHaveLength(60)
})

test('one number from many connections and many addresses is one lane', async () => {
  come('first')
  for (let n = 0; n < 300; n++) come('a number', numbered(`10.0.0.${n % 100}`))
  come('a visitor', { as: 'visitor', network: 'another network' })
  await turns(2)
  expect(served).toContain('a visitor')
})

test('whoever has left is not served, so that pressing reload delays nobody', async () => {
  come('first')
  crowd(5, 'asha', { isGone: true })
  come('asha')
  await turn()
  expect(served).toEqual(['first', 'asha'])
})

test('a turn serves for as long as everything else in it took, so that floods past the gate leave half of the time', async () => {
  come('first')
  await turn()
  come('second')
  crowd(200, 'asha', { cost: 1 })
  for (let n = 0; n < 10; n++) {
    // Pages from the cache, background work.
    time += 8
    await turn()
  }
  expect(served.length - 2).toBeGreaterThanOrEqual(70)
  expect(served.length - 2).toBeLessThanOrEqual(90)
})

test.each([
  ['alone serves in the first turn without a new connection', true, 1],
  ['beside others waits half a millisecond for one', false, 6],
])('a process %s', async (_, isOnlyProcess, turnsUntil) => {
  gate.stop()
  gate = createGate({ error: () => {}, warn: () => {} }, () => time, isOnlyProcess)
  come('first')
  crowd(20, 'asha', { cost: 10 })
  await turn()
  const before = served.length
  for (let n = 0; n < 5; n++) {
    time += 0.1
    gate.connected()
    await turn()
  }
  expect(served.length).toBe(before)
  let waited = 0
  for (; served.length === before && waited < 20; waited++) {
    time += 0.1
    await turn()
  }
  expect(waited).toBe(turnsUntil)
})

test('while connections arrive, turns accept them for as long as the last one served', async () => {
  come('first')
  crowd(20, 'asha', { cost: 10 })
  await turn()
  const before = served.length
  for (let n = 0; n < 9; n++) {
    time += 1
    gate.connected()
    await turn()
  }
  expect(served.length).toBe(before)
  for (let n = 0; n < 2; n++) {
    time += 1
    gate.connected()
    await turn()
  }
  expect(served.length).toBeGreaterThan(before)
})
