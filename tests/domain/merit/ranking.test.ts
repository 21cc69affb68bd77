import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mbale, scd } from '#server/courses/courses.ts'
import { meritDiff } from '#server/domain/merit/diff.ts'
import { listsOf, mayPrepare, publicationAt } from '#server/domain/merit/lists.ts'
import {
  type CgpaVerdict,
  compareShares,
  criteriaKept,
  listsFrom,
  type MeritCandidate,
  meritCandidate,
  percentageShown,
  type Ranked,
  rank,
  type Share,
} from '#server/domain/merit/ranking.ts'
import type { MeritCriterion } from '#server/domain/terms/criteria.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import { answersWith, ashasAnswers, kiransAnswers, ravisAnswers } from '#tests/support/answers.ts'

fc.configureGlobal({ seed: 2024 })

const { merit: criteria } = mbale
const { merit: scienceCriteria } = scd

const ranked = (answers: Answers, cgpa: CgpaVerdict | null = null) =>
  meritCandidate(
    { candidateId: 1, userId: 'ML24100001', fullName: 'Asha Patil', answers, cgpa },
    criteria,
    mbale.form.eligibility,
  )
const qualified = (changes: Record<string, string | undefined>) =>
  answersWith(ashasAnswers, { 'qualifications-details': changes })
const diploma = (answers: Answers) =>
  meritCandidate(
    { candidateId: 1, userId: 'SC24100001', fullName: 'Ravi', answers, cgpa: null },
    scienceCriteria,
    scd.form.eligibility,
  )
const withCgpa = (percentage: string) =>
  qualified({
    degreeResult: 'cgpa',
    degreeMarks: undefined,
    degreeOutOf: undefined,
    cgpa: '7.5',
    cgpaScale: '10',
    cgpaPercentage: percentage,
  })

describe('the ranking facts of a form', () => {
  test('for management: degree, then HSC or diploma, then SSC, then age', () => {
    const { candidate, findings } = ranked(ashasAnswers)
    expect(findings).toEqual([])
    expect(candidate).toMatchObject({ type: 'A', category: 'SC' })
    expect(candidate!.shares.slice(0, 3)).toEqual([
      { over: 1880, under: 4000 },
      { over: 468, under: 650 },
      { over: 4325, under: 5000 },
    ])
    expect(criteriaKept(candidate!.shares, criteria)).toBe(
      '{"degree":[1880,4000],"hsc-or-diploma":[468,650],"ssc":[4325,5000],"birth-date":"2001-05-31"}',
    )
  })

  test('a candidate with a diploma is compared by it', () => {
    const answers = qualified({ afterSsc: 'diploma', diplomaMarks: '512.25', diplomaOutOf: '700' })
    expect(ranked(answers).candidate!.shares[1]).toEqual({ over: 51_225, under: 70_000 })
  })

  test('for the diploma course: the three sciences together, Mathematics, Physics, HSC, SSC; Biology for OMS', () => {
    const { candidate } = diploma(ravisAnswers)
    expect(candidate!.shares.slice(0, 5)).toEqual([
      { over: 78 + 81 + 88, under: 300 },
      { over: 88, under: 100 },
      { over: 78, under: 100 },
      { over: 498, under: 600 },
      { over: 540, under: 625 },
    ])
    const ofState = answersWith(ravisAnswers, {
      'type-of-candidature': { type: 'A' },
      'qualifications-details': { mathematics: '60', mathematicsOutOf: '100' },
    })
    expect(diploma(ofState).candidate!.shares[1]).toEqual({ over: 60, under: 100 })
  })

  test('the marks of an ITI course take the place of every mark of HSC', () => {
    const { candidate, findings } = diploma(kiransAnswers)
    const iti = { over: 10_505, under: 14_000 }
    expect([candidate!.shares.slice(0, 5), findings]).toEqual([[iti, iti, iti, iti, { over: 390, under: 500 }], []])
    const oms = diploma(answersWith(kiransAnswers, { 'type-of-candidature': { type: 'OMS' } }))
    expect([oms.candidate, oms.findings[0]!.finding]).toEqual([null, 'not-eligible'])
  })

  test('the percentage on a verified conversion certificate replaces the one in the form', () => {
    const answers = withCgpa('71.5')
    expect(ranked(answers).candidate!.shares[0]).toEqual({ over: 715, under: 1000 })
    expect(ranked(answers).findings.map(({ finding }) => finding)).toEqual(['cgpa-unverified'])
    const verified = ranked(answers, { verdict: 'verified', percentage: '68.25' })
    expect([verified.candidate!.shares[0], verified.findings]).toEqual([{ over: 6825, under: 10_000 }, []])
    const rejected = ranked(answers, { verdict: 'rejected', percentage: '68.25' })
    expect([rejected.candidate, rejected.findings[0]!.finding]).toEqual([null, 'cgpa-rejected'])
  })

  test('a candidate not eligible by the verified percentage is in no list', () => {
    const { candidate, findings } = ranked(withCgpa('71.5'), { verdict: 'verified', percentage: '44.99' })
    expect([candidate, findings.map(({ finding }) => finding)]).toEqual([null, ['not-eligible']])
  })

  test.each([
    ['no degree marks', { degreeMarks: undefined }, 'missing-marks', 'degree'],
    ['marks in words', { sscMarks: 'four hundred' }, 'missing-marks', 'ssc'],
    ['marks out of zero', { hscOutOf: '0' }, 'missing-marks', 'hsc-or-diploma'],
    ['marks above the maximum', { sscMarks: '500.5' }, 'impossible-marks', 'ssc'],
  ])('%s: the candidate is not ranked, and the report says so', (_, changes, finding, about) => {
    const { candidate, findings } = ranked(qualified(changes))
    expect(candidate).toBeNull()
    expect(findings).toEqual([{ userId: 'ML24100001', finding, about }])
  })

  test('a subject above its maximum is found, even if the total is plausible', () => {
    const answers = answersWith(ravisAnswers, { 'qualifications-details': { biology: '101' } })
    expect(diploma(answers).findings.map(({ finding, about }) => [finding, about])).toContainEqual([
      'impossible-marks',
      'pcm',
    ])
  })

  test('an empty form is reported, not ranked', () => {
    expect(ranked({}).candidate).toBeNull()
    expect(ranked({}).findings[0]).toMatchObject({ finding: 'missing-marks' })
  })

  test('a percentage is cut off, not rounded', () => {
    expect(percentageShown({ over: 2, under: 3 })).toBe('66.6666')
    expect(percentageShown({ over: 1880, under: 4000 })).toBe('47.0000')
    expect(percentageShown({ over: 1, under: 3000 })).toBe('0.0333')
    expect(percentageShown({ over: 1, under: 1 })).toBe('100.0000')
  })
})

