import { expect, test } from 'vitest'
import { isMockTime, mockAt } from '#server/domain/allotment/mock.ts'
import { candidateActs, lookupOf, mostFound, searchLimit } from '#server/domain/desk/help-desk.ts'
import { bulkRules, idsIn } from '#server/domain/messages/audience.ts'
import { feedbackRules, ratings } from '#server/domain/messages/feedback.ts'
import { institutesWithOwnSeats, mayRegisterInterest } from '#server/domain/seats/non-cap.ts'
import { hours, type Instant, ist, minutes, plus } from '#server/kernel/time.ts'

test.each<[string, object | null]>([
  ['ml24100005', { by: 'application-id', value: 'ML24100005' }],
  ['98123 45678', { by: 'mobile', value: '9812345678' }],
  ['asha@example.org', { by: 'email', value: 'asha@example.org' }],
  ['Asha  Patil', { by: 'name', words: ['asha', 'patil'] }],
  ['Asa', { by: 'name', words: ['asa'] }],
  ['As', null],
  ['Asha 2', null],
  ['@asha', null],
  ['asha@', null],
  ['', null],
])('%j at the help desk is %j', (typed, lookup) => {
  expect(lookupOf(typed)).toEqual(lookup)
})

test('the limits of the help desk, of bulk messages and of feedback', () => {
  expect(candidateActs).toEqual({ resend: { most: 5, window: hours(1) }, unlock: { most: 3, window: hours(24) } })
  expect([mostFound, searchLimit.most, searchLimit.window]).toEqual([20, 60, minutes(10)])
  expect(bulkRules).toEqual({
    smsEn: 160,
    smsMr: 268,
    title: 120,
    body: 2000,
    perTick: 300,
    perLook: 1000,
    sample: 5,
    listed: 5000,
  })
  expect(feedbackRules).toEqual({
    maxCharacters: 1000,
    perDay: 5,
    perNetworkHourly: 10,
    together: { most: 100, within: minutes(10) },
  })
  expect(ratings).toEqual([1, 2, 3, 4, 5])
  expect(idsIn('ml24100005, ML24100005\nML24100006')).toEqual(['ML24100005', 'ML24100006'])
})

test('a mock allotment runs once its share of the time for options has passed, and not after it', () => {
  const options = { opensAt: 100, closesAt: 301 }
  expect(mockAt(options, 0.25)).toBe(150)
  expect([mockAt(options, null), mockAt(undefined, 0.5), mockAt({ ...options, closesAt: null }, 0.5)]).toEqual([
    null,
    null,
    null,
  ])
  const isTime = (at: number, share: number | null = 0.25) => isMockTime(options, share, at as Instant)
  expect([149, 150, 300, 301].map((at) => isTime(at))).toEqual([false, true, true, false])
  expect(isTime(200, null)).toBe(false)
})

test('institutes with seats of their own stand by name, with the sum of their seats', () => {
  const course = (instituteCode: string, institute: string, instituteLevel: number) => ({
    choiceCode: `${instituteCode}-${instituteLevel}`,
    instituteCode,
    institute,
    district: 'MH-pune',
    instituteLevel,
  })
  const found = institutesWithOwnSeats([
    course('3', 'Beta', 1),
    course('2', 'Alpha', 2),
    course('2', 'Alpha', 3),
    course('1', 'Beta', 4),
    course('4', 'Gamma', 0),
  ])
  expect(found.map(({ code, seats }) => `${code} ${seats}`)).toEqual(['2 5', '1 4', '3 1'])
  expect(found[0]!.choiceCodes).toEqual(['2-2', '2-3'])
})

test('interest in such seats needs a submitted form and the time for late registration', () => {
  const now = ist('2024-08-10 12:00')
  const window = { opensAt: now, closesAt: plus(now, 1) }
  const may = (facts: object = {}, at = now, of: typeof window | undefined = window) => {
    const result = mayRegisterInterest({ submittedAt: 1, excludedAt: null, ...facts }, of, at)
    return result.ok ? 'yes' : result.refusal.code
  }
  expect(may()).toBe('yes')
  expect(may({ submittedAt: null })).toBe('non-cap-not-submitted')
  expect(may({ excludedAt: 1 })).toBe('non-cap-excluded')
  expect(may({}, plus(now, 1))).toBe('non-cap-closed')
  expect(may({}, now, null as never)).not.toBe('yes')
})
