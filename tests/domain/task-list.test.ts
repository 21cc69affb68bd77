import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextAct, stepsLeft, type TaskFacts, type TaskState, taskList } from '../../server/domain/task-list'
import { ist } from '../../server/kernel/time'

const untouched: TaskFacts = {
  mode: 0,
  completedSteps: 0,
  reopenedSteps: 0,
  isSubmitted: false,
  isReverted: false,
  isConfirmed: false,
  stepsToCorrect: 0,
}
const allEight = 0b1111_1111
const submitted: TaskFacts = { ...untouched, mode: 1, completedSteps: allEight, isSubmitted: true }

const letters: Record<TaskState, string> = { complete: 'c', 'to-do': 'T', 'not-yet': '-', correct: 'X', locked: 'L' }
const written = (facts: TaskFacts) =>
  taskList(facts)
    .map(({ state, isOpen }) => letters[state] + (isOpen ? '' : '·'))
    .join(' ')

/** c complete, T to do, - not yet, X correct this, L locked; · the page cannot be opened. */
const table: [string, Partial<TaskFacts>, string, number][] = [
  ['nothing filled', {}, 'T -· -· -· -· -· -· -· -·', 9],
  ['steps 0 to 3 filled', { mode: 1, completedSteps: 0b1111 }, 'c c c c T -· -· -· -·', 5],
  ['all filled, not submitted', { mode: 1, completedSteps: allEight }, 'c c c c c c c c T', 1],
  [
    'a changed category re-opened documents and payment',
    { mode: 1, completedSteps: 0b11_1111 },
    'c c c c c c T -· -·',
    3,
  ],
  ['an early step re-opened', { mode: 1, completedSteps: 0b1111_1011 }, 'c c T c· c· c· c· c· -·', 2],
  ['submitted for e-scrutiny', submitted, 'L· L· L· L· L· L· L· L· c', 0],
  ['confirmed after e-scrutiny', { ...submitted, isConfirmed: true }, 'L· L· L· L· L· L· L· L· c', 0],
  ['submitted, to be confirmed at a centre', { ...submitted, mode: 2 }, 'c c c c c c c c c', 0],
  ['confirmed at a centre', { ...submitted, mode: 2, isConfirmed: true }, 'L· L· L· L· L· L· L· L· c', 0],
  ['sent back', { ...submitted, isReverted: true }, 'c c c c c c c c X', 1],
  [
    'sent back for marks and photo',
    { ...submitted, isReverted: true, stepsToCorrect: 0b10_1000 },
    'c c c X c X c c -',
    3,
  ],
  [
    'sent back, and a corrected category re-opened documents and payment',
    {
      ...submitted,
      isReverted: true,
      completedSteps: 0b0011_1111,
      reopenedSteps: 0b1100_0000,
      stepsToCorrect: 0b10_0000,
    },
    'c c c c c X T -· -·',
    4,
  ],
  [
    'submitted to a centre, and a changed category re-opened documents and payment',
    { ...submitted, mode: 2, completedSteps: 0b0011_1111, reopenedSteps: 0b1100_0000 },
    'c c c c c c T -· -·',
    3,
  ],
]

test.each(table)('%s', (_, facts, list, left) => {
  const all = { ...untouched, ...facts }
  expect(written(all)).toBe(list)
  expect(stepsLeft(taskList(all))).toBe(left)
})

test('whatever is complete, exactly one step is to do until the form is submitted, and it can be opened', () => {
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

  test('is the first open step, until registration closes', () => {
    expect(next({})).toEqual({ kind: 'fill', step: 0, by: registration })
    expect(next({ mode: 1, completedSteps: 0b1111 })).toEqual({ kind: 'fill', step: 4, by: registration })
  })
  test('is to submit when eight steps are complete', () => {
    expect(next({ mode: 1, completedSteps: allEight })).toEqual({ kind: 'submit', step: 8, by: registration })
  })
  test('is over for a form that was not submitted in time, at the very instant', () => {
    expect(next({}, registration - 1).kind).toBe('fill')
    expect(next({}, registration)).toEqual({ kind: 'too-late', since: registration })
  })
  test('is to wait for the officer in mode 1, with a date only while it lies ahead', () => {
    expect(next(submitted)).toEqual({ kind: 'await-scrutiny', by: scrutiny })
    expect(next(submitted, scrutiny)).toEqual({ kind: 'await-scrutiny', by: null })
  })
  test('is to visit the centre in mode 2', () => {
    expect(next({ ...submitted, mode: 2 })).toEqual({ kind: 'visit-centre', by: scrutiny })
    expect(next({ ...submitted, mode: 2 }, scrutiny)).toEqual({ kind: 'too-late', since: scrutiny })
  })
  test('is to correct what was sent back, also after registration has closed', () => {
    const reverted = { ...submitted, isReverted: true }
    expect(next(reverted)).toEqual({ kind: 'correct', step: 8, by: scrutiny })
    expect(next({ ...reverted, stepsToCorrect: 0b10_1000 }, registration)).toEqual({
      kind: 'correct',
      step: 3,
      by: scrutiny,
    })
  })
  test('is what a change opened again, for as long as what was submitted can be changed', () => {
    const opened = { ...submitted, completedSteps: 0b1011_1111, reopenedSteps: 0b0100_0000 }
    expect(next({ ...opened, isReverted: true }, registration)).toEqual({ kind: 'correct', step: 6, by: scrutiny })
    expect(next({ ...opened, mode: 2 }, registration)).toEqual({ kind: 'fill', step: 6, by: scrutiny })
    expect(next({ ...opened, mode: 2 }, scrutiny)).toEqual({ kind: 'too-late', since: scrutiny })
  })
  test('is the acknowledgement once confirmed', () => {
    expect(next({ ...submitted, isConfirmed: true }, scrutiny)).toEqual({ kind: 'confirmed' })
  })
  test('has no date where the schedule has none', () => {
    expect(nextAct(untouched, { registration: null, scrutiny: null }, inTime)).toEqual({
      kind: 'fill',
      step: 0,
      by: null,
    })
  })
})
