import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mbale, scd } from '#server/courses/courses.ts'
import { labelOf } from '#server/domain/application/form/answer-words.ts'
import { askedQuestions, asOptional, questionsOf, titleKeyOf } from '#server/domain/application/form/asked.ts'
import { checkStep } from '#server/domain/application/form/check.ts'
import { type StepForms, stepForms } from '#server/domain/application/form/forms.ts'
import { entriesOf } from '#server/domain/application/form/lists.ts'
import {
  type Answers,
  type Question,
  type QuestionStep,
  questionSteps,
  type StepAnswers,
} from '#server/domain/terms/question.ts'
import {
  answersWith,
  ashasAnswers,
  diplomaForms,
  hscOnlyForms,
  kiransAnswers,
  lateralForms,
  obc,
  ravisAnswers,
} from '#tests/support/answers.ts'

const today = '2024-07-20'
type Changes = Parameters<typeof answersWith>[1]

const check = (forms: StepForms, step: QuestionStep, answers: Answers) =>
  checkStep(forms[step], answers[step] ?? {}, answers, today)

/** The faults of a step as `field: code`, followed by the types to consider. */
function faults(forms: StepForms, step: QuestionStep, answers: Answers): string[] {
  const result = check(forms, step, answers)
  if (result.ok) return []
  expect(result.refusal).toMatchObject({ code: 'check-answers', status: 422 })
  return (result.refusal.fields ?? []).map(
    ({ field, code, params }) => `${field}: ${code}${params?.types ? ` → ${params.types}` : ''}`,
  )
}
const asha = (step: QuestionStep, changes: Changes) => faults(lateralForms, step, answersWith(ashasAnswers, changes))
const ravi = (step: QuestionStep, changes: Changes) => faults(diplomaForms, step, answersWith(ravisAnswers, changes))
const names = (forms: StepForms, step: QuestionStep, answers: Answers) =>
  askedQuestions(forms[step], answers).flatMap(({ questions }) => questions.map(({ name }) => name))

describe('a whole form', () => {
  test.each(questionSteps)("accepts Asha's answers as they are: %s", (step) => {
    expect(check(lateralForms, step, ashasAnswers)).toEqual({ ok: true, value: ashasAnswers[step] })
  })

  test.each(questionSteps)("accepts Ravi's answers: %s", (step) => {
    expect(faults(diplomaForms, step, ravisAnswers)).toEqual([])
  })

  test.each(questionSteps)("accepts Kiran's answers, with an ITI certificate: %s", (step) => {
    expect(check(diplomaForms, step, kiransAnswers)).toEqual({ ok: true, value: kiransAnswers[step] })
  })

  test('tests conditions only on questions asked earlier', () => {
    for (const forms of [lateralForms, diplomaForms]) {
      for (const [place, step] of questionSteps.entries()) {
        const above = new Set<string>()
        const earlier = questionSteps.slice(0, place)
        for (const section of forms[step].sections) {
          for (const condition of section.when ?? []) {
            expect(condition.step ? earlier.includes(condition.step) : above.has(condition.question)).toBe(true)
          }
          for (const question of section.questions) {
            for (const condition of question.when ?? []) {
              if (condition.step) expect(earlier).toContain(condition.step)
              else expect([question.name, condition.question, above.has(condition.question)]).toContain(true)
            }
            if (question.within) expect([question.name, above.has(question.within)]).toEqual([question.name, true])
            above.add(question.name)
          }
        }
      }
    }
  })

  test('asks for nothing like Aadhaar', () => {
    for (const forms of [lateralForms, diplomaForms]) {
      for (const step of questionSteps) {
        expect(questionsOf(forms[step]).filter(({ name }) => /aadha+r|uid/i.test(name))).toEqual([])
      }
    }
  })
})

