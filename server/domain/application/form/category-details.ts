import { categories, defenceClaims } from '#server/domain/terms/claims.ts'
import type { CheckContext, Question, Section, StepForm } from '#server/domain/terms/question.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'
import type { FieldFault } from '#server/kernel/result.ts'
import { incomeFaults } from './family-income'
import type { FormRules } from './form-rules'
import { minorityFaults } from './minority'
import { answered, certificateStatus, typeIs, yesNo } from './vocabularies'

/** A disability counts from this per cent. Source: rules §3.5. */
export const minimumDisability = 40

/** The types whose category, reservations and EWS count; all others are Open. Source: rules §3.5. */
const reservedTypes = typeIs('A', 'B', 'C', 'D')
/** The types of the State merit list, which alone have minority and TFWS seats. */
const stateTypes = typeIs('A', 'B', 'C', 'D', 'E')

const reserved = answered('category', ...categories.filter((category) => category !== 'OPEN'))
/** The categories that need a non-creamy-layer certificate. Source: rules §3.5. */
export const layeredCategories = categories.filter((category) => !['OPEN', 'SC', 'ST'].includes(category))
const withCreamyLayer = answered('category', ...layeredCategories)

/** Each category's list ends with "another caste", which the candidate then names. */
const anotherCaste = answered('caste', ...categories.map((category) => `${category}-other`))

const number = (name: string): Question => ({ name, kind: 'text', maxLength: 40 })

/** The questions about a certificate that the candidate has, or has applied for with a receipt. */
const certificate = (stem: string, ...held: readonly Question[]): readonly Question[] => [
  ...[number(`${stem}Number`), { name: `${stem}Date`, kind: 'date' } satisfies Question, ...held].map((question) => ({
    ...question,
    when: [answered(`${stem}Status`, 'have')],
  })),
  ...[number(`${stem}ReceiptNumber`), { name: `${stem}ReceiptDate`, kind: 'date' } satisfies Question].map(
    (question) => ({ ...question, when: [answered(`${stem}Status`, 'applied')] }),
  ),
]

/**
 * Step 2: category with its certificates, EWS, special reservations. E, OMS and J&K migrants are Open, so the form asks
 * them nothing about the category; minority and TFWS exist for the types of the State list (A–E); an OMS candidate has
 * nothing to answer here. Source: rules §3.5, §14.2.
 */
export const categoryDetailsForm = (rules: FormRules): StepForm => ({
  step: 'category-details',
  sections: sections(rules).filter(({ name }) => !rules.withoutSeatTypes?.some((type) => servedBy[type] === name)),
  check: (context) => categoryFaults(context, rules),
})

/** The sections that ask for one claim, by the type of seat that it is for. */
const servedBy: Readonly<Partial<Record<SeatType, string>>> = { EWS: 'ews', MI: 'minority', TFWS: 'tfws' }

