import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { messageTemplates } from '#server/domain/messages/message-templates.ts'
import {
  beginningOfDay,
  nextReminder,
  quietUntil,
  type ReminderName,
  type ReminderOf,
  reminderDue,
  reminderNames,
  reminderRow,
  reminders,
  reminderTimes,
} from '#server/domain/messages/reminders.ts'
import { formStates } from '#server/domain/terms/states.ts'
import { days, hours, type Instant, ist, minutes, plus } from '#server/kernel/time.ts'

fc.configureGlobal({ seed: 1043 })
const instant = ist('2024-08-14 17:00')
const anyInstant = fc.integer({ min: ist('2024-01-01'), max: ist('2028-01-01') }).map((at) => at as Instant)
const anyName = fc.constantFrom(...reminderNames)

describe('who is reminded (rules §10.9)', () => {
  const concerned = (name: ReminderOf<'form'>) =>
    [true, false].map((hasPaid) => formStates.filter((state) => reminders[name].concerns({ state, hasPaid })))
  test.each<[ReminderOf<'form'>, string[], string[]]>([
    ['not-submitted', [], ['draft']],
    ['paid-not-submitted', ['draft'], []],
    ['sent-back', ['reverted'], ['reverted']],
    ['not-confirmed', ['at-centre'], ['at-centre']],
    [
      'scrutiny-ended',
      ['submitted', 'picked-up', 'resubmitted', 'at-centre', 'reverted'],
      ['submitted', 'picked-up', 'resubmitted', 'at-centre', 'reverted'],
    ],
  ])('%s: the states of a form that is paid for, and of one that is not', (name, paid, unpaid) => {
    expect(concerned(name)).toEqual([paid, unpaid])
  })

  test('a form in one state is asked for one thing before a deadline', () => {
    const before = (['not-submitted', 'paid-not-submitted', 'sent-back', 'not-confirmed'] as const).map(
      (name) => reminders[name],
    )
    for (const state of formStates)
      for (const hasPaid of [true, false])
        expect(before.filter((row) => row.concerns({ state, hasPaid })).length).toBeLessThanOrEqual(1)
  })

  test.each<[ReminderOf<'appointment'>]>([['appointment-tomorrow'], ['appointment-missed']])(
    '%s: only a form that waits for the centre, until its candidate has come',
    (name) => {
      const found = formStates.filter((state) => reminders[name].concerns({ state, hasCome: false }))
      expect(found).toEqual(['at-centre'])
      expect(reminders[name].concerns({ state: 'at-centre', hasCome: true })).toBe(false)
    },
  )

  const acts = ['verify', 'decide', 'pay', 'report', 'not-accepted', 'not-reported', null] as const
  test.each<[ReminderOf<'seat'>, string[]]>([
    ['seat', ['verify', 'decide', 'pay']],
    ['report', ['report']],
    ['seat-lapsed', ['not-accepted', 'not-reported']],
  ])('%s: %o', (name, expected) => {
    expect(acts.filter((owes) => reminders[name].concerns({ owes }))).toEqual(expected)
  })

  test('the rest', () => {
    const { options, certificates } = reminders
    expect(options.concerns({ isConfirmed: false, takesPart: true })).toBe(true)
    expect(options.concerns({ isConfirmed: true, takesPart: true })).toBe(false)
    expect(options.concerns({ isConfirmed: false, takesPart: false })).toBe(false)
    expect([0, 1, 3].map((missing) => certificates.concerns({ missing }))).toEqual([false, true, true])
    expect(reminders['return-late'].concerns({ isRecorded: true })).toBe(false)
    expect(reminders['grievances-open'].concerns({ isInList: true, hasFiled: true })).toBe(false)
    expect(reminders['grievances-open'].concerns({ isInList: false, hasFiled: false })).toBe(false)
    expect(reminders['grievances-open'].concerns({ isInList: true, hasFiled: false })).toBe(true)
  })
})