describe('the candidature types and modes on offer', () => {
  const offered = (forms: StepForms, name: string) =>
    questionsOf(forms['type-of-candidature']).find((question) => question.name === name)?.choices?.codes

  test('mbale: types A to E, OMS and the J&K migrants; both modes', () => {
    expect(offered(lateralForms, 'type')).toEqual(['A', 'B', 'C', 'D', 'E', 'OMS', 'J-1', 'J-2', 'J-3', 'J-4'])
    expect(offered(lateralForms, 'mode')).toEqual(['1', '2'])
  })

  test('scd: types A to E and OMS; e-scrutiny only', () => {
    expect(offered(diplomaForms, 'type')).toEqual(['A', 'B', 'C', 'D', 'E', 'OMS'])
    expect(offered(diplomaForms, 'mode')).toEqual(['1'])
    expect(ravi('type-of-candidature', { 'type-of-candidature': { type: 'J-1', mode: '2' } })).toEqual([
      'mode: not-offered',
      'type: not-offered',
    ])
  })
})

describe('the form of a type, which for the diploma course is that of rules §18.15', () => {
  const asked = (type: string, details = {}) =>
    names(diplomaForms, 'type-details', { 'type-of-candidature': { mode: '1', type }, 'type-details': details })

  test.each([
    ['A', { examState: 'MH' }, ['examState', 'examDistrict', 'examTaluka', 'examVillage']],
    ['B', {}, ['domicileHolder', 'motherMissing', 'motherName', 'domicileDistrict']],
    ['C', {}, ['proformaHolder', 'motherMissing', 'motherName', 'postingDistrict']],
    ['D', { proforma: 'B-1' }, ['proforma', 'proformaHolder', 'reportedDistrict', 'motherMissing', 'motherName']],
    ['D', { proforma: 'B-2' }, ['proforma', 'proformaHolder', 'retirementDistrict', 'motherMissing', 'motherName']],
    ['E', {}, ['examState', 'examDistrict', 'examInstitute']],
    ['OMS', {}, ['examState', 'examDistrict', 'examInstitute']],
  ])('type %s %j', (type, details, wanted) => {
    expect(asked(type, details)).toEqual(wanted)
  })

  test('a J&K migrant of the degree course gives the holder, district, number and date of the certificate', () => {
    const answers = { 'type-of-candidature': { mode: '1', type: 'J-2' } }
    expect(names(lateralForms, 'type-details', answers)).toEqual([
      'jkParent',
      'jkParentOffice',
      'jkDistrict',
      'jkCertificateNumber',
      'jkCertificateDate',
    ])
    const details = {
      jkParent: 'father',
      jkParentOffice: 'BSF',
      jkDistrict: 'MH-pune',
      jkCertificateNumber: '7',
      jkCertificateDate: '2023-01-01',
    }
    expect(faults(lateralForms, 'type-details', { ...answers, 'type-details': details })).toEqual([
      'jkDistrict: not-in-list',
    ])
  })
})

describe('an answer that contradicts the claimed type suggests other types to consider', () => {
  test('type A with a qualifying state that is not Maharashtra', () => {
    const elsewhere = { examState: 'GJ', examDistrict: 'GJ-surat', examTaluka: undefined, examVillage: undefined }
    expect(asha('type-details', { 'type-details': elsewhere })).toEqual(['examState: type-a-elsewhere → B, C, D, OMS'])
    expect(asha('type-details', { 'type-details': { sscState: 'GJ' } })).toEqual([
      'sscState: type-a-elsewhere → B, C, D, OMS',
    ])
  })

  test('type A with neither domicile nor birth in Maharashtra', () => {
    expect(asha('type-details', { 'type-details': { tie: 'neither' } })).toEqual(['tie: type-a-no-tie → B, C, D, OMS'])
  })

  test('type B with everything passed and domiciled in Maharashtra', () => {
    const details = {
      domicileHolder: 'candidate',
      motherName: 'Sunita Patil',
      domicileDistrict: 'MH-pune',
      sscState: 'MH',
      examState: 'MH',
    }
    const b = (more: Record<string, string> = {}) =>
      asha('type-details', { 'type-of-candidature': { type: 'B' }, 'type-details': { ...details, ...more } })
    expect(b()).toEqual(['domicileHolder: type-b-is-a → A'])
    expect(b({ sscState: 'GJ' })).toEqual([])
    expect(b({ domicileHolder: 'mother' })).toEqual([])
  })

  test('type E outside the border area, or with another mother tongue', () => {
    const e = (examState: string, examDistrict: string) =>
      asha('type-details', {
        'type-of-candidature': { type: 'E' },
        'type-details': { examState, examDistrict, examInstitute: 'R. P. D. College' },
      })
    expect(e('KA', 'KA-belagavi')).toEqual([])
    expect(e('KA', 'KA-mysuru')).toEqual(['examDistrict: type-e-outside → B, C, D, OMS'])
    expect(e('MH', 'MH-pune')).toEqual(['examState: type-e-maharashtra → A, B'])
    const kannada = { 'type-of-candidature': { type: 'E' }, 'personal-details': { motherTongue: 'kn' } }
    expect(asha('personal-details', kannada)).toEqual(['motherTongue: type-e-mother-tongue → B, C, D, OMS'])
  })

  test('OMS with HSC in Maharashtra, with a domicile there, or from its board', () => {
    const pune = { examState: 'MH', examDistrict: 'MH-pune' }
    expect(ravi('type-details', { 'type-details': pune })).toEqual(['examState: type-oms-maharashtra → A'])
    const oms = { ...pune, examInstitute: 'Fergusson College', domicile: 'yes' }
    expect(asha('type-details', { 'type-of-candidature': { type: 'OMS' }, 'type-details': oms })).toEqual([
      'domicile: type-oms-domicile → A, B',
    ])
    expect(ravi('qualifications-details', { 'qualifications-details': { hscBoard: 'MH-pune' } })).toEqual([
      'hscBoard: board-is-type-a → A',
    ])
  })
})

