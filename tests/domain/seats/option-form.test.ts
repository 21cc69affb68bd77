import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  choiceFaults,
  differenceOf,
  imported,
  inserted,
  maxChoices,
  mayChangeOptions,
  mayConfirmOptions,
  mayUnlockOptions,
  moved,
  outlookOf,
  renumbered,
  typedPlace,
} from '#server/domain/seats/option-form.ts'
import { type Instant, ist, plus } from '#server/kernel/time.ts'
import { typedId } from '#server/kernel/typed-text.ts'

fc.configureGlobal({ seed: 2024 })

const window = { opensAt: ist('2024-08-24 10:00'), closesAt: ist('2024-08-27 17:00') }
const during = ist('2024-08-25 12:00')
const open = { isExcluded: false, hasMeritNumber: true, entry: 'takes-part', count: 2, confirmedAt: null } as const
const confirmed = { ...open, confirmedAt: during }
const said = (result: { ok: boolean; refusal?: { code: string } }) => (result.ok ? 'may' : result.refusal?.code)

const code = (n: number) => String(100_000_000 + n)
const codes = (count: number) => Array.from({ length: count }, (_, n) => code(n))
const list = fc.uniqueArray(fc.integer({ min: 0, max: 999 }).map(code), { maxLength: 40 })

describe('an option form may be changed, confirmed and unlocked', () => {
  test.each([
    ['before it opens', plus(window.opensAt, -1), 'options-not-yet'],
    ['at its opening', window.opensAt, 'may'],
    ['at the last moment', plus(window.closesAt, -1), 'may'],
    ['at its closing', window.closesAt, 'option-form-closed'],
  ])('%s', (_, at, expected) => {
    expect(said(mayChangeOptions(open, window, at as Instant))).toBe(expected)
    expect(said(mayConfirmOptions(open, window, at as Instant))).toBe(expected)
    expect(said(mayUnlockOptions(confirmed, window, at as Instant))).toBe(expected)
  })

  test('only with a merit number', () => {
    const without = { ...open, hasMeritNumber: false }
    for (const may of [mayChangeOptions, mayConfirmOptions, mayUnlockOptions]) {
      expect(said(may(without, window, during))).toBe('options-without-merit')
    }
  })

  test('not by somebody whom an earlier round seated, or who has left the rounds (rules §8.17)', () => {
    const refusals = (['seated', 'left', 'holds'] as const).map((entry) =>
      mayChangeOptions({ ...open, entry }, window, during),
    )
    expect(refusals).toMatchObject([
      { refusal: { code: 'options-seated', status: 403 } },
      { refusal: { code: 'options-left', status: 403 } },
      { ok: true },
    ])
  })

  test('not after an order that takes the candidate out of the admission', () => {
    for (const may of [mayChangeOptions, mayConfirmOptions, mayUnlockOptions])
      expect(said(may({ ...open, isExcluded: true }, window, during))).toBe('application-excluded')
  })

  test('a confirmed list must be unlocked before it is changed, and cannot be confirmed twice', () => {
    expect(said(mayChangeOptions(confirmed, window, during))).toBe('options-locked')
    expect(said(mayConfirmOptions(confirmed, window, during))).toBe('options-confirmed')
    expect(said(mayUnlockOptions(open, window, during))).toBe('options-not-confirmed')
    expect(said(mayConfirmOptions({ ...open, count: 0 }, window, during))).toBe('options-empty')
  })

  test('a round missing from the schedule is not open', () => {
    expect(said(mayChangeOptions(open, null, during))).toBe('options-not-yet')
  })
})

