import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Asking, createGate } from '../../server/http/overload'
import { breath } from '../../server/kernel/background'

let gate: ReturnType<typeof createGate>
const warned: object[] = []

beforeEach(() => {
  gate = createGate({ error: () => {}, warn: (details: object) => void warned.push(details) })
})
afterEach(() => gate.stop())

/** Works for so many ms without a pause. */
function work(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Keeps the process busy until the gate is full, two seconds at most. */
async function fill(): Promise<void> {
  const until = performance.now() + 2000
  while (!gate.isFull() && performance.now() < until) {
    work(20)
    await turn()
  }
}

test('case 70: under full load each turn serves one, seven who are signed in and then a visitor; none waits for long', async () => {
  // Given a process with a reserve, anybody goes straight in
  const early: boolean[] = []
  gate.enter(
    () => 'visitor',
    (isLetIn) => void early.push(isLetIn),
  )
  expect(early).toEqual([true])

  // When it has none, and a crowd comes at once
  await fill()
  expect(gate.isFull()).toBe(true)
  const served: Asking[] = []
  const refused: Asking[] = []
  const come = (asking: Asking, cost: number) =>
    gate.enter(
      () => asking,
      (isLetIn) => {
        if (!isLetIn) return void refused.push(asking)
        served.push(asking)
        work(cost)
      },
    )
  for (let n = 0; n < 8; n++) come('visitor', 1)
  for (let n = 0; n < 8; n++) come('signed-in', 1)

  // Then nobody is served in the turn in which they came, and one in each that follows
  expect(served).toEqual([])
  await turn()
  const perTurn: number[] = []
  for (let n = 0; n < 15; n++) {
    const before = served.length
    await turn()
    perTurn.push(served.length - before)
  }
  expect(Math.max(...perTurn)).toBe(1)
  const [ahead, visitor] = ['signed-in', 'visitor'] as const
  expect(served.slice(0, 10)).toEqual([...Array(7).fill(ahead), visitor, ahead, visitor])
  while (served.length < 16) await turn()
  expect(refused).toEqual([])

  // And a line of those who are signed in that does not end is cut short, and so is one of 500 visitors
  await fill()
  const begun = performance.now()
  while (performance.now() - begun < 1000) {
    for (let n = 0; n < 3; n++) come('signed-in', 20)
    await turn()
  }
  expect(refused).toContain('signed-in')
  expect(served.length).toBeGreaterThan(30)
  const before = refused.length
  for (let n = 0; n < 600; n++) come('visitor', 0)
  expect(refused.slice(before)).toEqual(Array(100).fill('visitor'))
})

test('a full process lets in whoever comes alone, again and again, however long a turn takes', async () => {
  await fill()
  const letIn: boolean[] = []
  for (let n = 0; n < 30; n++) {
    gate.enter(
      () => 'signed-in',
      (isLetIn) => void letIn.push(isLetIn),
    )
    work(30)
    while (letIn.length <= n) await turn()
  }
  expect(letIn).toEqual(Array(30).fill(true))
})

test('work beside the pages leaves the process a reserve, so that the gate lets everybody in', async () => {
  const until = performance.now() + 800
  while (performance.now() < until) {
    work(15)
    await breath()
    expect(gate.isFull()).toBe(false)
  }
  // The same work without a rest fills the process.
  await fill()
  expect(gate.isFull()).toBe(true)
})