const share: fc.Arbitrary<Share> = fc.oneof(
  // Few values, so that ties are frequent; equal shares in different terms; and the finest marks that a form accepts.
  fc.record({ over: fc.integer({ min: 0, max: 4 }), under: fc.constantFrom(4, 8) }),
  fc.record({
    over: fc.integer({ min: 333_333_331, max: 333_333_335 }),
    under: fc.constantFrom(999_999_999, 1_000_000_000),
  }),
  fc
    .tuple(fc.integer({ min: 0, max: 999_999_999_999_999 }), fc.integer({ min: 1, max: 999_999_999_999_999 }))
    .map(([a, b]) => ({ over: Math.min(a, b), under: Math.max(a, b) })),
)
const someCriteria: readonly MeritCriterion[] = ['degree', 'hsc-or-diploma', 'ssc']
const cohort = fc
  .array(fc.tuple(share, share, share, fc.constantFrom('A', 'E', 'OMS', 'J-2')), { maxLength: 30 })
  .map((people) =>
    people.map(
      ([a, b, c, type], n): MeritCandidate => ({
        candidateId: n + 1,
        userId: `ML24${100_001 + n}`,
        fullName: 'X',
        type: type as MeritCandidate['type'],
        category: 'OPEN',
        shares: [a, b, c],
      }),
    ),
  )
const larger = (a: Share, b: Share) => {
  const [left, right] = [BigInt(a.over) * BigInt(b.under), BigInt(b.over) * BigInt(a.under)]
  return left === right ? 0 : left > right ? -1 : 1
}
const idsOf = (list: readonly Ranked[]) => list.map(({ candidate }) => candidate.userId)

