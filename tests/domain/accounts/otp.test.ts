import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { courses } from '#server/courses/courses.ts'
import {
  otpLength,
  otpPattern,
  otpRules,
  otpStanding,
  secondsUntilNextOtp,
  stepUpPurposes,
} from '#server/domain/accounts/otp.ts'
import { newOtp } from '#server/features/accounts/accounts/secrets.ts'
import { contract, parseForm } from '#server/http/shape.ts'
import { otpField } from '#server/http/step-up.ts'
import { textOfCode } from '#server/i18n/texts.ts'
import { hours, ist, minutes, seconds } from '#server/kernel/time.ts'

fc.configureGlobal({ seed: 2024 })

const now = ist('2024-08-01 12:00')
const limits = { perPurposeHourly: 5, perNumberHourly: 15 }
const wait = (samePurpose: readonly number[], all: readonly number[] = samePurpose, at: number = now) =>
  secondsUntilNextOtp({ now: at, samePurpose, all, limits })
/** `count` moments, `apart` ms from one another, the latest `ago` ms before now. */
const sends = (count: number, ago: number, apart: number = minutes(1)) =>
  Array.from({ length: count }, (_, n) => now - ago - n * apart)

test('the rules are those of rules §2.3 and §2.4: 10 minutes, 5 tries, 30 seconds; 5 an hour for a purpose and 15 in all', () => {
  expect(otpRules).toEqual({ lifetime: minutes(10), tries: 5, resendAfter: seconds(30), hour: hours(1) })
  for (const course of courses) expect(course.otpLimits).toMatchObject(limits)
})

test('the purposes are the irreversible acts of rules §2.9', () => {
  expect([...stepUpPurposes]).toEqual(
    'submit unlock change-mode change-mobile confirm-options unlock-options self-verify accept-seat cancel'.split(' '),
  )
})

test('the OTP as sent, its field and the texts about it have one length', () => {
  expect(newOtp()).toMatch(new RegExp(otpPattern))
  const refused = parseForm(contract({ otp: otpField }), { otp: '1'.repeat(otpLength - 1) })
  expect(refused).toMatchObject({ refusal: { fields: [{ code: 'otp.invalid', params: { digits: otpLength } }] } })
  for (const language of ['en', 'mr'] as const)
    expect(textOfCode(language, 'fault', 'otp.invalid', { digits: 9 })).toContain('9')
})

test('the first OTP can be sent at once', () => {
  expect(wait([])).toBe(0)
})

describe('"resend after 30 s"', () => {
  test.each([
    [0, 30],
    [1, 30],
    [1_000, 29],
    [29_000, 1],
    [29_999, 1],
    [30_000, 0],
    [30_001, 0],
  ])('%i ms after the last one: %i s', (ago, expected) => {
    expect(wait([now - ago])).toBe(expected)
  })

  test('counts for one purpose: an OTP for another does not delay it', () => {
    expect(wait([], [now - 1])).toBe(0)
  })

  test('counts from the latest one, in any order of the list', () => {
    expect(wait([now - 1_000, now - 50_000])).toBe(29)
    expect(wait([now - 50_000, now - 1_000])).toBe(29)
  })
})

describe('"at most 5 an hour per number and purpose"', () => {
  test('allows a fifth; a sixth must wait until the oldest of five is an hour old', () => {
    expect(wait(sends(4, minutes(1)))).toBe(0)
    expect(wait(sends(5, minutes(1)))).toBe(55 * 60)
  })

  test.each([
    [hours(1) - 1, 1],
    [hours(1), 0],
    [hours(1) + 1, 0],
    [hours(1) - 1_000, 1],
    [hours(1) - 1_001, 2],
  ])('with the oldest of five sent %i ms ago: %i s', (ago, expected) => {
    expect(wait([now - ago, ...sends(4, minutes(2))])).toBe(expected)
  })

  test('counts for one purpose: five for another do not use it up', () => {
    expect(wait([], sends(5, minutes(1)))).toBe(0)
  })
})

describe('"and 15 an hour in all"', () => {
  const fourteen = sends(14, minutes(2))

  test('allows a fifteenth for any purpose; a sixteenth must wait', () => {
    expect(wait([], fourteen)).toBe(0)
    expect(wait([], [...fourteen, now - minutes(40)])).toBe(20 * 60)
  })

  test.each([
    [hours(1) - 1, 1],
    [hours(1), 0],
    [hours(1) + 1, 0],
  ])('with the oldest of fifteen sent %i ms ago: %i s', (ago, expected) => {
    expect(wait([], [now - ago, ...fourteen])).toBe(expected)
  })
})