describe('an ITI certificate in the place of HSC', () => {
  const iti = (type: string, changes: Record<string, string | undefined> = {}) =>
    faults(
      diplomaForms,
      'qualifications-details',
      answersWith(kiransAnswers, { 'type-of-candidature': { type }, 'qualifications-details': changes }),
    )

  test('asks types B to D for the state; one of them with an ITI in Maharashtra is of type A', () => {
    expect(iti('A', { itiState: 'KA' })).toEqual([])
    for (const type of ['B', 'C', 'D']) {
      expect(iti(type)).toEqual(['itiState: choose-one'])
      const fits = entriesOf('states').filter(({ code }) => iti(type, { itiState: code }).length === 0)
      expect(fits).toHaveLength(entriesOf('states').length - 1)
      expect(iti(type, { itiState: 'MH' })).toEqual(['itiState: iti-is-type-a → A'])
    }
  })

  test('is not enough for OMS, and drops the marks of HSC', () => {
    expect(iti('OMS')).toEqual(['qualifyingExam: iti-not-enough'])
    const withHsc = answersWith(kiransAnswers, { 'qualifications-details': { hscMarks: '400', physics: '60' } })
    expect(check(diplomaForms, 'qualifications-details', withHsc)).toEqual({
      ok: true,
      value: kiransAnswers['qualifications-details'],
    })
  })

  test('is not asked about in a season that does not take it', () => {
    const asked = names(hscOnlyForms, 'qualifications-details', kiransAnswers)
    expect(asked).toEqual(expect.arrayContaining(['hscBoard', 'physics']))
    expect(asked.filter((name) => /^iti|qualifyingExam/.test(name))).toEqual([])
  })

  test('slips are named beside their field', () => {
    expect(iti('A', { itiMarks: '1400.5', itiYear: '2021' })).toEqual([
      'itiYear: not-after-earlier-examination',
      'itiMarks: more-than-out-of',
    ])
  })
})

