import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mbale } from '#server/courses/courses.ts'
import { checkStep } from '#server/domain/application/form/check.ts'
import { eligibilityOf } from '#server/domain/application/form/eligibility.ts'
import { atMost, compareFractions, fractionOf, percentageText } from '#server/domain/terms/percentage.ts'
import { answersWith, ashasAnswers, lateralForms, obc, ravisAnswers } from '#tests/support/answers.ts'

const rules = mbale.form.eligibility
const open = { category: 'OPEN', ews: 'no' }
const disabled = { ...open, disability: 'yes', disabilityType: 'low-vision', disabilityPercent: '40' }

type Changes = Record<string, string>
const eligibility = (category: Changes, qualifications: Changes, type = 'A') =>
  eligibilityOf(
    answersWith(ashasAnswers, {
      'type-of-candidature': { type },
      'category-details': category,
      'qualifications-details': qualifications,
    }),
    rules,
  )
const marks = (degreeMarks: string, degreeOutOf: string) => ({ degreeResult: 'marks', degreeMarks, degreeOutOf })
const cgpa = (cgpaPercentage: string) => ({ degreeResult: 'cgpa', cgpa: '6.1', cgpaScale: '10', cgpaPercentage })

describe('eligible: a degree of at least four years with 50 %, or 45 % for Maharashtra reserved categories and persons with disability (rules §3.6)', () => {
  test.each([
    ['Open, 50 % exactly', open, marks('2000', '4000')],
    ['Open, 50 % of an odd total', open, marks('1666.5', '3333')],
    ['OBC, 45 % exactly', obc, marks('1800', '4000')],
    ['disabled, 45 % exactly', disabled, marks('1800', '4000')],
    ['Open, 50 % as the university states it', open, cgpa('50')],
    ['Open, five years', open, { ...marks('2000', '4000'), degreeYears: '5' }],
  ])('%s', (_, category, qualifications) => {
    expect(eligibility(category, qualifications)).toEqual({ isEligible: true })
  })

  test.each([
    ['Open, half a mark short', open, marks('1999.5', '4000'), '49.98', 50],
    ['Open, a thousandth short', open, marks('1999.999', '4000'), '49.99', 50],
    ['OBC, a mark short', obc, marks('1799', '4000'), '44.97', 45],
    ['Open, by conversion certificate', open, cgpa('49.999'), '49.99', 50],
    [
      'OBC without a validity application is Open',
      { ...obc, validityStatus: 'not-applied' },
      marks('1999', '4000'),
      '49.97',
      50,
    ],
  ])('not: %s', (_, category, qualifications, percentage, percent) => {
    expect(eligibility(category, qualifications)).toEqual({
      isEligible: false,
      reason: 'percentage-too-low',
      percentage,
      percent,
    })
  })

  test('not: a reserved category of a candidate from outside the state', () => {
    expect(eligibility(obc, marks('1900', '4000'), 'OMS')).toMatchObject({ percent: 50 })
  })

  test('not: a degree of three years with any marks', () => {
    expect(eligibility(open, { ...marks('4000', '4000'), degreeYears: '3' })).toEqual({
      isEligible: false,
      reason: 'degree-too-short',
      years: 3,
      minimumYears: 4,
    })
  })

  test('unknown before the qualifications are answered', () => {
    expect(eligibilityOf({ 'type-of-candidature': { mode: '1', type: 'A' } }, rules)).toBeNull()
  })

  test('the diploma course requires subjects, not a percentage', () => {
    expect(eligibilityOf(ravisAnswers, { of: 'hsc-science', isItiEnough: true })).toEqual({ isEligible: true })
  })

  test.each([
    ['A', true, true],
    ['E', true, true],
    ['OMS', true, false],
    ['A', false, false],
  ])('an ITI certificate, type %s, in a season that takes it: %s', (type, isItiEnough, isEligible) => {
    const answers = answersWith(ravisAnswers, {
      'type-of-candidature': { type },
      'qualifications-details': { qualifyingExam: 'iti' },
    })
    expect(eligibilityOf(answers, { of: 'hsc-science', isItiEnough })).toMatchObject({ isEligible })
  })

  test('a candidate who is not eligible sees the required percentage beside the marks on saving', () => {
    const save = (changes: Changes) => {
      const answers = answersWith(ashasAnswers, { 'category-details': open, 'qualifications-details': changes })
      return checkStep(
        lateralForms['qualifications-details'],
        answers['qualifications-details']!,
        answers,
        '2024-07-20',
      )
    }
    expect(save({ degreeMarks: '1880' })).toMatchObject({
      refusal: {
        fields: [{ field: 'degreeMarks', code: 'percentage-too-low', params: { percentage: '47.00', percent: 50 } }],
      },
    })
    expect(save(cgpa('47 %'))).toMatchObject({
      refusal: { fields: [{ field: 'cgpaPercentage', code: 'percentage-too-low' }] },
    })
    expect(save({ degreeYears: '3' })).toMatchObject({
      refusal: { fields: [{ field: 'degreeYears', code: 'degree-too-short', params: { years: 3, minimumYears: 4 } }] },
    })
  })
})

describe('percentages are exact', () => {
  const thousandths = (n: number) => `${Math.floor(n / 1000)}.${String(n % 1000).padStart(3, '0')}`

  test.each([
    ['612.5', '850', '72.05'],
    ['2', '3', '66.66'],
    ['999999', '1000000', '99.99'],
    ['850', '850', '100.00'],
    ['0', '850', '0.00'],
    ['1', '3000', '0.03'],
  ])('%s of %s is %s %%', (got, outOf, text) => {
    expect(percentageText(fractionOf(got, outOf)!)).toBe(text)
  })

  test.each([
    ['', '850'],
    ['61.2.5', '850'],
    ['1', '0'],
    ['-1', '850'],
    ['1e3', '850'],
  ])('%j of %j is no percentage', (got, outOf) => {
    expect(fractionOf(got, outOf)).toBeNull()
  })

  const total = fc.integer({ min: 1, max: 5_000_000 })

  test('the text is the percentage cut off, and never exceeds it', () => {
    fc.assert(
      fc.property(total, total, (a, b) => {
        const [got, outOf] = [Math.min(a, b), Math.max(a, b)]
        const hundredths = BigInt(percentageText(fractionOf(thousandths(got), thousandths(outOf))!).replace('.', ''))
        expect(hundredths * BigInt(outOf) <= BigInt(got) * 10_000n).toBe(true)
        expect((hundredths + 1n) * BigInt(outOf) > BigInt(got) * 10_000n).toBe(true)
      }),
    )
  })

  test('multiplying both marks changes nothing, but one more mark does', () => {
    fc.assert(
      fc.property(total, total, fc.integer({ min: 2, max: 9 }), (got, outOf, times) => {
        const one = fractionOf(String(got), String(outOf))!
        expect(compareFractions(one, fractionOf(String(got * times), String(outOf * times))!)).toBe(0)
        expect(compareFractions(one, fractionOf(String(got + 1), String(outOf))!)).toBe(-1)
        expect(compareFractions(fractionOf(`${got}.001`, String(outOf))!, one)).toBe(1)
      }),
    )
  })

  test('a candidate is eligible exactly if twice the marks reach the total', () => {
    fc.assert(
      fc.property(total, total, (a, b) => {
        const [got, outOf] = [Math.min(a, b), Math.max(a, b)]
        const found = eligibility(open, marks(thousandths(got), thousandths(outOf)))
        expect(found?.isEligible).toBe(2 * got >= outOf)
        expect(atMost(thousandths(got), thousandths(outOf))).toBe(true)
      }),
    )
  })
})