describe('a list', () => {
  const offer = { isOffered: (one: string) => one !== code(7), isTfws: false }

  test('names every wrong choice with a reason', () => {
    const faults = choiceFaults([code(1), code(1), code(7), '101110110T', 'x'], offer)
    expect(faults.map((fault) => [fault.code, fault.params?.code])).toEqual([
      ['choice-twice', code(1)],
      ['choice-not-offered', code(7)],
      ['choice-waiver', '101110110T'],
      ['choice-not-offered', 'x'],
    ])
    expect(choiceFaults(['101110110T'], { ...offer, isTfws: true })).toEqual([])
    expect(choiceFaults([''], offer)).toMatchObject([{ code: 'choice-missing' }])
  })

  test('holds at most 300 choices', () => {
    const all = { isOffered: () => true, isTfws: false }
    expect(choiceFaults(codes(maxChoices), all)).toEqual([])
    expect(choiceFaults(codes(maxChoices + 1), all)).toMatchObject([{ code: 'choices-too-many', params: { max: 300 } }])
  })

  test('accepts a code in any spelling', () => {
    expect(typedId(' 101 110-110t ')).toBe('101110110T')
    expect(typedId('१०१११०११०')).toBe('101110110')
  })

  test('case 13: accepts a place as a number from 1 on, in the digits of either language', () => {
    expect(['1', ' 12 ', '१', '३००', '007'].map(typedPlace)).toEqual([1, 12, 1, 300, 7])
    for (const typed of ['', '0', '-1', '1.5', '1e2', 'abc', '12345', '१अ']) expect(typedPlace(typed), typed).toBeNull()
  })

  test('loses and invents nothing when choices are moved, inserted and renumbered', () => {
    fc.assert(
      fc.property(list, fc.nat(50), fc.integer({ min: -5, max: 50 }), (choices, from, to) => {
        if (from < choices.length) {
          const after = moved(choices, from, to)
          expect([...after].sort()).toEqual([...choices].sort())
          expect(after[Math.max(0, Math.min(to, choices.length - 1))]).toBe(choices[from])
          const rest = (all: readonly string[]) => all.filter((one) => one !== choices[from])
          expect(rest(after)).toEqual(rest(choices))
        }
        expect(inserted(choices, 'new', to).filter((one) => one !== 'new')).toEqual(choices)
        const numbers = Object.fromEntries(choices.map((one, place) => [one, ((place * 7) % choices.length) + 1]))
        expect([...renumbered(choices, numbers)].sort()).toEqual([...choices].sort())
        expect(renumbered(choices, {})).toEqual(choices)
      }),
    )
  })

  test('follows the numbers typed beside its choices', () => {
    expect(renumbered(['a', 'b', 'c', 'd'], { a: 1, b: 2, c: 3, d: 1 })).toEqual(['d', 'a', 'b', 'c'])
    expect(renumbered(['a', 'b', 'c', 'd'], { a: 4 })).toEqual(['b', 'c', 'd', 'a'])
    expect(renumbered(['a', 'b', 'c', 'd'], { a: 3, d: 1 })).toEqual(['d', 'b', 'a', 'c'])
    expect(renumbered(['a', 'b'], { a: 99 })).toEqual(['b', 'a'])
  })

  test('case 55: copied from a round with vanished courses, names them and adds the others at the end', () => {
    const earlier = [code(3), code(7), '101110110T', code(1)]
    expect(imported([code(1)], earlier, offer)).toEqual({
      choices: [code(1), code(3)],
      gone: [code(7), '101110110T'],
    })
    const all = { isOffered: () => true, isTfws: true }
    expect(imported(codes(299), [code(500), code(501)], all).choices).toHaveLength(maxChoices)
  })

  test('the difference of two lists describes the way from one to the other', () => {
    expect(differenceOf(['a', 'b', 'c'], ['c', 'a', 'd'])).toEqual({
      added: ['d'],
      removed: ['b'],
      moved: [
        { code: 'c', from: 3, to: 1 },
        { code: 'a', from: 1, to: 2 },
      ],
    })
    fc.assert(
      fc.property(list, (choices) => {
        expect(differenceOf(choices, choices)).toEqual({ added: [], removed: [], moved: [] })
      }),
    )
  })
})

describe('the outlook of a list', () => {
  test("a list is short if the last round's closing merit, or the number of seats before the first round, is too low for it", () => {
    const facts = { meritNumber: 100, count: 5, offered: 50, seats: 99, inReach: null }
    expect(outlookOf(facts).isShort).toBe(true)
    expect(outlookOf({ ...facts, seats: 100 }).isShort).toBe(false)
    expect(outlookOf({ ...facts, seats: 1000, inReach: 2 }).isShort).toBe(true)
    expect(outlookOf({ ...facts, inReach: 3 }).isShort).toBe(false)
    expect(outlookOf({ ...facts, count: 50 }).isShort).toBe(false)
  })
})