describe('category', () => {
  test.each(['E', 'OMS', 'J-1'])('asks nothing of type %s', (type) => {
    expect(names(lateralForms, 'category-details', { 'type-of-candidature': { mode: '1', type } })).not.toContain(
      'category',
    )
  })

  test('asks nothing of OMS, and of type E only minority and TFWS', () => {
    const asked = (type: string) =>
      names(lateralForms, 'category-details', { 'type-of-candidature': { mode: '1', type } })
    expect(asked('OMS')).toEqual([])
    expect(asked('E')).toEqual(['religiousMinority', 'linguisticMinority', 'tfws'])
  })

  test('offers the castes of the chosen category', () => {
    expect(asha('category-details', { 'category-details': { category: 'ST' } })).toEqual(['caste: not-in-list'])
  })

  test('drops an answer that another one makes irrelevant, without a fault', () => {
    const open = answersWith(ashasAnswers, { 'category-details': { category: 'OPEN', ews: 'no' } })
    expect(check(lateralForms, 'category-details', open)).toEqual({
      ok: true,
      value: { category: 'OPEN', ews: 'no', disability: 'no', defence: 'none', orphan: 'no', tfws: 'yes' },
    })
  })

  test.each([
    ['SC', false],
    ['ST', false],
    ['VJ', true],
    ['NT-B', true],
    ['OBC', true],
    ['SBC', true],
    ['SEBC', true],
  ])('%s: the form asks for a non-creamy-layer certificate: %s', (category, isAsked) => {
    const answers = answersWith(ashasAnswers, { 'category-details': { category } })
    expect(names(lateralForms, 'category-details', answers).includes('creamyLayerStatus')).toBe(isAsked)
  })

  test.each([
    [{}, []],
    [{ creamyLayerValidUntil: '2025-03-30' }, ['creamyLayerValidUntil: non-creamy-layer-too-short']],
    [{ creamyLayerValidUntil: '2029-03-31' }, ['creamyLayerValidUntil: non-creamy-layer-too-long']],
    [{ creamyLayerDate: '2024-07-21' }, ['creamyLayerDate: in-future']],
    [{ validityDate: '2018-06-10' }, ['validityDate: before-caste-certificate']],
    [
      { creamyLayerStatus: 'applied' },
      ['creamyLayerReceiptNumber: answer-missing', 'creamyLayerReceiptDate: answer-missing'],
    ],
    [{ creamyLayerStatus: 'not-applied' }, []],
  ])('an OBC candidate with %j', (changes, wanted) => {
    expect(asha('category-details', { 'category-details': { ...obc, ...changes } })).toEqual(wanted)
  })

  test('accepts a disability from 40 per cent', () => {
    const percent = (disabilityPercent: string) =>
      asha('category-details', {
        'category-details': { disability: 'yes', disabilityType: 'low-vision', disabilityPercent },
      })
    expect(percent('39')).toEqual(['disabilityPercent: too-small'])
    expect(percent('40')).toEqual([])
    expect(percent('101')).toEqual(['disabilityPercent: too-large'])
  })

  test.each([
    ['799999', []],
    ['800000', ['tfws: income-too-high-for-tfws']],
  ])('TFWS with a family income of %s', (familyIncome, wanted) => {
    expect(asha('category-details', { 'personal-details': { familyIncome } })).toEqual(wanted)
    expect(asha('personal-details', { 'personal-details': { familyIncome } })).toEqual(
      wanted.map(() => 'familyIncome: income-too-high-for-tfws'),
    )
  })

  test('offers EWS to Open candidates with a family income under ₹8 lakh', () => {
    const ews = {
      category: 'OPEN',
      ews: 'yes',
      ewsStatus: 'have',
      ewsNumber: '1',
      ewsDate: '2024-05-01',
      ewsDistrict: 'MH-pune',
      tfws: 'no',
    }
    expect(asha('category-details', { 'category-details': ews })).toEqual([])
    const rich = { 'category-details': ews, 'personal-details': { familyIncome: '900000' } }
    expect(asha('category-details', rich)).toEqual(['ews: income-too-high-for-ews'])
  })

  test('accepts a minority that matches the religion and the mother tongue', () => {
    const jain = { religiousMinority: 'religion-jain', linguisticMinority: 'language-gu' }
    expect(asha('category-details', { 'category-details': jain })).toEqual([
      'religiousMinority: religion-differs',
      'linguisticMinority: mother-tongue-differs',
    ])
    const both = { 'category-details': jain, 'personal-details': { religion: 'jain', motherTongue: 'gu' } }
    expect(asha('personal-details', both)).toEqual([])
  })
})