describe('the order', () => {
  test('compares shares exactly for all numbers', () => {
    fc.assert(fc.property(share, share, (a, b) => Math.sign(compareShares(a, b)) === larger(a, b)))
    expect(compareShares({ over: 450, under: 500 }, { over: 900, under: 1000 })).toBe(0)
    // Both are 0.3333333333333333 as doubles.
    const [less, more] = [
      { over: 333_333_333_333_333, under: 999_999_999_999_999 },
      { over: 333_333_333_333_332, under: 999_999_999_999_996 },
    ]
    expect([less.over / less.under, Math.sign(compareShares(less, more))]).toEqual([
      more.over / more.under,
      larger(less, more),
    ])
  })

  test('follows each criterion in turn, and then the Application ID', () => {
    fc.assert(
      fc.property(cohort, (people) => {
        const naive = [...people].sort((a, b) => {
          const differences = a.shares.map((mine, n) => larger(mine, b.shares[n]!))
          return differences.find((difference) => difference !== 0) ?? (a.userId < b.userId ? -1 : 1)
        })
        expect(idsOf(rank(people, someCriteria))).toEqual(naive.map(({ userId }) => userId))
      }),
      { numRuns: 500 },
    )
  })

  test('lists each candidate once, and shuffling the input changes nothing', () => {
    const shuffled = cohort.chain((people) =>
      fc.tuple(fc.constant(people), fc.shuffledSubarray(people, { minLength: people.length })),
    )
    fc.assert(
      fc.property(shuffled, ([people, mixed]) => {
        const list = rank(people, someCriteria)
        expect(new Set(idsOf(list)).size).toBe(people.length)
        expect(rank(mixed, someCriteria)).toEqual(list)
      }),
    )
  })

  test('never gives a candidate a worse place in any list for higher marks', () => {
    const raised = cohort.chain((people) =>
      fc.tuple(fc.constant(people), fc.nat(), fc.nat({ max: 2 }), fc.integer({ min: 0, max: 3 })),
    )
    fc.assert(
      fc.property(raised, ([people, who, criterion, by]) => {
        if (!people.length) return
        const one = people[who % people.length]!
        const shares = one.shares.map((old, n) =>
          n === criterion ? { ...old, over: Math.min(old.under, old.over + by) } : old,
        )
        // Everyone else keeps their shares.
        const better = people.map((person) => (person === one ? { ...one, shares } : person))
        const placesIn = (all: readonly MeritCandidate[]) =>
          listsFrom(rank(all, someCriteria), someCriteria).map(({ entries }) => idsOf(entries).indexOf(one.userId))
        const [before, after] = [placesIn(people), placesIn(better)]
        for (const [n, place] of after.entries()) expect(place).toBeLessThanOrEqual(before[n]!)
      }),
    )
  })

  test('names the deciding criterion: all earlier ones are equal, and the higher candidate is better in it', () => {
    fc.assert(
      fc.property(cohort, (people) => {
        for (const { entries } of listsFrom(rank(people, someCriteria), someCriteria)) {
          expect(entries[0]?.decidedBy ?? null).toBeNull()
          for (const [n, { candidate, decidedBy }] of entries.entries()) {
            if (n === 0) continue
            const above = entries[n - 1]!.candidate
            const at = someCriteria.indexOf(decidedBy as MeritCriterion)
            const alike = at < 0 ? someCriteria.length : at
            for (let c = 0; c < alike; c++) expect(larger(above.shares[c]!, candidate.shares[c]!)).toBe(0)
            if (at < 0) expect([decidedBy, above.userId < candidate.userId]).toEqual(['application-id', true])
            else expect(larger(above.shares[at]!, candidate.shares[at]!)).toBe(-1)
          }
        }
      }),
    )
  })

  test('is the same in each list, which has its own types', () => {
    expect(listsOf('E')).toEqual(['state', 'all-india'])
    expect(listsOf('OMS')).toEqual(['all-india'])
    expect(listsOf('J-3')).toEqual(['jk', 'all-india'])
    fc.assert(
      fc.property(cohort, (people) => {
        const whole = rank(people, someCriteria)
        for (const { list, entries } of listsFrom(whole, someCriteria)) {
          const own = whole.filter(({ candidate }) => listsOf(candidate.type).includes(list))
          expect(idsOf(entries)).toEqual(idsOf(own))
        }
      }),
    )
  })

  const equal = (nth: number, changes: Partial<Record<MeritCriterion, Share>> = {}): MeritCandidate => ({
    candidateId: nth,
    userId: `ML24${100_000 + nth}`,
    fullName: 'X',
    type: 'A',
    category: 'OPEN',
    shares: criteria.map((criterion) => changes[criterion] ?? { over: 1, under: 2 }),
  })

  test('case 56: ties in every criterion are decided by the next one, and at last by the Application ID', () => {
    const more = { over: 51, under: 100 }
    const people = [equal(9), equal(8), equal(7, { 'birth-date': more }), equal(6, { ssc: more })]
    people.push(equal(5, { 'hsc-or-diploma': more }), equal(4, { degree: more }))
    expect(rank(people, criteria).map(({ candidate, decidedBy }) => [candidate.candidateId, decidedBy])).toEqual([
      [4, null],
      [5, 'degree'],
      [6, 'hsc-or-diploma'],
      [7, 'ssc'],
      [8, 'birth-date'],
      [9, 'application-id'],
    ])
  })

  test('case 57: works with equal merits, and without candidates', () => {
    const people = Array.from({ length: 50 }, (_, n) => equal(50 - n))
    const list = rank(people, criteria)
    expect(list.map(({ candidate }) => candidate.candidateId)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
    expect(new Set(list.slice(1).map(({ decidedBy }) => decidedBy))).toEqual(new Set(['application-id']))
    expect(listsFrom(rank([], criteria), criteria).map(({ entries }) => entries.length)).toEqual([0, 0, 0])
  })

  test('continues after Application ID 999999', () => {
    const people = [equal(1_000_000), equal(2)]
    expect(idsOf(rank(people, criteria))).toEqual(['ML24100002', 'ML241100000'])
  })
})

describe('editions', () => {
  const edition = (stage: 'provisional' | 'final', state: 'prepared' | 'published' | 'discarded') => ({ stage, state })

  test('are prepared one at a time for each stage, and the final one after the provisional one', () => {
    expect(mayPrepare('provisional', null, [])).toEqual({ ok: true, value: undefined })
    expect(mayPrepare('final', null, [])).toMatchObject({ refusal: { code: 'merit-provisional-first' } })
    expect(mayPrepare('provisional', null, [edition('provisional', 'prepared')])).toMatchObject({
      refusal: { code: 'merit-in-hand' },
    })
    expect(mayPrepare('provisional', null, [edition('provisional', 'discarded')]).ok).toBe(true)
    const published = [edition('provisional', 'published')]
    expect(mayPrepare('final', null, published).ok).toBe(true)
    expect(mayPrepare('provisional', null, published)).toMatchObject({
      refusal: { fields: [{ code: 'meritReason.required' }] },
    })
    expect(mayPrepare('provisional', 'A court order', published).ok).toBe(true)
    expect(mayPrepare('provisional', 'A court order', [...published, edition('final', 'published')])).toMatchObject({
      refusal: { code: 'merit-final-is-out' },
    })
  })

  test('are published at the scheduled time, at once if it has passed, and never without one', () => {
    expect(publicationAt(100, 50)).toBe(100)
    expect(publicationAt(100, 150)).toBe(150)
    expect(publicationAt(undefined, 150)).toBeNull()
  })

  test('are compared: candidates who entered, left, were ranked by other facts, or only moved with the others', () => {
    const place = (userId: string, meritNumber: number, criteria = 'same') => ({ userId, meritNumber, criteria })
    const before = new Map([place('a', 1), place('b', 2), place('c', 3)].map((one) => [one.userId, one]))
    const diff = meritDiff('state', before, [place('d', 1), place('a', 2), place('c', 3, 'other')])
    expect(diff).toEqual({
      list: 'state',
      entered: 1,
      left: 1,
      changed: 1,
      moved: 1,
      first: [
        { list: 'state', userId: 'b', before: 2, after: null },
        { list: 'state', userId: 'c', before: 3, after: 3 },
        { list: 'state', userId: 'd', before: null, after: 1 },
      ],
    })
  })

  test('name the first hundred', () => {
    const all = Array.from({ length: 101 }, (_, n) => ({ userId: String(1100 - n), meritNumber: n + 1, criteria: '' }))
    const { entered, first } = meritDiff('state', new Map(), all)
    expect([entered, first.length, first[0]?.userId, first.at(-1)?.userId]).toEqual([101, 100, '1000', '1099'])
  })
})
