import { atMost, outOfWhat } from '#server/domain/terms/percentage.ts'
import type { CheckContext, Question, Section, StepForm } from '#server/domain/terms/question.ts'
import type { FieldFault } from '#server/kernel/result.ts'
import { eligibilityFault } from './eligibility'
import { type FormRules, type ShippedExamination, takesIti } from './form-rules'
import { listsOf } from './lists'
import { answered, typeIs } from './vocabularies'
import { ageFaults } from './years'

const marks = (name: string, outOf: string, most = 5000): readonly Question[] => [
  { name, kind: 'decimal', min: 0, max: most, hasHint: true },
  { name: outOf, kind: 'integer', min: 1, max: most },
]

/** A school examination as its marksheet states it. */
const examination = (stem: string, list: 'school-boards' | 'diploma-boards'): readonly Question[] => [
  { name: `${stem}Board`, kind: 'search', list, hasHint: true },
  { name: `${stem}Year`, kind: 'year', min: 1960 },
  { name: `${stem}Seat`, kind: 'text', maxLength: 20, hasHint: true },
  ...marks(`${stem}Marks`, `${stem}OutOf`),
]

const ssc: Section = { name: 'ssc', questions: examination('ssc', 'school-boards') }

const chosen = (question: string, code: string, questions: readonly Question[]) =>
  questions.map((one) => ({ ...one, when: [answered(question, code), ...(one.when ?? [])] }))

const hscOrDiploma: Section = {
  name: 'hsc-or-diploma',
  questions: [
    {
      name: 'afterSsc',
      kind: 'radios',
      choices: { vocabulary: 'after-ssc', codes: ['hsc', 'diploma'] },
      hasHint: true,
    },
    ...chosen('afterSsc', 'hsc', examination('hsc', 'school-boards')),
    ...chosen('afterSsc', 'diploma', examination('diploma', 'diploma-boards')),
  ],
}

const isCgpa = [answered('degreeResult', 'cgpa')]
const isMarks = [answered('degreeResult', 'marks')]

const degree: Section = {
  name: 'degree',
  hasAbout: true,
  questions: [
    { name: 'university', kind: 'search', list: 'universities', hasHint: true },
    { name: 'universityName', kind: 'text', maxLength: 150, when: [answered('university', 'other')] },
    { name: 'college', kind: 'text', maxLength: 150, hasHint: true },
    { name: 'degreeName', kind: 'text', maxLength: 100, hasHint: true },
    { name: 'degreeYears', kind: 'integer', min: 1, max: 7, hasHint: true },
    { name: 'degreeYear', kind: 'year', min: 1963 },
    {
      name: 'degreeResult',
      kind: 'radios',
      choices: { vocabulary: 'degree-result', codes: ['marks', 'cgpa'], isExplained: true },
    },
    ...marks('degreeMarks', 'degreeOutOf', 20_000).map((question) => ({ ...question, when: isMarks })),
    { name: 'cgpa', kind: 'decimal', min: 0, max: 100, when: isCgpa, hasHint: true },
    { name: 'cgpaScale', kind: 'decimal', min: 1, max: 100, when: isCgpa, hasHint: true },
    { name: 'cgpaPercentage', kind: 'decimal', min: 0, max: 100, when: isCgpa, hasHint: true },
  ],
}

const hsc: Section = { name: 'hsc', questions: examination('hsc', 'school-boards') }

/**
 * An ITI course as its mark sheet states it. Types A, E and OMS have named its state in step 1, types B to D name it
 * here.
 */
const iti: readonly Question[] = [
  { name: 'itiState', kind: 'select', list: 'states', when: [typeIs('B', 'C', 'D')] },
  { name: 'itiName', kind: 'text', maxLength: 150, hasHint: true },
  { name: 'itiTrade', kind: 'text', maxLength: 100, hasHint: true },
  { name: 'itiYear', kind: 'year', min: 1960 },
  { name: 'itiSeat', kind: 'text', maxLength: 20, hasHint: true },
  ...marks('itiMarks', 'itiOutOf'),
]

/** HSC, or an ITI course whose marks take its place. Source: rules §3.6. */
const hscOrIti: Section = {
  name: 'hsc-or-iti',
  questions: [
    {
      name: 'qualifyingExam',
      kind: 'radios',
      choices: { vocabulary: 'qualifying-exam', codes: ['hsc', 'iti'], isExplained: true },
    },
    ...chosen('qualifyingExam', 'hsc', hsc.questions),
    ...chosen('qualifyingExam', 'iti', iti),
  ],
}

const subject = (name: string, ...types: string[]) =>
  marks(name, `${name}OutOf`, 300).map((question) =>
    types.length ? { ...question, when: [typeIs(...types)] } : question,
  )

/** Mathematics for the Maharashtra types, Biology for candidates from outside the state. Source: rules §18.16. */
const science: Section = {
  name: 'science',
  hasAbout: true,
  questions: [
    ...subject('physics'),
    ...subject('chemistry'),
    ...subject('mathematics', 'A', 'B', 'C', 'D', 'E'),
    ...subject('biology', 'OMS'),
    ...subject('english'),
  ],
}

