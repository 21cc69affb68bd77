import type { CheckContext, Question, Section, StepForm } from '#server/domain/terms/question.ts'
import type { FieldFault } from '#server/kernel/result.ts'
import { type FormRules, takesIti } from './form-rules'
import { answered, parent, selfOrParent, typeIs, withoutParents, yesNo } from './vocabularies'

const state = (name: string): Question => ({ name, kind: 'select', list: 'states' })
const district = (name: string, within: string): Question => ({ name, kind: 'select', list: 'districts', within })
const maharashtraDistrict = (name: string): Question => ({ name, kind: 'select', list: 'maharashtra-districts' })
/** As on the certificate; the marksheets may spell it differently. Some certificates name no mother. */
const motherName: readonly Question[] = [
  {
    name: 'motherMissing',
    kind: 'select',
    choices: { vocabulary: 'mother-missing', codes: ['named', 'not-named'] },
    isOptional: true,
  },
  {
    name: 'motherName',
    kind: 'text',
    isName: true,
    maxLength: 100,
    hasHint: true,
    when: [answered('motherMissing', '', 'named')],
  },
]
const institute: Question = { name: 'examInstitute', kind: 'text', maxLength: 150, hasHint: true }
const examPlace: readonly Question[] = [state('examState'), district('examDistrict', 'examState')]
const inMaharashtra = answered('examState', 'MH')

/** Type A: where the qualifying examination was passed; for the degree course also SSC, and domicile or birth. */
const typeA = ({ qualification, eligibility }: FormRules): Section => ({
  name: qualification === 'degree' ? 'a-degree' : takesIti({ qualification, eligibility }) ? 'a-hsc-or-iti' : 'a-hsc',
  hasAbout: true,
  when: [typeIs('A')],
  questions: [
    ...(qualification === 'degree' ? [state('sscState')] : []),
    ...examPlace,
    { name: 'examTaluka', kind: 'search', list: 'talukas', within: 'examDistrict', when: [inMaharashtra] },
    { name: 'examVillage', kind: 'text', maxLength: 80, when: [inMaharashtra], hasHint: true },
    ...(qualification === 'degree'
      ? ([
          {
            name: 'tie',
            kind: 'radios',
            choices: { vocabulary: 'maharashtra-tie', codes: ['domicile', 'birth', 'neither'] },
          },
          { ...maharashtraDistrict('tieDistrict'), when: [answered('tie', 'domicile', 'birth')] },
        ] satisfies Question[])
      : []),
  ],
})

/** Type B: the holder of the domicile certificate; for the degree course also where the examinations were passed. */
const typeB = ({ qualification }: FormRules): Section => ({
  name: 'b',
  hasAbout: true,
  when: [typeIs('B')],
  questions: [
    { name: 'domicileHolder', kind: 'radios', choices: selfOrParent, without: withoutParents },
    ...motherName,
    maharashtraDistrict('domicileDistrict'),
    ...(qualification === 'degree' ? [state('sscState'), state('examState')] : []),
  ],
})

/** Type C: a parent in the service of the Government of India or its undertaking. */
const typeC = ({ qualification }: FormRules): Section => ({
  name: 'c',
  hasAbout: true,
  when: [typeIs('C')],
  questions: [
    { name: 'proformaHolder', kind: 'radios', choices: parent },
    ...motherName,
    maharashtraDistrict('postingDistrict'),
    ...(qualification === 'degree'
      ? ([
          { name: 'employer', kind: 'text', maxLength: 150, hasHint: true },
          { name: 'postedOn', kind: 'date' },
        ] satisfies Question[])
      : []),
  ],
})

/** Type D: Proforma B-1 for a parent who serves, B-2 for one who has retired; of both, whose it is and for which place. */
const typeD: Section = {
  name: 'd',
  hasAbout: true,
  when: [typeIs('D')],
  questions: [
    { name: 'proforma', kind: 'radios', choices: { vocabulary: 'proforma', codes: ['B-1', 'B-2'] } },
    { name: 'proformaHolder', kind: 'radios', choices: parent, hasHint: true },
    { ...maharashtraDistrict('reportedDistrict'), when: [answered('proforma', 'B-1')] },
    { ...maharashtraDistrict('retirementDistrict'), when: [answered('proforma', 'B-2')], hasHint: true },
    ...motherName,
  ],
}