describe('qualifications', () => {
  const q = (changes: Record<string, string | undefined>) =>
    asha('qualifications-details', { 'qualifications-details': changes })

  test.each([
    [{ sscMarks: '500.5' }, ['sscMarks: more-than-out-of']],
    [{ sscMarks: '9.4', sscOutOf: '10' }, ['sscMarks: grade-points']],
    [{ hscMarks: '4.25', hscOutOf: '5' }, ['hscMarks: grade-points']],
    [{ degreeMarks: '8.2', degreeOutOf: '10' }, ['degreeMarks: grade-points']],
    [{ sscMarks: '10.5', sscOutOf: '11' }, []],
    [{ sscMarks: '500' }, []],
    [{ sscMarks: '4.3.2' }, ['sscMarks: not-a-number']],
    [{ sscMarks: '-1' }, ['sscMarks: not-a-number']],
    [{ sscMarks: '४३२' }, []],
    [{ sscMarks: '43,2' }, ['sscMarks: not-a-number']],
    [{ sscOutOf: '0' }, ['sscOutOf: too-small']],
    [{ sscOutOf: '500.5' }, ['sscOutOf: not-a-whole-number']],
    [{ sscYear: '17' }, ['sscYear: not-a-year']],
    [{ sscYear: '2025' }, ['sscYear: in-future']],
    [{ sscYear: '2020' }, ['hscYear: not-after-earlier-examination']],
    [{ hscYear: '2023' }, ['degreeYear: not-after-earlier-examination']],
    [{ sscYear: '2013' }, ['sscYear: ssc-too-soon-after-birth']],
    [{ sscBoard: 'MSB' }, ['sscBoard: not-in-list']],
    [{ sscSeat: '' }, ['sscSeat: answer-missing']],
    [{ afterSsc: undefined }, ['afterSsc: choose-one']],
    [{ university: 'other' }, ['universityName: answer-missing']],
    [{ aadhaar: '1234' }, ['aadhaar: unknown-field']],
  ])('%j', (changes, wanted) => {
    expect(q(changes)).toEqual(wanted)
  })

  test('report the faults of single answers and those between answers together: those that end the application first, the rest in the order of the form', () => {
    const slips = { sscSeat: '', sscMarks: '500.5', hscYear: '2023', degreeName: '', degreeMarks: '1', cgpa: '' }
    expect(q(slips)).toEqual([
      'degreeMarks: percentage-too-low',
      'sscSeat: answer-missing',
      'sscMarks: more-than-out-of',
      'degreeName: answer-missing',
      'degreeYear: not-after-earlier-examination',
    ])
    // Too short a degree ends it, even before its result is given.
    expect(q({ sscSeat: '', degreeYears: '3', degreeMarks: '' })).toEqual([
      'degreeYears: degree-too-short',
      'sscSeat: answer-missing',
      'degreeMarks: answer-missing',
    ])
    // An answer at fault is compared with no other.
    expect(q({ sscYear: '17', hscYear: '2016', sscOutOf: '0' })).toEqual(['sscYear: not-a-year', 'sscOutOf: too-small'])
  })

  test('accept no year after the year of admission', () => {
    const answers = answersWith(ashasAnswers, { 'qualifications-details': { degreeYear: '2025' } })
    const late = checkStep(
      lateralForms['qualifications-details'],
      answers['qualifications-details']!,
      answers,
      '2026-01-01',
    )
    expect(late).toMatchObject({ refusal: { fields: [{ field: 'degreeYear', code: 'after-admission-year' }] } })
  })

  test('accept a diploma in place of HSC', () => {
    const answers = answersWith(ashasAnswers, { 'qualifications-details': { afterSsc: 'diploma' } })
    const asked = names(lateralForms, 'qualifications-details', answers)
    expect(asked).toContain('diplomaBoard')
    expect(asked).not.toContain('hscBoard')
  })

  test('science subjects of the diploma course, type by type (rules §18.16)', () => {
    const asked = (type: string) =>
      names(
        diplomaForms,
        'qualifications-details',
        answersWith(ravisAnswers, { 'type-of-candidature': { type } }),
      ).filter((name) => ['physics', 'chemistry', 'mathematics', 'biology', 'english'].includes(name))
    for (const type of ['A', 'B', 'C', 'D', 'E']) {
      expect(asked(type)).toEqual(['physics', 'chemistry', 'mathematics', 'english'])
    }
    expect(asked('OMS')).toEqual(['physics', 'chemistry', 'biology', 'english'])
  })
})

