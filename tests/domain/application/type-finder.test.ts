import { describe, expect, test } from 'vitest'
import { mbale, scd } from '#server/courses/courses.ts'
import { checkStep } from '#server/domain/application/form/check.ts'
import type { FormRules } from '#server/domain/application/form/form-rules.ts'
import { stepForms } from '#server/domain/application/form/forms.ts'
import { finderQuestions, proposedTypes } from '#server/domain/application/type-finder.ts'
import type { CandidatureType } from '#server/domain/terms/claims.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { translate } from '#server/i18n/texts.ts'
import { languages } from '#server/kernel/languages.ts'
import type { CivilDate } from '#server/kernel/time.ts'

type Given = { place: string; domicile: string; service: string }

const everyAnswer = (form: FormRules): Given[] =>
  finderQuestions(form).reduce<Given[]>(
    (soFar, { name, options }) => soFar.flatMap((given) => options.map((option) => ({ ...given, [name]: option }))),
    [{ place: '', domicile: 'none', service: 'none' }],
  )

const isTied = ({ domicile }: Given) => ['self', 'birth', 'birth-and-parent'].includes(domicile)
const hasDomicile = ({ domicile }: Given) => ['self', 'parent', 'birth-and-parent'].includes(domicile)

/** Do the words of rules §3.4 hold for this person, apart from "none of the types before"? */
const fits = (form: FormRules, type: CandidatureType, given: Given): boolean => {
  if (type === 'A') return given.place === 'state' && (form.qualification !== 'degree' || isTied(given))
  if (type === 'B') return hasDomicile(given)
  if (type === 'C') return given.service === 'central'
  if (type === 'D') return given.service === 'state'
  if (type === 'E') return given.place === 'border'
  if (type === 'OMS') return true
  return given.service === 'jk'
}

/** What this person answers in step 1 of a type, as far as the finder's answers say it. */
function detailsOf(form: FormRules, type: CandidatureType, given: Given): Record<string, string> {
  const isDegree = form.qualification === 'degree'
  const inState = { examState: 'MH', examDistrict: 'MH-pune' }
  const inBorder = { examState: 'KA', examDistrict: form.borderDistricts[0]! }
  const elsewhere = { examState: 'KA', examDistrict: 'KA-mysuru' }
  const exam: Record<string, string> = { state: inState, border: inBorder, elsewhere }[given.place as 'state']
  const ssc: Record<string, string> = isDegree ? { sscState: given.place === 'state' ? 'MH' : 'KA' } : {}
  const tie = given.domicile.startsWith('birth') ? 'birth' : given.domicile === 'self' ? 'domicile' : 'neither'
  const district = { tieDistrict: 'MH-pune' }
  const mother = { motherName: 'Sunita Ramesh Patil' }
  const certificate = { jkDistrict: 'JK-srinagar', jkCertificateNumber: 'RO/55', jkCertificateDate: '2023-02-01' }
  switch (type) {
    case 'A':
      return {
        ...exam,
        ...ssc,
        examTaluka: 'pune-haveli',
        examVillage: 'Wagholi',
        ...(isDegree && { tie, ...(tie !== 'neither' && district) }),
      }
    case 'B':
      return {
        domicileHolder: given.domicile === 'self' ? 'candidate' : 'father',
        ...mother,
        domicileDistrict: 'MH-nashik',
        ...(isDegree && { ...ssc, examState: exam.examState! }),
      }
    case 'C':
      return {
        proformaHolder: 'father',
        ...mother,
        postingDistrict: 'MH-nagpur',
        ...(isDegree && { employer: 'Central Railway, Nagpur', postedOn: '2022-04-01' }),
      }
    case 'D':
      return { proforma: 'B-2', proformaHolder: 'mother', retirementDistrict: 'MH-satara', ...mother }
    case 'E':
      return { ...exam, examInstitute: 'R. P. D. College, Belagavi' }
    case 'OMS':
      return {
        ...exam,
        examInstitute: 'National Institute of Engineering',
        ...(isDegree && { domicile: hasDomicile(given) ? 'yes' : 'no' }),
      }
    default:
      return {
        ...certificate,
        ...(type === 'J-1' || type === 'J-4'
          ? { jkHolder: 'father' }
          : { jkParent: 'father', jkParentOffice: 'Border Security Force, Srinagar' }),
      }
  }
}

describe.each([
  ['mbale', mbale.form],
  ['scd', scd.form],
])('the finder of %s', (_, form) => {
  const forms = stepForms(form)
  const all = everyAnswer(form)

  test('proposes the first type whose own words hold, for every combination of answers', () => {
    for (const given of all) {
      const proposed = proposedTypes(form, given)!
      // Types of Jammu and Kashmir are claimed before OMS by those who have one.
      const order = ['A', 'B', 'C', 'D', 'E', 'J-1', 'J-2', 'J-3', 'J-4', 'OMS'] as const
      const first = order.find((type) => form.types.includes(type) && fits(form, type, given))
      expect([given, proposed[0]]).toEqual([given, first])
    }
  })

  test('proposes only what the form of that type accepts, for every combination of answers', () => {
    for (const given of all) {
      for (const type of proposedTypes(form, given)!) {
        const answers = { 'type-of-candidature': { mode: '1', type } }
        const details = detailsOf(form, type, given)
        const taken = checkStep(forms['type-details'], details, answers, '2024-07-20' as CivilDate)
        expect([given, type, taken.ok ? [] : taken.refusal.fields]).toEqual([given, type, []])
      }
    }
  })

  test('can propose every type that the course offers', () => {
    const reached = new Set(all.flatMap((given) => proposedTypes(form, given)!))
    expect([...reached].sort()).toEqual([...form.types].sort())
  })

  test.each(languages)('has words for all of it: %s', (language) => {
    for (const { words, options } of finderQuestions(form))
      for (const key of [words, ...options.map((option) => `${words}.${option}`)])
        expect(translate(language, `steps:find.${key}` as TextKey)).not.toContain('find.')
  })
})

test.each([
  {},
  { place: 'state' },
  { place: 'moon', domicile: 'self', service: 'none' },
  { place: 'state', domicile: 'self' },
])('proposes nothing for %o', (given) => expect(proposedTypes(mbale.form, given)).toBeNull())

test('proposes nothing where no type of the course fits', () => {
  const form = { ...scd.form, types: ['A', 'B'] as const }
  expect(proposedTypes(form, { place: 'elsewhere', domicile: 'none' })).toBeNull()
  expect(proposedTypes(form, { place: 'elsewhere', domicile: 'parent' })).toEqual(['B'])
})