describe('no stranger can use up the OTPs of a purpose (rules §2.4)', () => {
  const waitOf = (own: readonly number[], samePurpose: readonly number[] = own) =>
    secondsUntilNextOtp({ now, samePurpose, all: samePurpose, own, limits })
  test.each<[string, number, number]>([
    ['within half an hour', minutes(30) - 1, 1],
    ['half an hour ago', minutes(30), 0],
  ])('a fourth waits for the first of three: %s', (_, ago, expected) => {
    expect(waitOf([now - ago, ...sends(2, minutes(1))])).toBe(expected)
  })

  test('the last of the hour is kept for one who has had none', () => {
    const others = sends(4, minutes(40))
    expect(waitOf([], others)).toBe(0)
    expect(waitOf(others.slice(0, 1), others)).toBe(17 * 60)
    expect(waitOf(others.slice(0, 1), others.slice(0, 3))).toBe(0)
  })
})

describe('strangers keep nobody from registering a number without an account (rules §2.4)', () => {
  const free = (own: readonly number[], samePurpose: readonly number[], all: readonly number[] = samePurpose) =>
    secondsUntilNextOtp({ now, samePurpose, all, own, isAnybodys: true, limits })

  test.each([
    ['just now', 0, 600],
    ['nine minutes ago', minutes(9), 60],
    ['a millisecond less than ten minutes ago', minutes(10) - 1, 1],
    ['ten minutes ago', minutes(10), 0],
  ])('beyond the five the next one is due when the newest has run out, sent %s', (_, ago, expected) => {
    expect(free([], sends(5, ago))).toBe(expected)
    expect(free(sends(3, ago), sends(5, ago)), 'also on the network of the strangers').toBe(expected)
  })

  test('the first five come as quickly as ever', () => {
    expect(free([], sends(4, seconds(30)))).toBe(0)
    expect(free([], sends(1, seconds(10)))).toBe(20)
  })

  test('fifteen an hour are the most for all purposes, and then the wait is the time until the first is an hour old', () => {
    const fifteen = sends(15, minutes(11), minutes(3))
    expect(free([], sends(2, minutes(11)), fifteen)).toBe(7 * 60)
    expect(free([], sends(2, minutes(11)), fifteen.slice(0, 14))).toBe(0)
  })

  type Send = { at: number; asker: number; purpose: 'registration' | 'change-mobile' }
  const networks = 40

  /** Strangers ask for OTPs of one number for three hours: `asks` at each second. What is left for its owner there is looked at each time. */
  function flood(
    asks: (second: number, may: (asker: number, purpose: Send['purpose']) => boolean) => void,
    owner: number,
  ) {
    const given: Send[] = []
    let at: number = now
    const left = (asker: number, purpose: Send['purpose']) => {
      const recent = given.filter((send) => send.at > at - hours(1))
      const same = recent.filter((send) => send.purpose === purpose)
      return secondsUntilNextOtp({
        now: at,
        samePurpose: same.map((send) => send.at),
        all: recent.map((send) => send.at),
        own: same.filter((send) => send.asker === asker).map((send) => send.at),
        isAnybodys: purpose === 'registration',
        limits,
      })
    }
    const may = (asker: number, purpose: Send['purpose']) => {
      const isGiven = left(asker, purpose) === 0
      if (isGiven) given.push({ at, asker, purpose })
      return isGiven
    }
    let most = 0
    /** Seconds at which neither the newest OTP proves the number nor there is another at once, on the owner's network. */
    const shut: number[] = []
    for (let second = 0; second < 3 * 3600; second++, at += 1000) {
      asks(second, may)
      const isOpen = given.some((send) => send.purpose === 'registration' && send.at > at - otpRules.lifetime)
      if (!isOpen && left(owner, 'registration') > 0) shut.push(second)
      most = Math.max(most, given.filter((send) => send.at > at - hours(1)).length)
    }
    expect(shut).toEqual([])
    return { given, most }
  }

  test.each<[string, number, Send['purpose'][]]>([
    ['registrations alone', networks, ['registration']],
    ['registrations, then changes', networks, ['registration', 'change-mobile']],
    ['changes, then registrations', networks, ['change-mobile', 'registration']],
    ['registrations and changes of one stranger', 1, ['change-mobile', 'registration']],
  ])(
    'asked for at each second (%s), there is always one that proves the number or another at once',
    (_, askers, purposes) => {
      const everySecond = (second: number, may: (asker: number, purpose: Send['purpose']) => boolean) => {
        for (const purpose of purposes) may(second % askers, purpose)
      }
      const { given, most } = flood(everySecond, 0)
      expect(most).toBeLessThanOrEqual(15)
      const registrations = given.filter(({ purpose }) => purpose === 'registration').map(({ at }) => at)
      for (const from of registrations)
        expect(registrations.filter((at) => at >= from && at < from + hours(1)).length).toBeLessThanOrEqual(10)
    },
  )

  test('however strangers choose their moments, nor is there a sixteenth in an hour', () => {
    const moment = fc.record({
      second: fc.integer({ min: 0, max: 3 * 3600 - 1 }),
      asker: fc.integer({ min: 0, max: networks - 1 }),
      isChange: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(moment, { minLength: 20, maxLength: 300 }), (moments) => {
        const { most } = flood((second, may) => {
          for (const { asker, isChange } of moments.filter((one) => one.second === second))
            may(asker, isChange ? 'change-mobile' : 'registration')
        }, 0)
        expect(most).toBeLessThanOrEqual(15)
      }),
      { numRuns: 5 },
    )
  })
})