/** The science subjects of HSC; an ITI course has none. */
const scienceOfHsc: Section = { ...science, when: [answered('qualifyingExam', 'hsc')] }

const diploma: Section = { name: 'diploma', questions: examination('diploma', 'diploma-boards') }

/** The examinations that a course's own plan may name. */
const shipped: Readonly<Record<ShippedExamination, Section>> = {
  ssc,
  hsc,
  diploma,
  iti: { name: 'iti', questions: iti },
}

/** The sections that the course asks for. */
function sectionsOf(rules: FormRules): readonly Section[] {
  const { qualification } = rules
  if (qualification === 'degree') return [ssc, hscOrDiploma, degree]
  if (qualification !== 'hsc-science')
    return qualification.sections.map((section) => (typeof section === 'string' ? shipped[section] : section))
  return takesIti(rules) ? [ssc, hscOrIti, scienceOfHsc] : [ssc, hsc, science]
}

/** Step 3: the examinations passed, as the marksheets state them. Source: rules §3.6, §18.16. */
export function qualificationsDetailsForm(rules: FormRules): StepForm {
  const sections = sectionsOf(rules)
  const pairs = markPairs(sections)
  return {
    step: 'qualifications-details',
    sections,
    check: (context) => stepFaults(context, rules, pairs),
  }
}

function stepFaults(context: CheckContext, rules: FormRules, pairs: MarkPairs): FieldFault[] {
  const fault = eligibilityFault(context.answers, rules.eligibility)
  return [
    ...markFaults(context, pairs),
    ...yearFaults(context, rules),
    ...boardFaults(context, rules),
    ...(fault ? [fault] : []),
  ]
}

type MarkPairs = readonly (readonly [got: string, outOf: string])[]

/** The questions for marks, each with the question what they are out of. */
function markPairs(sections: readonly Section[]): MarkPairs {
  const names = sections.flatMap(({ questions }) => questions.map(({ name }) => name))
  return names.flatMap((got): [string, string][] => {
    const outOf = got === 'cgpa' ? 'cgpaScale' : outOfWhat(got)
    return names.includes(outOf) && outOf !== got ? [[got, outOf]] : []
  })
}

/** Marks of an examination or a degree, which no board and no university gives out of ten: those are grade points. */
const examinationMarks: readonly string[] = ['sscMarks', 'hscMarks', 'diplomaMarks', 'itiMarks', 'degreeMarks']
const mostGradePoints = 10

function markFaults({ answers }: CheckContext, pairs: MarkPairs): FieldFault[] {
  const given = answers['qualifications-details'] ?? {}
  return pairs.flatMap(([field, of]): FieldFault[] => {
    const [got, outOf] = [given[field], given[of]]
    if (got === undefined || outOf === undefined) return []
    if (!atMost(got, outOf)) return [{ field, code: 'more-than-out-of', params: { outOf } }]
    return examinationMarks.includes(field) && Number(outOf) <= mostGradePoints
      ? [{ field, code: 'grade-points', params: { outOf } }]
      : []
  })
}

/**
 * The years must be in order: birth, SSC, HSC (or diploma, or ITI), degree, and the degree no later than the year of admission.
 */
function yearFaults({ answers }: CheckContext, rules: FormRules): FieldFault[] {
  const given = answers['qualifications-details'] ?? {}
  const second = ['diplomaYear', 'itiYear'].find((field) => given[field] !== undefined) ?? 'hscYear'
  const order = ['sscYear', second, 'degreeYear']
  const faults: FieldFault[] = []
  for (const [place, field] of order.entries()) {
    const year = given[field]
    const before = given[order[place - 1] ?? '']
    if (year === undefined) continue
    if (Number(year) > rules.admissionYear)
      faults.push({ field, code: 'after-admission-year', params: { year: rules.admissionYear } })
    else if (before !== undefined && Number(year) <= Number(before))
      faults.push({ field, code: 'not-after-earlier-examination', params: { year: before } })
  }
  return [...faults, ...ageFaults(answers, 'qualifications-details')]
}

/** For the course after HSC the board, or the ITI's state, shows where it was passed, and so if the claimed type fits. */
function boardFaults({ answers }: CheckContext, rules: FormRules): FieldFault[] {
  const type = answers['type-of-candidature']?.type ?? ''
  const { hscBoard: board, itiState } = answers['qualifications-details'] ?? {}
  if (itiState === 'MH') return [{ field: 'itiState', code: 'iti-is-type-a', params: { types: 'A' } }]
  if (rules.qualification !== 'hsc-science' || board === undefined) return []
  const state = listsOf(rules).find('school-boards', board)?.group
  if (['B', 'C', 'D', 'OMS'].includes(type) && state === 'MH')
    return [{ field: 'hscBoard', code: 'board-is-type-a', params: { types: 'A' } }]
  if (type === 'A' && state !== undefined && state !== 'MH')
    return [{ field: 'hscBoard', code: 'type-a-elsewhere', params: { types: 'B, C, D, OMS' } }]
  return []
}
