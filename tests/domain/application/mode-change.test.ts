import { describe, expect, test } from 'vitest'
import type { EditingWindows } from '#server/domain/application/editing.ts'
import { mayChangeMode, otherMode } from '#server/domain/application/mode-change.ts'
import { ist } from '#server/kernel/time.ts'
import { newcomer } from '#tests/support/newcomer.ts'

const now = ist('2024-08-01 12:00')
const windows: EditingWindows = {
  registration: { opensAt: ist('2024-07-12 10:00'), closesAt: ist('2024-08-14 17:00') },
  scrutiny: { opensAt: ist('2024-07-13 10:00'), closesAt: ist('2024-08-16 17:00') },
  grievances: undefined,
}
const allEight = 0b1111_1111
const submitted = { ...newcomer, mode: 1, completedSteps: allEight, submittedAt: now } as const

test('the other mode is the one that the course offers beside the chosen one', () => {
  expect([otherMode([1, 2], 1), otherMode([1, 2], 2), otherMode([1], 1), otherMode([1, 2], 0)]).toEqual([
    ...[2, 1, null, null],
  ])
})

describe('a change of the mode (rules §5.6)', () => {
  const atCentre = { ...submitted, mode: 2 } as const
  test.each<[string, object, number, string]>([
    ['to a centre', submitted, 2, 'yes'],
    ['to e-scrutiny', atCentre, 1, 'yes'],
    ['before submission', { ...submitted, submittedAt: null }, 2, 'mode-not-submitted 409'],
    ['to the same', submitted, 1, 'mode-is-that 409'],
    ['to one that does not exist', submitted, 3, 'mode-not-offered 422'],
    ['after an officer picked the form up', { ...submitted, pickedUpAt: now }, 2, 'mode-picked-up 409'],
    ['after a centre confirmed the form', { ...atCentre, confirmedAt: now }, 1, 'confirmed-by-centre 423'],
    [
      'with a step open again',
      { ...atCentre, completedSteps: allEight & ~8, reopenedSteps: 8 },
      1,
      'mode-steps-open 422',
    ],
  ])('%s', (_, facts, wanted, expected) => {
    const may = mayChangeMode(wanted, facts as never, [1, 2], windows, now)
    expect(may.ok ? 'yes' : `${may.refusal.code} ${may.refusal.status}`).toBe(expected)
    if (!may.ok && may.refusal.code === 'mode-steps-open') expect(may.refusal.params).toEqual({ step: 4 })
  })

  test('ends with scrutiny', () => {
    const at = ist('2024-08-16 17:00')
    expect(mayChangeMode(2, submitted, [1, 2], windows, at)).toMatchObject({ refusal: { status: 422 } })
  })
})
