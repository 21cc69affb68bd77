import { describe, expect, test } from 'vitest'
import { doubtsOfSeats, jumpKey, jumpsOf, lostSeats } from '#server/domain/seats/seat-findings.ts'
import type { CourseSeats, Seats } from '#server/domain/seats/seat-matrix.ts'

const course = (choiceCode: string, sanctioned: number, seats: Seats[] = []): CourseSeats => ({
  choiceCode,
  instituteCode: '9001',
  institute: 'Sample Institute',
  university: 'Sample University',
  district: 'MH-pune',
  status: 'Government',
  autonomy: 'Autonomous',
  minority: null,
  course: 'Sample Course',
  sanctioned,
  maharashtra: sanctioned,
  minoritySeats: 0,
  allIndia: 0,
  instituteLevel: 0,
  seats,
})
const a = '900110110'
const of = (ladies: number, general: number): Seats[] => [
  { seatType: 'LOPENS', count: ladies },
  { seatType: 'GOPENS', count: general },
  { seatType: 'AI', count: 40 },
]

describe('jumps', () => {
  test.each([
    [100, 120, []],
    [100, 80, []],
    [100, 121, ['intake']],
    [100, 79, ['intake']],
    [0, 0, []],
    [0, 1, ['intake']],
  ])('an intake of %s that becomes %s: %j', (was, is, rules) => {
    expect(jumpsOf([course(a, was)], [course(a, is)]).map(({ rule }) => rule)).toEqual(rules)
  })

  test('a choice code that is gone needs a reason; a new one does not', () => {
    expect(jumpsOf([course(a, 60)], [course('900210110', 60)])).toEqual([
      { choiceCode: a, rule: 'gone', was: 60, is: 0 },
    ])
  })

  test.each([
    [3, 7, []],
    [24, 76, []],
    [36, 64, []],
    [23, 77, ['ladies']],
    [37, 63, ['ladies']],
    [0, 10, ['ladies']],
    [0, 9, []],
    [0, 0, []],
  ])('%s seats for ladies beside %s general ones: %j', (ladies, general, rules) => {
    expect(jumpsOf(null, [course(a, 60, of(ladies, general))]).map(({ rule }) => rule)).toEqual(rules)
  })

  test('seats of a tuition fee waiver are for nobody in particular', () => {
    expect(jumpsOf(null, [course(`${a}T`, 60, [{ seatType: 'TFWS', count: 20 }])])).toEqual([])
  })

  test('stand by choice code, whatever their rule', () => {
    const [b, c] = ['900210110', '900310110']
    const found = jumpsOf([course(c, 9), course(b, 60), course(a, 60)], [course(b, 90), course(a, 60, of(0, 10))])
    expect(found.map(({ choiceCode, rule }) => `${choiceCode} ${rule}`)).toEqual([
      `${a} ladies`,
      `${b} intake`,
      `${c} gone`,
    ])
  })

  test('another number needs another reason', () => {
    const [one] = jumpsOf([course(a, 60)], [course(a, 90)])
    const [other] = jumpsOf([course(a, 60)], [course(a, 91)])
    expect(jumpKey(one!)).not.toBe(jumpKey(other!))
  })
})

describe('seats that candidates hold', () => {
  const held = [{ choiceCode: a, seatType: 'GOPENS', held: 5 }]

  test('fewer seats than are held is a loss', () => {
    expect(lostSeats(held, [course(a, 60, of(3, 7))], [course(a, 60, of(3, 4))])).toEqual([{ ...held[0], seats: 4 }])
    expect(lostSeats(held, [course(a, 60, of(3, 7))], [])).toEqual([{ ...held[0], seats: 0 }])
  })

  test('as many as are held, or as many as before, is none', () => {
    expect(lostSeats(held, [course(a, 60, of(3, 7))], [course(a, 60, of(3, 5))])).toEqual([])
    expect(lostSeats(held, [course(a, 60, of(3, 4))], [course(a, 60, of(3, 4))])).toEqual([])
    expect(lostSeats(held, null, [course(a, 60, of(3, 4))])).toEqual([])
  })
})

describe('what a spreadsheet may have changed in an edition (rules §8.3, §13.7)', () => {
  const doubts = (before: CourseSeats[] | null, after: CourseSeats[]) =>
    doubtsOfSeats(before, after).map(({ choiceCode, column, why }) => `${choiceCode} ${column} ${why}`)
  const b = '900210110'
  test.each<[string, Partial<CourseSeats>, string[]]>([
    ['nothing', {}, []],
    ['a name that is a day', { institute: '2024-08-05' }, [`${a} institute day-made`]],
    ['a name without letters', { course: '12' }, [`${a} course no-letters`]],
    ['a status in the place of the autonomy', { autonomy: 'Government' }, [`${a} autonomy other-column`]],
    ['a code with fewer digits', { instituteCode: '901' }, [`${a} institute_code digits-fewer`]],
  ])('%s', (_, changed, expected) => {
    const others = [course(b, 60), course('900310110', 60)].map((one, at) => ({
      ...one,
      instituteCode: `900${at + 2}`,
    }))
    expect(doubts([course(a, 60), ...others], [{ ...course(a, 60), ...changed }, ...others])).toEqual(expected)
  })

  test('is told once, at the first choice code', () => {
    const odd = (choiceCode: string) => ({ ...course(choiceCode, 60), university: '12' })
    expect(doubts(null, [odd(a), odd(b)])).toEqual([`${a} university no-letters`])
  })

  test('is seen in a new course by the institute that has it, also without the zeros of its code', () => {
    const [old, now] = [
      { ...course(a, 60), instituteCode: '0900' },
      { ...course(b, 60), instituteCode: '900' },
    ]
    expect(doubts([old], [now])).toEqual([`${b} institute_code zeros-gone`])
  })
})