/** Long: a list of questions, in the order of the page. */
const sections = (rules: FormRules): Section[] => [
  {
    name: 'category',
    hasAbout: true,
    when: [reservedTypes],
    questions: [
      { name: 'category', kind: 'select', choices: { vocabulary: 'category', codes: categories } },
      { name: 'caste', kind: 'search', list: 'castes', within: 'category', when: [reserved], hasHint: true },
      { name: 'casteName', kind: 'text', maxLength: 80, when: [anotherCaste] },
      { ...number('casteCertificateNumber'), when: [reserved], hasHint: true },
      { name: 'casteCertificateDate', kind: 'date', when: [reserved] },
      { name: 'casteCertificateDistrict', kind: 'select', list: 'maharashtra-districts', when: [reserved] },
    ],
  },
  {
    name: 'validity',
    hasAbout: true,
    when: [reservedTypes, reserved],
    questions: [{ name: 'validityStatus', kind: 'radios', choices: certificateStatus }, ...certificate('validity')],
  },
  {
    name: 'non-creamy-layer',
    hasAbout: true,
    aboutDate: () => rules.nonCreamyLayerValidOn,
    when: [reservedTypes, withCreamyLayer],
    questions: [
      { name: 'creamyLayerStatus', kind: 'radios', choices: certificateStatus },
      ...certificate('creamyLayer', {
        name: 'creamyLayerValidUntil',
        kind: 'date',
        mayBeFuture: true,
        hasHint: true,
      }),
    ],
  },
  {
    name: 'ews',
    hasAbout: true,
    aboutSum: () => rules.familyIncomeLimit,
    when: [reservedTypes, answered('category', 'OPEN')],
    questions: [
      { name: 'ews', kind: 'radios', choices: yesNo },
      {
        name: 'ewsStatus',
        kind: 'radios',
        choices: { ...certificateStatus, codes: ['have', 'applied'] },
        when: [answered('ews', 'yes')],
      },
      ...certificate('ews', { name: 'ewsDistrict', kind: 'select', list: 'maharashtra-districts' }),
    ],
  },
  {
    name: 'special',
    hasAbout: true,
    when: [reservedTypes],
    questions: [
      { name: 'disability', kind: 'radios', choices: yesNo, hasHint: true },
      { name: 'disabilityType', kind: 'select', list: 'disabilities', when: [answered('disability', 'yes')] },
      {
        name: 'disabilityPercent',
        kind: 'integer',
        min: minimumDisability,
        max: 100,
        when: [answered('disability', 'yes')],
        hasHint: true,
      },
      {
        name: 'defence',
        kind: 'radios',
        choices: { vocabulary: 'defence', codes: ['none', ...defenceClaims] },
      },
      ...(rules.withoutSeatTypes?.includes('ORPHAN')
        ? []
        : [{ name: 'orphan', kind: 'radios', choices: yesNo, hasHint: true } as const]),
    ],
  },
  {
    name: 'minority',
    hasAbout: true,
    when: [stateTypes],
    questions: [
      { name: 'religiousMinority', kind: 'select', list: 'religious-minorities', isOptional: true },
      { name: 'linguisticMinority', kind: 'select', list: 'linguistic-minorities', isOptional: true },
    ],
  },
  {
    name: 'tfws',
    hasAbout: true,
    aboutSum: () => rules.familyIncomeLimit,
    when: [stateTypes],
    questions: [{ name: 'tfws', kind: 'radios', choices: yesNo }],
  },
]

function categoryFaults(context: CheckContext, rules: FormRules): FieldFault[] {
  const details = context.answers['category-details'] ?? {}
  const faults: FieldFault[] = []
  const { creamyLayerValidUntil: validUntil, creamyLayerDate: issued } = details
  if (validUntil && validUntil < rules.nonCreamyLayerValidOn)
    faults.push({
      field: 'creamyLayerValidUntil',
      code: 'non-creamy-layer-too-short',
      params: { date: rules.nonCreamyLayerValidOn.split('-').reverse().join('-') },
    })
  // It is valid for one to three years from its issue.
  if (validUntil && issued && Number(validUntil.slice(0, 4)) - Number(issued.slice(0, 4)) > 3)
    faults.push({ field: 'creamyLayerValidUntil', code: 'non-creamy-layer-too-long' })
  for (const later of ['validityDate', 'validityReceiptDate']) {
    if (details[later] && details.casteCertificateDate && details[later] < details.casteCertificateDate)
      faults.push({ field: later, code: 'before-caste-certificate' })
  }
  const { domicileHolder = 'candidate', jkHolder = 'candidate' } = context.answers['type-details'] ?? {}
  if (details.orphan === 'yes' && (domicileHolder !== 'candidate' || jkHolder !== 'candidate'))
    faults.push({ field: 'orphan', code: 'orphan-holder' })
  return [
    ...faults,
    ...incomeFaults(context.answers, 'category-details', rules.familyIncomeLimit),
    ...minorityFaults(context.answers, 'category-details'),
  ]
}
