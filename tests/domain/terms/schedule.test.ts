import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Activity, isOpen, nextChange, timeline } from '#server/domain/terms/schedule.ts'
import { ist } from '#server/kernel/time.ts'

fc.configureGlobal({ seed: 2024 })

const opensAt = ist('2024-08-01 10:00')
const closesAt = ist('2024-08-14 17:00')
const activity = (key: string, from: number, to: number | null): Activity => ({
  key,
  title: { en: key, mr: key },
  opensAt: from,
  closesAt: to,
})
const registration = activity('registration', opensAt, closesAt)
const publication = activity('final-merit', closesAt, null)
const statesAt = (activities: readonly Activity[], now: number) =>
  timeline(activities, now).map(({ key, state }) => [key, state])

describe('an activity is open from its opening instant up to, but excluding, its closing one', () => {
  test.each([
    ['1 ms before it opens', opensAt - 1, false],
    ['as it opens', opensAt, true],
    ['1 ms after it opened', opensAt + 1, true],
    ['1 ms before it closes', closesAt - 1, true],
    ['as it closes', closesAt, false],
    ['1 ms after it closed', closesAt + 1, false],
  ])('%s', (_, now, expected) => {
    expect(isOpen(registration, now)).toBe(expected)
  })

  test('an activity without a closing instant stays open', () => {
    expect(isOpen(publication, closesAt - 1)).toBe(false)
    expect(isOpen(publication, closesAt)).toBe(true)
    expect(isOpen(publication, closesAt + 1e12)).toBe(true)
  })
})

describe('the timeline', () => {
  const later = activity('round-1', closesAt + 1_000, closesAt + 2_000)
  const all = [later, publication, registration]

  test.each([
    [opensAt - 1, ['next', 'later', 'later']],
    [opensAt, ['now', 'next', 'later']],
    [closesAt - 1, ['now', 'next', 'later']],
    [closesAt, ['past', 'past', 'next']],
    [closesAt + 999, ['past', 'past', 'next']],
    [closesAt + 1_000, ['past', 'past', 'now']],
    [closesAt + 2_000, ['past', 'past', 'past']],
  ])('at %i', (now, states) => {
    expect(statesAt(all, now)).toEqual([registration, publication, later].map(({ key }, place) => [key, states[place]]))
  })

  test('marks only one of two that open together as next, the one that closes first', () => {
    const twins = [activity('b', 10, 20), activity('a', 10, 30)]
    expect(statesAt(twins, 0)).toEqual([
      ['b', 'next'],
      ['a', 'later'],
    ])
  })

  test('keeps other properties of an activity, and leaves its input unchanged', () => {
    const given = Object.freeze([later, registration].map((one) => Object.freeze({ ...one, note: 'kept' })))
    expect(timeline(given, opensAt)[0]).toEqual({ ...registration, note: 'kept', state: 'now' })
    expect(given.map(({ key }) => key)).toEqual(['round-1', 'registration'])
  })

  test('is empty without activities', () => {
    expect(timeline([], 0)).toEqual([])
    expect(nextChange([], 0)).toBeNull()
  })
})

describe('the next change', () => {
  test.each([
    [opensAt - 1, opensAt],
    [opensAt, closesAt],
    [closesAt - 1, closesAt],
    [closesAt, null],
  ])('after %i it is %s', (now, expected) => {
    expect(nextChange([registration, publication], now)).toBe(expected)
  })
})

describe('every schedule', () => {
  const schedules = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 100 }), fc.option(fc.integer({ min: 1, max: 40 }))), { maxLength: 8 })
    .map((list) =>
      list.map(([from, length], n) => activity(`activity-${n}`, from, length === null ? null : from + length)),
    )
  const moments = fc.integer({ min: 0, max: 150 })

  test('has the states that a second, plainer rule finds', () => {
    fc.assert(
      fc.property(schedules, moments, (activities, now) => {
        const drawn = timeline(activities, now)
        expect(drawn.map(({ opensAt: from }) => from)).toEqual(
          activities.map((one) => one.opensAt).sort((a, b) => a - b),
        )
        for (const one of drawn) {
          const end = one.closesAt ?? one.opensAt
          if (end <= now) expect(one.state).toBe('past')
          else if (one.opensAt <= now) expect(one.state).toBe('now')
          else expect(['next', 'later']).toContain(one.state)
        }
        const toCome = drawn.filter(({ opensAt: from }) => from > now)
        expect(toCome.map(({ state }) => state)).toEqual(toCome.map((_, place) => (place === 0 ? 'next' : 'later')))
      }),
      { numRuns: 200 },
    )
  })

  test('does not change before the next change, and changes then', () => {
    const picture = (activities: readonly Activity[], now: number) =>
      JSON.stringify([statesAt(activities, now), activities.map((one) => isOpen(one, now))])
    fc.assert(
      fc.property(schedules, moments, (activities, now) => {
        const next = nextChange(activities, now)
        const before = Array.from({ length: (next ?? 150) - now }, (_, later) => picture(activities, now + later))
        expect(new Set(before).size).toBeLessThanOrEqual(1)
        if (next !== null) expect(picture(activities, next)).not.toBe(picture(activities, now))
      }),
      { numRuns: 200 },
    )
  })
})
