import { describe, expect, test } from 'vitest'
import type { CandidateFacts } from '#server/domain/application/details.ts'
import type { EditingWindows } from '#server/domain/application/editing.ts'
import { mayChangeMode, otherMode } from '#server/domain/application/mode-change.ts'
import {
  appointmentState,
  mayArrange,
  mayArrive,
  mayConfirm,
  mayServe,
  mayTakeSlot,
  mayWithdraw,
  startsOf,
} from '#server/domain/scrutiny/appointments.ts'
import type { Result } from '#server/kernel/result.ts'
import { days, ist, plus } from '#server/kernel/time.ts'
import { newcomer } from '#tests/support/newcomer.ts'

const now = ist('2024-08-01 12:00')
const windows: EditingWindows = {
  registration: { opensAt: ist('2024-07-12 10:00'), closesAt: ist('2024-08-14 17:00') },
  scrutiny: { opensAt: ist('2024-07-13 10:00'), closesAt: ist('2024-08-16 17:00') },
  grievances: { opensAt: ist('2024-08-18 10:00'), closesAt: ist('2024-08-22 17:00') },
}
const tooLate = ist('2024-09-16 17:00')
const filling: CandidateFacts = { ...newcomer, mode: 2, completedSteps: 0b111 }
const submitted: CandidateFacts = { ...filling, completedSteps: 0b1111_1111, submittedAt: now }
const said = (result: Result<undefined>) => (result.ok ? 'yes' : `${result.refusal.code} ${result.refusal.status}`)
const come = { arrivedAt: now, missedAt: null }

test('an appointment is booked, past, or what the centre has recorded', () => {
  const at = { arrivedAt: null, missedAt: null, endsAt: now }
  expect(appointmentState(at, now - 1)).toBe('booked')
  expect(appointmentState(at, now)).toBe('past')
  expect(appointmentState({ ...at, missedAt: now }, now)).toBe('missed')
  expect(appointmentState({ ...at, arrivedAt: now, missedAt: now }, now)).toBe('arrived')
})

test('a late candidate is served for a week', () => {
  const arrives = (after: number, mayBook = true) => said(mayArrive({ endsAt: now }, plus(now, after), () => mayBook))
  expect(arrives(days(7) - 1)).toBe('yes')
  expect(arrives(days(7))).toBe('centre-appointment-old 409')
  expect(arrives(days(7), false)).toBe('centre-appointment-over 409')
})

describe('an appointment is arranged', () => {
  test.each<[string, CandidateFacts, Parameters<typeof mayArrange>[1], string]>([
    ['for a submitted form', submitted, null, 'yes'],
    ['again before the candidate comes', submitted, { arrivedAt: null, missedAt: now }, 'yes'],
    ['not in the other mode', { ...submitted, mode: 1 }, null, 'appointment-other-mode 409'],
    ['not before submission', filling, null, 'appointment-not-submitted 409'],
    ['not once the candidate has come', submitted, come, 'appointment-arrived 409'],
    ['again once the form is submitted again', submitted, { ...come, arrivedAt: plus(now, -1) }, 'yes'],
  ])('%s', (_, facts, current, answer) => {
    expect(said(mayArrange(facts, current, windows, now))).toBe(answer)
  })

  test('not after the time for checking forms', () => {
    expect(said(mayArrange(submitted, null, windows, tooLate))).not.toBe('yes')
  })
})

describe('a slot is taken', () => {
  const slot = { id: 1, centre: 'FC01', startsAt: now, endsAt: plus(now, 1), capacity: 3, booked: 2 }
  const before = plus(now, -1)
  test.each<[string, Partial<typeof slot>, typeof now, number | null, boolean, string]>([
    ['before it begins', {}, before, null, true, 'yes'],
    ['not when it begins', {}, now, null, true, 'slot-past 422'],
    ['before the time for checking ends', {}, before, now + 1, true, 'yes'],
    ['not when the time for checking ends', {}, before, now, true, 'slot-too-late 422'],
    ['not when it is full', { booked: 3 }, before, null, true, 'slot-full 409'],
    ['not when all are full', { booked: 3 }, before, null, false, 'no-slot-left 409'],
  ])('%s', (_, changed, at, closesAt, isAnyLeft, answer) => {
    expect(said(mayTakeSlot({ ...slot, ...changed }, at, closesAt, () => isAnyLeft))).toBe(answer)
  })
})