describe('somebody without parents on paper', () => {
  const personal = (changes: Record<string, string>, orphan = 'no') =>
    asha('personal-details', { 'personal-details': changes, 'category-details': { orphan } })

  test('an orphan may leave the names of both parents empty, and of either', () => {
    expect(personal({ fatherName: '', motherName: '' }, 'yes')).toEqual([])
    expect(personal({ fatherName: '' }, 'yes')).toEqual([])
    expect(personal({ fatherName: '', motherName: '' })).toEqual([
      'fatherName: answer-missing',
      'motherName: answer-missing',
    ])
  })

  test('an orphan is not asked about parents: as holders of a certificate or as guardians, nor in a heading', () => {
    const orphan = { ...answersWith(ashasAnswers, { 'category-details': { orphan: 'yes' } }) }
    const codesOf = (step: 'type-details' | 'personal-details', name: string, answers: Answers) =>
      asOptional(questionsOf(lateralForms[step]).find((question) => question.name === name)!, answers).choices!.codes
    for (const [step, name, own] of [
      ['type-details', 'domicileHolder', 'candidate'],
      ['type-details', 'jkHolder', 'candidate'],
      ['personal-details', 'guardianRelation', 'guardian'],
    ] as const) {
      expect(codesOf(step, name, orphan), name).toEqual([own])
      expect(codesOf(step, name, ashasAnswers), name).toHaveLength(3)
    }
    const [person] = lateralForms['personal-details'].sections
    expect(titleKeyOf('personal-details', person!, orphan)).toBe('form:personal-details.person.lack-title')
    expect(titleKeyOf('personal-details', person!, ashasAnswers)).toBe('form:personal-details.person.title')
  })

  test('a claim to be an orphan contradicts a parent who holds the certificate of the type', () => {
    const claim = (details: Record<string, string>, orphan: string) =>
      asha('category-details', { 'category-details': { orphan }, 'type-details': details })
    expect(claim({ domicileHolder: 'father' }, 'yes')).toContain('orphan: orphan-holder')
    expect(claim({ jkHolder: 'mother' }, 'yes')).toContain('orphan: orphan-holder')
    expect(claim({ domicileHolder: 'candidate' }, 'yes')).not.toContain('orphan: orphan-holder')
    expect(claim({ domicileHolder: 'father' }, 'no')).not.toContain('orphan: orphan-holder')
  })

  test('an orphan, who has said so, is not asked again whose name is missing', () => {
    const asked = (orphan: string) =>
      names(lateralForms, 'personal-details', answersWith(ashasAnswers, { 'category-details': { orphan } }))
    expect(asked('yes')).not.toContain('parentMissing')
    expect(asked('yes')).toEqual(expect.arrayContaining(['fatherName', 'motherName']))
    for (const orphan of ['no', '']) expect(asked(orphan)).toContain('parentMissing')
  })

  test.each([
    ['father', ['motherName: answer-missing']],
    ['mother', ['fatherName: answer-missing']],
    ['both', []],
    ['none', ['fatherName: answer-missing', 'motherName: answer-missing']],
  ])('whoever says that the marksheet lacks a name (%s) is not asked for it', (parentMissing, wanted) => {
    expect(personal({ parentMissing, fatherName: '', motherName: '' })).toEqual(wanted)
  })

  test('a certificate that names no mother is enough for types B, C and D', () => {
    const ofType = (type: string, changes: Record<string, string>, orphan = 'no') =>
      asha('type-details', {
        'type-of-candidature': { type },
        'type-details': { motherName: '', ...changes },
        'category-details': { orphan },
      }).filter((fault) => fault.startsWith('mother'))
    // The same before and after the claim to be an orphan, which is a question of the next step.
    for (const type of ['B', 'C', 'D'])
      for (const orphan of ['no', 'yes']) {
        expect(ofType(type, {}, orphan), type).toEqual(['motherName: answer-missing'])
        expect(ofType(type, { motherMissing: 'not-named' }, orphan), type).toEqual([])
      }
  })
})

