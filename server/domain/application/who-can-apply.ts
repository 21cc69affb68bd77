import type { EligibilityRules } from './form/eligibility'
import type { FormRules } from './form/form-rules'

/**
 * A sentence about eligibility: `conditions:<key>` with its values. `question`: the question of step 3 whose words are
 * the value `of`.
 */
export type EligibilityLine = { key: string; values?: Readonly<Record<string, string | number>>; question?: string }

/** A question before registration: `conditions:ask.<name>`, with choices `conditions:<name>.<code>`. */
export type EarlyQuestion = { name: string; options: readonly EligibilityLine[]; about?: EligibilityLine }

type Shape = Pick<FormRules, 'types' | 'eligibility'>
type Percentages = Exclude<EligibilityRules, { of: 'hsc-science' }>

const percentages = ({ percent, percentReserved: reserved }: Percentages) => ({ percent, reserved })
const isSame = ({ percent, percentReserved }: Percentages) => percent === percentReserved

/**
 * Who can apply, in three lines, from the season's own rules: nationality and domicile, the qualification, and the
 * marks. The registration page, the home page, the questions and the brochure print these. Source: rules §3.4, §3.6.
 */
export function whoCanApply({ types, eligibility: rules }: Shape): readonly EligibilityLine[] {
  const citizen: EligibilityLine = { key: types.includes('OMS') ? 'line.citizen' : 'line.citizen-of-types' }
  if (rules.of === 'hsc-science') {
    const form = [rules.isItiEnough ? 'hsc-or-iti' : 'hsc', types.includes('OMS') && 'oms'].filter(Boolean).join('-')
    return [citizen, { key: `line.${form}` }, { key: 'line.pass' }]
  }
  const suffix = isSame(rules) ? '-all' : ''
  if (rules.of === 'marks') {
    const { question } = rules
    return [citizen, { key: 'line.examinations' }, { key: `line.marks${suffix}`, values: percentages(rules), question }]
  }
  const degree = { key: 'line.degree', values: { years: rules.minimumYears } }
  return [citizen, degree, { key: `line.percent${suffix}`, values: percentages(rules) }]
}

/** The questions whose answers show before registration if somebody may apply. Nothing of them is kept. */
export function earlyQuestions({ types, eligibility: rules }: Shape): readonly EarlyQuestion[] {
  if (rules.of === 'hsc-science') {
    const passed = ['mathematics', 'both', 'biology', ...(rules.isItiEnough ? ['iti'] : []), 'other']
    const questions: EarlyQuestion[] = [{ name: 'passed', options: passed.map((code) => ({ key: code })) }]
    return types.includes('OMS')
      ? [...questions, { name: 'place', options: [{ key: 'state' }, { key: 'elsewhere' }] }]
      : questions
  }
  const values = percentages(rules)
  const bands = isSame(rules) ? ['enough', 'below'] : ['enough', 'reserved', 'below']
  const lowest = { percent: values.percent, reserved: Math.min(values.percent, values.reserved) }
  const marks: EarlyQuestion = {
    name: 'marks',
    options: bands.map((key) => ({ key, values: lowest })),
    ...(rules.of === 'marks' && { about: { key: 'ask.marks-of', question: rules.question } }),
  }
  if (rules.of === 'marks') return [marks]
  const years = { years: rules.minimumYears }
  return [{ name: 'years', options: ['long', 'short'].map((key) => ({ key, values: years })) }, marks]
}

/** The answer to the early questions: may apply, may with a reserved claim, or why not (`conditions:answer.<key>`). */
export type EarlyAnswer = { outcome: 'yes' | 'reserved' | 'no'; reason: EligibilityLine }

const yes: EarlyAnswer = { outcome: 'yes', reason: { key: 'answer.yes' } }
const no = (key: string, values?: EligibilityLine['values']): EarlyAnswer => ({
  outcome: 'no',
  reason: { key: `answer.${key}`, values },
})

/**
 * What the rules say of these answers, as `eligibilityOf` will of the form; null until each question has one of its
 * choices. Source: rules §3.6, §18.16.
 */
export function earlyAnswer(rules: Shape, given: Readonly<Record<string, string | undefined>>): EarlyAnswer | null {
  const questions = earlyQuestions(rules)
  const isAnswered = questions.every(({ name, options }) => options.some(({ key }) => key === given[name]))
  if (!isAnswered) return null
  const { eligibility } = rules
  if (eligibility.of === 'hsc-science') return afterSchool(given.passed!, given.place ?? 'state')
  if (given.years === 'short' && eligibility.of === 'degree') return no('short', { years: eligibility.minimumYears })
  const values = percentages(eligibility)
  if (given.marks === 'enough') return yes
  if (given.marks === 'reserved') return { outcome: 'reserved', reason: { key: 'answer.reserved', values } }
  return isSame(eligibility) ? no('below-all', values) : no('below', values)
}

/** Mathematics counts for types A to E, Biology for OMS; an ITI course does for all but OMS. */
function afterSchool(passed: string, place: string): EarlyAnswer {
  const isOms = place === 'elsewhere'
  if (passed === 'both') return yes
  if (passed === 'mathematics') return isOms ? no('no-biology') : yes
  if (passed === 'biology') return isOms ? yes : no('no-mathematics')
  if (passed === 'iti') return isOms ? no('iti') : yes
  return no('no-science')
}
