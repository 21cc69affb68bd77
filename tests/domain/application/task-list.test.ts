import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  nameOfAct,
  nextAct,
  stepsLeft,
  type TaskFacts,
  type TaskState,
  taskList,
} from '#server/domain/application/task-list.ts'
import { ist } from '#server/kernel/time.ts'

const untouched: TaskFacts = {
  completedSteps: 0,
  reopenedSteps: 0,
  state: 'draft',
  stepsToCorrect: 0,
  stepsSentBack: 0,
}
const allEight = 0b1111_1111
const submitted: TaskFacts = { ...untouched, completedSteps: allEight, state: 'submitted' }

const letters: Record<TaskState, string> = { complete: 'c', 'to-do': 'T', 'not-yet': '-', correct: 'X', locked: 'L' }
const written = (facts: TaskFacts) =>
  taskList(facts)
    .map(({ state, isOpen }) => letters[state] + (isOpen ? '' : '·'))
    .join(' ')

/** c complete, T to do, - not yet, X to correct, L locked; · the page cannot be opened. */
const table: [string, Partial<TaskFacts>, string, number][] = [
  ['nothing filled', {}, 'T -· -· -· -· -· -· -· -·', 9],
  ['steps 0 to 3 filled', { completedSteps: 0b1111 }, 'c c c c T -· -· -· -·', 5],
  ['all filled, not submitted', { completedSteps: allEight }, 'c c c c c c c c T', 1],
  ['a changed category re-opened documents and payment', { completedSteps: 0b11_1111 }, 'c c c c c c T -· -·', 3],
  ['an early step re-opened', { completedSteps: 0b1111_1011 }, 'c c T c· c· c· c· c· -·', 2],
  ['submitted for e-scrutiny', submitted, 'L· L· L· L· L· L· L· L· c', 0],
  ['confirmed', { ...submitted, state: 'confirmed' }, 'L· L· L· L· L· L· L· L· c', 0],
  ['submitted, to be confirmed at a centre', { ...submitted, state: 'at-centre' }, 'c c c c c c c c c', 0],
  ['sent back', { ...submitted, state: 'reverted' }, 'c c c c c c c c X', 1],
  [
    'sent back for marks and photo',
    { ...submitted, state: 'reverted', stepsToCorrect: 0b10_1000 },
    'c c c X c X c c -',
    3,
  ],
  [
    'sent back, and a corrected category re-opened documents and payment',
    {
      ...submitted,
      state: 'reverted',
      completedSteps: 0b0011_1111,
      reopenedSteps: 0b1100_0000,
      stepsToCorrect: 0b10_0000,
    },
    'c c c c c X T -· -·',
    4,
  ],
  [
    'submitted to a centre, and a changed category re-opened documents and payment',
    { ...submitted, state: 'at-centre', completedSteps: 0b0011_1111, reopenedSteps: 0b1100_0000 },
    'c c c c c c T -· -·',
    3,
  ],
]

test.each(table)('%s', (_, facts, list, left) => {
  const all = { ...untouched, ...facts }
  expect(written(all)).toBe(list)
  expect(stepsLeft(taskList(all))).toBe(left)
})

test('until submission exactly one step is to do and can be opened, for any set of completed steps', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: allEight }), (completedSteps) => {
      const open = taskList({ ...untouched, completedSteps }).filter(({ state }) => state === 'to-do')
      expect(open).toHaveLength(1)
      expect(open[0]!.isOpen).toBe(true)
    }),
  )
})

describe('the next act', () => {
  const registration = ist('2024-08-14 17:00')
  const scrutiny = ist('2024-08-16 17:00')
  const deadlines = { registration, scrutiny }
  const inTime = ist('2024-08-12 16:20')
  const next = (facts: Partial<TaskFacts>, now: number = inTime) => nextAct({ ...untouched, ...facts }, deadlines, now)

  test('is the first open step until registration closes', () => {
    expect(next({})).toEqual({ kind: 'fill', step: 0, by: registration })
    expect(next({ completedSteps: 0b1111 })).toEqual({ kind: 'fill', step: 4, by: registration })
  })
  test('is to submit when eight steps are complete', () => {
    expect(next({ completedSteps: allEight })).toEqual({ kind: 'submit', step: 8, by: registration })
  })
  test('does not exist for a form not submitted in time, from the very instant of closing', () => {
    expect(next({}, registration - 1).kind).toBe('fill')
    expect(next({}, registration)).toEqual({ kind: 'too-late', since: registration })
  })
  test('is to wait for the officer in mode 1, until scrutiny has ended', () => {
    expect(next(submitted)).toEqual({ kind: 'await-scrutiny', by: scrutiny })
    expect(next(submitted, scrutiny)).toEqual({ kind: 'not-checked', since: scrutiny })
  })
  test('is to visit the centre in mode 2', () => {
    expect(next({ ...submitted, state: 'at-centre' })).toEqual({ kind: 'visit-centre', by: scrutiny })
    expect(next({ ...submitted, state: 'at-centre' }, scrutiny)).toEqual({ kind: 'too-late', since: scrutiny })
  })
  test('is to correct a returned form, even after registration has closed', () => {
    const reverted: TaskFacts = { ...submitted, state: 'reverted' }
    const of = { kind: 'correct', by: scrutiny }
    expect(next(reverted)).toEqual({ ...of, step: 8, corrected: 0, of: 0 })
    const sentBack = { ...reverted, stepsSentBack: 0b10_1000 }
    expect(next({ ...sentBack, stepsToCorrect: 0b10_1000 }, registration)).toEqual({
      ...of,
      step: 3,
      corrected: 0,
      of: 2,
    })
    expect(next({ ...sentBack, stepsToCorrect: 0b10_0000 })).toEqual({ ...of, step: 5, corrected: 1, of: 2 })
    expect(next(sentBack)).toEqual({ ...of, step: 8, corrected: 2, of: 2 })
  })
  test('is named after what is left: once every returned step is corrected, to submit again', () => {
    const name = (...args: Parameters<typeof next>) => nameOfAct(next(...args) as Parameters<typeof nameOfAct>[0])
    const reverted: TaskFacts = { ...submitted, state: 'reverted' }
    expect(name({ ...reverted, stepsSentBack: 0b1000 })).toBe('corrected')
    expect(name({ ...reverted, stepsSentBack: 0b1000, stepsToCorrect: 0b1000 })).toBe('correct')
    expect([name(reverted), name({ ...submitted, state: 'confirmed' })]).toEqual(['correct', 'confirmed'])
  })
  test('is a step that a change re-opened, as long as the submitted form can be changed', () => {
    const opened = { ...submitted, completedSteps: 0b1011_1111, reopenedSteps: 0b0100_0000 }
    expect(next({ ...opened, state: 'reverted' }, registration)).toEqual({
      kind: 'correct',
      step: 6,
      corrected: 0,
      of: 1,
      by: scrutiny,
    })
    expect(next({ ...opened, state: 'at-centre' }, registration)).toEqual({ kind: 'fill', step: 6, by: scrutiny })
    expect(next({ ...opened, state: 'at-centre' }, scrutiny)).toEqual({ kind: 'too-late', since: scrutiny })
  })
  test('is to take the acknowledgement once the form is confirmed', () => {
    expect(next({ ...submitted, state: 'confirmed' }, scrutiny)).toEqual({ kind: 'confirmed' })
  })
  test('has no date if the schedule has none', () => {
    expect(nextAct(untouched, { registration: null, scrutiny: null }, inTime)).toEqual({
      kind: 'fill',
      step: 0,
      by: null,
    })
  })
})