describe('personal details', () => {
  test.each([
    [{ dateOfBirth: '2006-07-21' }, ['dateOfBirth: too-young']],
    [{ dateOfBirth: '1930-01-01' }, ['dateOfBirth: too-old']],
    [{ dateOfBirth: '2001-02-29' }, ['dateOfBirth: not-a-date']],
    [{ dateOfBirth: '31-05-2001' }, []],
    [{ dateOfBirth: '३१/०५/२००१' }, []],
    [{ dateOfBirth: '05/31/2001' }, ['dateOfBirth: not-a-date']],
    [{ dateOfBirth: '2024-07-21' }, ['dateOfBirth: in-future']],
    [{ dateOfBirth: '2004-07-19' }, []],
    [{ nationality: 'other' }, ['nationality: not-indian']],
    [{ pin: '012345' }, ['pin: not-a-pin']],
    [{ alternativePhone: '12345' }, ['alternativePhone: not-a-mobile']],
    [{ motherName: 'Sunita 2' }, ['motherName: not-in-names']],
    [{ motherName: '.Sunita' }, ['motherName: begins-name']],
    [{ motherName: 'सुनीता (Sunita)' }, ['motherName: two-scripts']],
    [{ motherName: 'Sun\u200Bita' }, []],
    [{ motherName: 'Sun\u0007ita' }, ['motherName: bad-characters']],
    [{ addressLine1: 'ગાંધી રોડ' }, ['addressLine1: unprintable']],
    [{ town: 'Pune 😀' }, ['town: unprintable']],
    [{ pin: '४११ ००१' }, []],
    [{ addressLine1: 'x'.repeat(101) }, ['addressLine1: too-long']],
    [{ district: 'KA-mysuru' }, ['district: not-in-list', 'taluka: not-in-list']],
    [{ taluka: 'pune-baramati' }, []],
  ])('%j', (changes: Record<string, string>, wanted) => {
    const year = changes.dateOfBirth === '2004-07-19' ? '2018' : '2017'
    const found = asha('personal-details', {
      'personal-details': changes,
      'qualifications-details': { sscYear: year },
    })
    expect(found.filter((fault) => !fault.endsWith('too-young-at-ssc'))).toEqual(wanted)
  })

  test.each([
    ['9876543210', ['own-mobile']],
    ['+91 98765-43210', ['own-mobile']],
    ['९८७६५४३२१०', ['own-mobile']],
    ['9876543211', []],
    ['', []],
  ])('the own number is no second one: %s', (alternativePhone, wanted) => {
    const given = { ...ashasAnswers['personal-details'], alternativePhone }
    const result = checkStep(lateralForms['personal-details'], given, ashasAnswers, today, '9876543210')
    expect(result.ok ? [] : result.refusal.fields?.map(({ code }) => code)).toEqual(wanted)
  })

  test('a second number that has become the own one is told as such, with the number', () => {
    const person = { ...ashasAnswers['personal-details'], alternativePhone: '9876543210' }
    const save = (kept: Record<string, string>) =>
      checkStep(
        lateralForms['personal-details'],
        person,
        { ...ashasAnswers, 'personal-details': kept },
        today,
        '9876543210',
      )
    const faults = (kept: Record<string, string>) => {
      const result = save(kept)
      return result.ok ? [] : result.refusal.fields
    }
    const params = { number: '9876543210' }
    expect(faults(person)).toEqual([{ field: 'alternativePhone', code: 'own-mobile-now', params }])
    expect(faults({ ...person, alternativePhone: '9000000001' })).toEqual([
      { field: 'alternativePhone', code: 'own-mobile', params },
    ])
  })

  test('a birth date that contradicts SSC is reported', () => {
    expect(asha('personal-details', { 'personal-details': { dateOfBirth: '2005-01-01' } })).toEqual([
      'dateOfBirth: too-young-at-ssc',
    ])
  })

  test('stray spaces, commas and prefixes are removed', () => {
    const answers = answersWith(ashasAnswers, {
      'personal-details': {
        motherName: '  Sunita   Patil ',
        familyIncome: '3,50,000',
        alternativePhone: '+91 98765-43210',
      },
    })
    expect(check(lateralForms, 'personal-details', answers)).toMatchObject({
      value: { motherName: 'Sunita Patil', familyIncome: '350000', alternativePhone: '9876543210' },
    })
  })
})