describe('when', () => {
  test.each<[ReminderName, number[]]>([
    ['not-submitted', [72, 24, 6]],
    ['paid-not-submitted', [72, 24, 6]],
    ['sent-back', [24, 6]],
    ['not-confirmed', [24]],
    ['scrutiny-ended', [-1]],
    ['appointment-tomorrow', [6]],
    ['appointment-missed', [-1]],
    ['grievances-open', [0]],
    ['certificates', [168, 72, 24]],
    ['options', [24, 6, 1]],
    ['seat', [48, 24, 6, 1]],
    ['report', [48, 24, 6, 1]],
    ['seat-lapsed', [0]],
    ['return-late', [0]],
  ])('%s: %o hours before its instant', (name, expected) => {
    expect(reminders[name].hours).toEqual(expected)
    expect(messageTemplates[reminders[name].template]).toBeDefined()
  })

  test.each<[ReminderName, number, number | null]>([
    ['not-submitted', -hours(72) - 1, null],
    ['not-submitted', -hours(72), 72],
    ['not-submitted', -hours(24) - 1, 72],
    ['not-submitted', -hours(24), 24],
    ['not-submitted', -hours(6), 6],
    ['not-submitted', -1, 6],
    ['not-submitted', 0, null],
    ['certificates', -days(7), 168],
    ['certificates', -days(1) - 1, 72],
    ['options', -minutes(59), 1],
    ['seat', -hours(48) - 1, null],
    ['seat', -hours(1), 1],
    ['scrutiny-ended', 0, null],
    ['scrutiny-ended', hours(1) - 1, null],
    ['scrutiny-ended', hours(1), -1],
    ['scrutiny-ended', hours(25) - 1, -1],
    ['scrutiny-ended', hours(25), null],
    ['seat-lapsed', -1, null],
    ['seat-lapsed', 0, 0],
    ['seat-lapsed', days(14), null],
    ['return-late', days(29), 0],
  ])('%s, %i ms from its instant', (name, after, expected) => {
    expect(reminderDue(name, instant, plus(instant, after))?.hours ?? null).toBe(expected)
  })

  test('one is due from its time until the next one, its end, or its instant; the next is the first to come', () => {
    fc.assert(
      fc.property(anyName, anyInstant, fc.integer({ min: -days(9), max: days(40) }), (name, at, after) => {
        const now = plus(at, after)
        const times = reminderTimes(name, at)
        expect(times).toEqual([...times].sort((a, b) => a.at - b.at))
        const due = reminderDue(name, at, now)
        const next = nextReminder(name, at, now)
        expect(next).toEqual(times.find((time) => time.at > now) ?? null)
        if (!due) return
        expect(due.at).toBeLessThanOrEqual(now)
        expect(times.filter((time) => time.at > due.at && time.at <= now)).toEqual([])
        if (due.hours > 0) expect(now).toBeLessThan(at)
        else expect(now).toBeLessThan(due.at + reminderRow(name).within!)
      }),
    )
  })
})

describe('the quiet hours of the night in India', () => {
  const late = ist('2024-08-20 17:00')
  test.each<[string, Instant | null, string | null]>([
    ['2024-08-13 08:59', late, '2024-08-13 09:00'],
    ['2024-08-13 09:00', late, null],
    ['2024-08-13 20:59', late, null],
    ['2024-08-13 21:00', late, '2024-08-14 09:00'],
    ['2024-08-13 23:59', late, '2024-08-14 09:00'],
    ['2024-08-14 00:00', late, '2024-08-14 09:00'],
    ['2024-08-14 02:30', null, '2024-08-14 09:00'],
    // The deadline is nearer than the next morning, or begins with it.
    ['2024-08-13 22:00', ist('2024-08-14 08:00'), null],
    ['2024-08-13 22:00', ist('2024-08-14 09:00'), null],
    ['2024-08-13 22:00', ist('2024-08-14 09:01'), '2024-08-14 09:00'],
    ['2024-08-14 05:00', ist('2024-08-14 08:00'), null],
    ['2024-12-31 23:00', ist('2025-01-03 17:00'), '2025-01-01 09:00'],
  ])('at %s, for a deadline at %s', (now, deadline, expected) => {
    expect(quietUntil(ist(now), deadline)).toBe(expected && ist(expected))
  })

  test('whatever it is held for lies in the day, before its deadline, and at most twelve hours ahead', () => {
    fc.assert(
      fc.property(anyInstant, fc.option(fc.integer({ min: 1, max: days(3) })), (now, left) => {
        const until = quietUntil(now, left === null ? null : plus(now, left))
        if (until === null) return
        expect((until - beginningOfDay(until)) / hours(1)).toBe(9)
        expect(until).toBeGreaterThan(now)
        expect(until - now).toBeLessThanOrEqual(hours(12))
        if (left !== null) expect(until).toBeLessThan(now + left)
      }),
    )
  })

  test('the beginning of a day is midnight in India', () => {
    for (const at of ['2024-08-14 00:00', '2024-08-14 05:29', '2024-08-14 05:31', '2024-08-14 23:59'])
      expect(beginningOfDay(ist(at))).toBe(ist('2024-08-14'))
  })
})
