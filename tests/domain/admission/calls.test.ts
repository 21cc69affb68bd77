import { expect, test } from 'vitest'
import { bandOf, byInstitute, countsOf, inOrderOfDeadline, mayCall, type Owed } from '#server/domain/admission/calls.ts'
import { hours, type Instant, ist } from '#server/kernel/time.ts'

const now = ist('2024-08-30 12:00')
const inHours = (count: number, more = 0) => (now + hours(count) + more) as Instant

test.each<[Instant | null, string]>([
  [inHours(-1), '1'],
  [inHours(1), '1'],
  [inHours(1, 1), '6'],
  [inHours(6), '6'],
  [inHours(6, 1), '24'],
  [inHours(24, 1), '48'],
  [inHours(48), '48'],
  [inHours(48, 1), 'more'],
  [null, 'more'],
])('the time left until %s is in the band %s', (by, band) => {
  expect(bandOf(by, now)).toBe(band)
})

const owed = (candidateId: number, act: Owed['act'], by: Instant | null, instituteCode: string): Owed => ({
  candidateId,
  act,
  by,
  instituteCode,
})
const all = [
  owed(1, 'verify', inHours(5), '9002'),
  owed(2, 'pay', inHours(1), '9001'),
  owed(3, 'verify', inHours(5), '9001'),
  owed(4, 'verify', null, '9003'),
  owed(5, 'verify', inHours(5), '9001'),
]
const bands = (counts: object) => ({ 1: 0, 6: 0, 24: 0, 48: 0, more: 0, ...counts })

test('what is owed is counted by act and by institute', () => {
  const counts = countsOf(all, ['verify', 'decide', 'pay'], now)
  expect(counts.total).toBe(5)
  expect(counts.acts).toEqual([
    { act: 'verify', bands: bands({ 6: 3, more: 1 }), total: 4 },
    { act: 'decide', bands: bands({}), total: 0 },
    { act: 'pay', bands: bands({ 1: 1 }), total: 1 },
  ])
  expect(byInstitute(counts)).toEqual([
    { code: '9001', bands: bands({ 1: 1, 6: 2 }), total: 3 },
    { code: '9002', bands: bands({ 6: 1 }), total: 1 },
    { code: '9003', bands: bands({ more: 1 }), total: 1 },
  ])
  expect(byInstitute(counts, 'pay')).toEqual([{ code: '9001', bands: bands({ 1: 1 }), total: 1 }])
  expect(byInstitute(counts, 'verify').map(({ total }) => total)).toEqual([2, 1, 1])
  const turned = { institutes: [...counts.institutes].reverse() }
  expect(byInstitute(turned).map(({ code }) => code)).toEqual(['9001', '9002', '9003'])
})

test('the next deadline is phoned first, then by candidate, and those without one last', () => {
  expect(inOrderOfDeadline(all).map(({ candidateId }) => candidateId)).toEqual([2, 1, 3, 5, 4])
})

test('nobody phones a candidate whom somebody has begun to call since', () => {
  expect(mayCall(3, 3).ok).toBe(true)
  expect(mayCall(4, 3)).toMatchObject({ ok: false, refusal: { code: 'called-meanwhile', status: 409 } })
})