test('answers are shown as words', () => {
  const words = (question: Question, value: string) => labelOf(question, value, 'mr', (key) => `<${key}>`)
  expect(
    words({ name: 'gender', kind: 'radios', choices: { vocabulary: 'gender', codes: ['female'] } }, 'female'),
  ).toBe('<form:gender.female>')
  expect(words({ name: 'state', kind: 'select', list: 'states' }, 'MH')).toBe('महाराष्ट्र')
  expect(words({ name: 'dateOfBirth', kind: 'date' }, '2001-05-31')).toBe('31 मे 2001')
  expect(words({ name: 'familyIncome', kind: 'integer', isAmount: true }, '460000')).toBe('₹4,60,000')
  expect(words({ name: 'sscMarks', kind: 'decimal' }, '432.5')).toBe('432.5')
})

describe('an accepted answer is accepted again, unchanged', () => {
  /** Answers as people and programs give them: mostly of the right kind. */
  const likely = ({ kind, choices, list }: Question): fc.Arbitrary<string> => {
    if (choices) return fc.constantFrom(...choices.codes)
    if (list) return fc.constantFrom(...entriesOf(list).map(({ code }) => code))
    if (kind === 'date') return fc.constantFrom('2001-05-31', '2019-01-01', '2023-12-31', '2025-03-31')
    if (kind === 'year') return fc.constantFrom('2016', '2018', '2020', '2024')
    if (kind === 'text') return fc.constantFrom('Sunita Patil', ' सुनीता  पाटील ', 'B.E.', '1234')
    if (kind === 'mobile') return fc.constantFrom('98765 43210', '+919876543210', '0')
    if (kind === 'pin') return fc.constantFrom('411 001', '411001')
    return fc.constantFrom('4', '40', '45.5', '1,000', '60', '100')
  }
  /** A few answers of a step, to replace sound ones. */
  const someOf = (forms: StepForms, step: QuestionStep) =>
    fc.record(
      Object.fromEntries(
        questionsOf(forms[step]).map((question) => [
          question.name,
          fc.oneof({ weight: 30, arbitrary: likely(question) }, { weight: 1, arbitrary: fc.string() }),
        ]),
      ),
      { requiredKeys: [] },
    )
  const each = [['mbale', lateralForms, ashasAnswers] as const, ['scd', diplomaForms, ravisAnswers] as const].flatMap(
    ([course, forms, sound]) => questionSteps.map((step) => [course, step, forms, sound as Answers] as const),
  )

  test.each(each)('%s %s', (course, step, forms, sound) => {
    const { types } = (course === 'mbale' ? mbale : scd).form
    let accepted = 0
    fc.assert(
      fc.property(fc.constantFrom(undefined, ...types), someOf(forms, step), (type, some) => {
        const answers = answersWith(sound, type ? { 'type-of-candidature': { type } } : {})
        const first = checkStep(forms[step], { ...sound[step], ...(some as StepAnswers) }, answers, today)
        if (first.ok) {
          accepted++
          expect(checkStep(forms[step], first.value, answers, today)).toEqual(first)
          expect(names(forms, step, { ...answers, [step]: first.value })).toEqual(
            expect.arrayContaining(Object.keys(first.value)),
          )
        } else expect(first.refusal.fields).not.toEqual([])
      }),
      { numRuns: 400, examples: [[undefined, {}]] },
    )
    expect(accepted).toBeGreaterThan(0)
  })
})

test('a course with a plan of its own asks for the examinations that it names, and for its own sections', () => {
  const own = { name: 'drawing', questions: [{ name: 'drawing', kind: 'decimal' as const }] }
  const qualification = { sections: ['ssc', own, 'iti'], criteria: [], eligibleBy: 'drawing' } as const
  const { sections } = stepForms({ ...mbale.form, qualification })['qualifications-details']
  expect(sections.map(({ name }) => name)).toEqual(['ssc', 'drawing', 'iti'])
})