test('the longest of the three waits counts', () => {
  const same = [now - 1_000, ...sends(4, minutes(50), seconds(40))]
  expect(wait(same)).toBe(Math.ceil((same.at(-1)! + hours(1) - now) / 1000))
  expect(wait([now - 1_000], [now - 1_000, ...sends(14, minutes(59), 1)])).toBe(60)
})

test('requests at any moments get no OTP within 30 s, no 6 of a purpose and no 16 in all within an hour', () => {
  const purposes = ['recovery', 'submit', 'unlock', 'cancel', 'login']
  const asked = fc.record({ after: fc.integer({ min: 0, max: 120_000 }), purpose: fc.constantFrom(...purposes) })
  fc.assert(
    fc.property(fc.array(asked, { minLength: 50, maxLength: 200 }), (asks) => {
      const given: { at: number; purpose: string }[] = []
      let at: number = now
      for (const { after, purpose } of asks) {
        at += after
        const recent = given.filter((send) => send.at > at - hours(1))
        const same = recent.filter((send) => send.purpose === purpose).map((send) => send.at)
        const left = wait(
          same,
          recent.map((send) => send.at),
          at,
        )
        const naive = same.every((sent) => at - sent >= 30_000) && same.length < 5 && recent.length < 15
        expect(left === 0).toBe(naive)
        if (left === 0) given.push({ at, purpose })
        else {
          // The stated wait is exact: the next OTP is allowed then, and not a second earlier.
          const all = recent.map((send) => send.at)
          expect(wait(same, all, at + seconds(left))).toBe(0)
          expect(wait(same, all, at + seconds(left - 1))).toBeGreaterThan(0)
        }
      }
    }),
    { numRuns: 50 },
  )
})

describe('the state of an OTP', () => {
  const otp = { expiresAt: now, attempts: 0, usedAt: null }

  test('is null if none was sent', () => {
    expect(otpStanding(undefined, now)).toBe('none')
  })

  test.each([
    [-1, 'open'],
    [0, 'expired'],
    [1, 'expired'],
  ])('%i ms before its end is %s', (later, expected) => {
    expect(otpStanding(otp, now + later)).toBe(expected)
  })

  test.each([
    [0, 'open'],
    [4, 'open'],
    [5, 'exhausted'],
    [6, 'exhausted'],
  ])('after %i wrong attempts is %s', (attempts, expected) => {
    expect(otpStanding({ ...otp, attempts }, now - 1)).toBe(expected)
  })

  test('is used once it is used, whatever else applies', () => {
    expect(otpStanding({ ...otp, usedAt: now - 5 }, now - 1)).toBe('used')
    expect(otpStanding({ ...otp, usedAt: 0 }, now - 1)).toBe('used')
    expect(otpStanding({ expiresAt: now, attempts: 9, usedAt: now - 5 }, now + 1)).toBe('used')
  })

  test('is expired if it expires after too many attempts', () => {
    expect(otpStanding({ ...otp, attempts: 9 }, now)).toBe('expired')
  })
})
