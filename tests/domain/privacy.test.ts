import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { mbale } from '#server/courses/courses.ts'
import { isWithoutDelay, noticeDueAt, openNotices } from '#server/domain/privacy/breaches.ts'
import { erasureOf, isWhole } from '#server/domain/privacy/erasure.ts'
import { noticeVersion, purposes } from '#server/domain/privacy/purposes.ts'
import { mayAnswer } from '#server/domain/privacy/requests.ts'
import { retentionDates, seasonEnd } from '#server/domain/privacy/retention.ts'
import { translate } from '#server/i18n/texts.ts'
import { languages } from '#server/kernel/languages.ts'
import { days, hours, ist } from '#server/kernel/time.ts'

const { retention } = mbale.personalData

test('whoever changes the words of the notice, or what it lists, raises its version', () => {
  const words = purposes.map(({ key, basis, recipients, keptAs }) => [
    key,
    basis,
    ...recipients,
    ...keptAs,
    ...languages.flatMap((language) => [
      translate(language, `purposes:${key}`),
      translate(language, `purposes:${key}.data`),
    ]),
  ])
  const fingerprint = createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 12)
  // Another fingerprint: raise `noticeVersion`, then write both here.
  expect([noticeVersion, fingerprint]).toEqual([3, '7b702f553e78'])
})

describe('an erasure', () => {
  const facts = {
    record: 'unfinished',
    isMoneyPending: false,
    hasPaid: false,
    seasonEndsAt: ist('2024-10-10 17:00'),
  } as const

  test('takes all of a form that was never submitted but its money and the log', () => {
    const outcome = erasureOf({ ...facts, hasPaid: true }, retention)
    if (outcome === 'money-pending') throw new Error('nothing is pending')
    expect(isWhole(outcome)).toBe(true)
    expect(outcome.kept).toEqual([
      { part: 'payments', why: 'accounts', until: facts.seasonEndsAt + days(retention.payments.erase) },
      { part: 'audit', why: 'security', until: null },
    ])
  })

  test.each([
    ['applicants', 'record'],
    ['admitted', 'admission'],
  ] as const)('leaves the record of %s for its time and says why', (record, why) => {
    const outcome = erasureOf({ ...facts, record }, retention)
    expect(outcome).toMatchObject({ erased: ['optional'] })
    expect(outcome).toHaveProperty('kept.0', {
      part: 'account',
      why,
      until: facts.seasonEndsAt + days(retention[record].erase),
    })
  })

  test('waits for money under way, whatever the record', () => {
    for (const record of ['unfinished', 'applicants', 'admitted'] as const)
      expect(erasureOf({ ...facts, record, isMoneyPending: true }, retention)).toBe('money-pending')
  })

  test('is carried out after 72 hours; a refusal and any other request need no wait', () => {
    const request = { kind: 'erasure', state: 'open', filedAt: 0 } as const
    expect(mayAnswer(request, 'done', hours(72) - 1).ok).toBe(false)
    expect(mayAnswer(request, 'done', hours(72)).ok).toBe(true)
    expect(mayAnswer(request, 'refused', 0).ok).toBe(true)
    expect(mayAnswer({ ...request, kind: 'complaint' }, 'done', 0).ok).toBe(true)
    const again = mayAnswer({ ...request, state: 'refused' }, 'done', hours(72))
    expect(again).toMatchObject({ refusal: { code: 'data-request-decided', status: 409 } })
    expect(mayAnswer(request, 'done', 0)).toMatchObject({ refusal: { code: 'erasure-too-soon', status: 409 } })
  })
})

test('retention counts from the last instant of the schedule; a season without dates has no end', () => {
  const end = seasonEnd([
    { opensAt: 1, closesAt: 5 },
    { opensAt: 9, closesAt: null },
  ])
  expect(end).toBe(9)
  expect(retentionDates({ restrict: 1, erase: 2 }, end)).toEqual({ restrictAt: 9 + days(1), eraseAt: 9 + days(2) })
  expect([seasonEnd([]), retentionDates({ restrict: null, erase: 2 }, null)]).toEqual([null, null])
})

test('after a breach people and Board are told at once, CERT-In within 6 hours, and the report follows in 72 (rules §13.6)', () => {
  const noticedAt = hours(100)
  const notices = openNotices({ 'cert-in': null, people: null, board: null, report: null }, noticedAt)
  expect(notices.map((notice) => `${notice} ${(noticeDueAt(notice, noticedAt) - noticedAt) / hours(1)}`)).toEqual([
    'people 0',
    'board 0',
    'cert-in 6',
    'report 72',
  ])
  expect(notices.filter(isWithoutDelay)).toEqual(['people', 'board'])
  expect(openNotices({ 'cert-in': 1, people: null, board: 0, report: null }, noticedAt)).toEqual(['people', 'report'])
})