/** Type E: where in the border area the qualifying examination was passed. */
const typeE: Section = {
  name: 'e',
  hasAbout: true,
  when: [typeIs('E')],
  questions: [...examPlace, institute],
}

/** OMS: where the qualifying examination was passed; for the degree course also if type B is open to the candidate. */
const typeOms = ({ qualification }: FormRules): Section => ({
  name: 'oms',
  hasAbout: true,
  when: [typeIs('OMS')],
  questions: [
    ...examPlace,
    institute,
    ...(qualification === 'degree' ? [{ name: 'domicile', kind: 'radios', choices: yesNo } satisfies Question] : []),
  ],
})

/** J-1 to J-4: the holder of the certificate, and the district of Jammu and Kashmir that it names. */
const migrants: Section = {
  name: 'jk',
  hasAbout: true,
  when: [typeIs('J-1', 'J-2', 'J-3', 'J-4')],
  questions: [
    { name: 'jkHolder', kind: 'radios', choices: selfOrParent, without: withoutParents, when: [typeIs('J-1', 'J-4')] },
    { name: 'jkParent', kind: 'radios', choices: parent, when: [typeIs('J-2', 'J-3')] },
    { name: 'jkParentOffice', kind: 'text', maxLength: 150, when: [typeIs('J-2', 'J-3')], hasHint: true },
    { name: 'jkDistrict', kind: 'select', list: 'districts', group: 'JK' },
    { name: 'jkCertificateNumber', kind: 'text', maxLength: 40 },
    { name: 'jkCertificateDate', kind: 'date' },
  ],
}

/**
 * Step 1: the form of the claimed type. If an answer contradicts the type, the fault names the other types to consider
 * (`params.types`). Source: rules §18.15, §3.4.
 */
export const typeDetailsForm = (rules: FormRules): StepForm => ({
  step: 'type-details',
  sections: [typeA(rules), typeB(rules), typeC(rules), typeD, typeE, typeOms(rules), migrants].filter((section) =>
    rules.types.some((type) => section.when?.[0]?.is.includes(type)),
  ),
  check: (context) => typeContradictions(context, rules),
})

function typeContradictions({ answers }: CheckContext, rules: FormRules): FieldFault[] {
  const type = answers['type-of-candidature']?.type
  const details = answers['type-details'] ?? {}
  const isElsewhere = (place: string | undefined) => place !== undefined && place !== 'MH'
  const lookAt = (field: string, code: string, ...types: string[]): FieldFault => ({
    field,
    code,
    params: { types: types.filter((other) => (rules.types as readonly string[]).includes(other)).join(', ') },
  })
  const faults: FieldFault[] = []
  if (type === 'A') {
    for (const field of ['sscState', 'examState']) {
      if (isElsewhere(details[field])) faults.push(lookAt(field, 'type-a-elsewhere', 'B', 'C', 'D', 'OMS'))
    }
    if (details.tie === 'neither') faults.push(lookAt('tie', 'type-a-no-tie', 'B', 'C', 'D', 'OMS'))
  }
  if (type === 'B' && details.sscState === 'MH' && details.examState === 'MH' && details.domicileHolder === 'candidate')
    faults.push(lookAt('domicileHolder', 'type-b-is-a', 'A'))
  if (type === 'E' && !rules.borderDistricts.includes(details.examDistrict ?? ''))
    faults.push(
      details.examState === 'MH'
        ? lookAt('examState', 'type-e-maharashtra', 'A', 'B')
        : lookAt('examDistrict', 'type-e-outside', 'B', 'C', 'D', 'OMS'),
    )
  if (type === 'OMS') {
    if (rules.qualification === 'hsc-science' && details.examState === 'MH')
      faults.push(lookAt('examState', 'type-oms-maharashtra', 'A'))
    if (details.domicile === 'yes') faults.push(lookAt('domicile', 'type-oms-domicile', 'A', 'B'))
  }
  return faults
}