describe('a centre', () => {
  test.each<[string, CandidateFacts, typeof come | { arrivedAt: null; missedAt: null }, string, string, string]>([
    ['serves a candidate who has come', submitted, come, 'yes', 'yes', 'centre-not-confirmed 409'],
    ...(
      [
        ['not before', submitted, { arrivedAt: null, missedAt: null }, 'centre-not-arrived 409'],
        ['not in the other mode', { ...submitted, mode: 1 }, come, 'appointment-other-mode 409'],
        ['not before submission', filling, come, 'centre-not-submitted 409'],
      ] as const
    ).map(
      ([name, facts, attendance, answer]) =>
        [name, facts as CandidateFacts, attendance, answer, answer, answer] as [
          string,
          CandidateFacts,
          typeof come,
          string,
          string,
          string,
        ],
    ),
    [
      'confirms no form that is open',
      { ...submitted, reopenedSteps: 1 },
      come,
      'yes',
      'centre-form-not-whole 409',
      'centre-not-confirmed 409',
    ],
  ])('%s', (_, facts, attendance, serves, confirms, withdraws) => {
    expect(said(mayServe(facts, attendance, windows, now))).toBe(serves)
    expect(said(mayConfirm(facts, attendance, windows, now))).toBe(confirms)
    expect(said(mayWithdraw(facts, attendance, windows, now))).toBe(withdraws)
  })

  test('serves nobody after the time for checking forms', () => {
    expect(said(mayServe(submitted, come, windows, tooLate))).not.toBe('yes')
  })
})

test('a day has as many whole slots as fit', () => {
  expect(startsOf({ from: 600, until: 690, minutes: 30 })).toEqual([600, 630, 660])
  expect(startsOf({ from: 600, until: 689, minutes: 30 })).toEqual([600, 630])
  expect(startsOf({ from: 600, until: 600, minutes: 30 })).toEqual([])
  expect(startsOf({ from: 600, until: 500, minutes: 30 })).toEqual([])
})

describe('the mode of scrutiny', () => {
  const change = (wanted: number, facts: CandidateFacts, modes: readonly (1 | 2)[] = [1, 2], at = now) =>
    said(mayChangeMode(wanted, facts, modes, windows, at))
  const locked: CandidateFacts = { ...submitted, mode: 1 }

  test('is the other one that the course offers', () => {
    expect([otherMode([1, 2], 1), otherMode([1, 2], 2), otherMode([1, 2], 0), otherMode([1], 1)]).toEqual([
      2,
      1,
      null,
      null,
    ])
  })

  test('changes for a submitted form, until an officer picks it up', () => {
    expect(change(2, locked)).toBe('yes')
    expect(change(1, submitted)).toBe('yes')
    expect(change(1, filling)).toBe('mode-not-submitted 409')
    expect(change(1, locked)).toBe('mode-is-that 409')
    expect(change(2, locked, [1])).toBe('mode-not-offered 422')
    expect(change(3, locked)).toBe('mode-not-offered 422')
    expect(change(2, locked, [1, 2], tooLate)).toMatch(/^(?!yes)/)
    expect(change(2, locked, [1, 2], tooLate)).not.toBe('yes')
    expect(change(2, { ...locked, pickedUpAt: now })).toBe('mode-picked-up 409')
  })

  test('no longer changes once a centre has confirmed the form, and not while a step is open again (rules §5.6)', () => {
    expect(change(1, { ...submitted, confirmedAt: now })).toBe('confirmed-by-centre 423')
    const open = { ...submitted, completedSteps: 0b1111_0111, reopenedSteps: 0b1000 }
    expect(mayChangeMode(1, open, [1, 2], windows, now)).toMatchObject({
      refusal: { code: 'mode-steps-open', status: 422, params: { step: 4 } },
    })
  })
})
