import { genders } from '#server/domain/terms/claims.ts'
import { type CheckContext, type Condition, never, type Section, type StepForm } from '#server/domain/terms/question.ts'
import type { FieldFault } from '#server/kernel/result.ts'
import { incomeFaults } from './family-income'
import type { FormRules } from './form-rules'
import { minorityFaults } from './minority'
import { answered, isNoOrphan, isOrphan, parentMissing, withoutParents } from './vocabularies'
import { ageFaults } from './years'

const oldest = 90

const parentName = { kind: 'text', isName: true, maxLength: 100, hasHint: true, optionalWhen: [isOrphan] } as const

/** Step 4: person, parents, address. Never Aadhaar. Source: rules §3.7. */
export const personalDetailsForm = (rules: FormRules): StepForm => ({
  step: 'personal-details',
  sections: [
    {
      name: 'person',
      lackWhen: [isOrphan],
      questions: [
        // An orphan has said so already, and may leave the names empty.
        {
          name: 'parentMissing',
          kind: 'select',
          choices: parentMissing,
          isOptional: true,
          hasHint: true,
          when: [isNoOrphan],
        },
        { ...parentName, name: 'fatherName', when: [answered('parentMissing', '', 'none', 'mother')] },
        { ...parentName, name: 'motherName', when: [answered('parentMissing', '', 'none', 'father')] },
        { name: 'gender', kind: 'radios', choices: { vocabulary: 'gender', codes: genders } },
        { name: 'dateOfBirth', kind: 'date', hasHint: true, autoComplete: 'bday' },
        { name: 'religion', kind: 'select', list: 'religions' },
        { name: 'motherTongue', kind: 'select', list: 'languages' },
        { name: 'region', kind: 'radios', choices: { vocabulary: 'region', codes: ['rural', 'urban'] }, hasHint: true },
        { name: 'nationality', kind: 'radios', choices: { vocabulary: 'nationality', codes: ['indian', 'other'] } },
        {
          name: 'familyIncome',
          kind: 'integer',
          isAmount: true,
          min: 0,
          max: 999_999_999,
          hasHint: true,
          lackWhen: [isOrphan],
        },
      ],
    },
    guardianSection(rules),
    {
      name: 'address',
      questions: [
        { name: 'addressLine1', kind: 'text', maxLength: 100, hasHint: true, autoComplete: 'address-line1' },
        { name: 'addressLine2', kind: 'text', maxLength: 100, isOptional: true, autoComplete: 'address-line2' },
        { name: 'state', kind: 'select', list: 'states' },
        { name: 'district', kind: 'select', list: 'districts', within: 'state' },
        { name: 'taluka', kind: 'search', list: 'talukas', within: 'district', when: [answered('state', 'MH')] },
        { name: 'town', kind: 'text', maxLength: 80, autoComplete: 'address-level2' },
        { name: 'pin', kind: 'pin', hasHint: true, autoComplete: 'postal-code' },
        { name: 'alternativePhone', kind: 'mobile', isOptional: true, hasHint: true },
      ],
    },
  ],
  check: (context) => [
    ...personFaults(context, rules),
    ...ageFaults(context.answers, 'personal-details'),
    ...incomeFaults(context.answers, 'personal-details', rules.familyIncomeLimit),
    ...minorityFaults(context.answers, 'personal-details'),
  ],
})

/** Candidates are adults at this age, and need no guardian. Whole years. */
export const adultAge = 18
const guardians = { vocabulary: 'guardian', codes: ['mother', 'father', 'guardian'] } as const

/**
 * A parent or guardian agrees for a candidate who was not an adult on 1 June of the year of admission. The day is fixed, so that
 * the answers stay what they were when the candidate comes of age. Source: rules §13.6.
 */
function guardianSection(rules: FormRules): Section {
  const isMinor: Condition = {
    question: 'dateOfBirth',
    is: [],
    get after() {
      // A course for adults asks nobody.
      return rules.minimumAge >= adultAge ? never : `${rules.admissionYear - adultAge}-06-01`
    },
  }
  return {
    name: 'guardian',
    hasAbout: true,
    when: [isMinor],
    questions: [
      { name: 'guardianName', kind: 'text', isName: true, maxLength: 100 },
      { name: 'guardianRelation', kind: 'radios', choices: guardians, without: withoutParents },
      { name: 'guardianMobile', kind: 'mobile' },
      {
        name: 'guardianConsent',
        kind: 'radios',
        choices: { vocabulary: 'guardian-consent', codes: ['yes', 'no'] },
        hasHint: true,
      },
    ],
  }
}

function personFaults({ answers, kept, today, ownMobile }: CheckContext, rules: FormRules): FieldFault[] {
  const person = answers['personal-details'] ?? {}
  const faults: FieldFault[] = []
  const youngest = yearsBefore(today, rules.minimumAge)
  if (person.dateOfBirth && person.dateOfBirth > youngest)
    faults.push({ field: 'dateOfBirth', code: 'too-young', params: { years: rules.minimumAge } })
  if (person.dateOfBirth && person.dateOfBirth < yearsBefore(today, oldest))
    faults.push({ field: 'dateOfBirth', code: 'too-old' })
  if (person.nationality && person.nationality !== 'indian') faults.push({ field: 'nationality', code: 'not-indian' })
  // A second way to reach somebody that is the first one is none.
  if (person.alternativePhone && person.alternativePhone === ownMobile)
    faults.push(
      kept.alternativePhone === ownMobile
        ? { field: 'alternativePhone', code: 'own-mobile-now', params: { number: ownMobile } }
        : { field: 'alternativePhone', code: 'own-mobile', params: { number: ownMobile } },
    )
  if (person.guardianConsent === 'no') faults.push({ field: 'guardianConsent', code: 'guardian-must-agree' })
  if (answers['type-of-candidature']?.type === 'E' && person.motherTongue && person.motherTongue !== 'mr')
    faults.push({ field: 'motherTongue', code: 'type-e-mother-tongue', params: { types: 'B, C, D, OMS' } })
  return faults
}

/** The same day `years` earlier; dates of this shape compare as text. */
const yearsBefore = (date: string, years: number): string =>
  `${String(Number(date.slice(0, 4)) - years).padStart(4, '0')}${date.slice(4)}`
