import type { FileKind } from '#server/domain/application/document-rules.ts'
import { askedNames, asOptional, questionsOf } from '#server/domain/application/form/asked.ts'
import { checkAnswer, tidyAnswer } from '#server/domain/application/form/check.ts'
import type { StepForms } from '#server/domain/application/form/forms.ts'
import { stillAsked } from '#server/domain/application/reopening.ts'
import { type ClaimFact, type FactName, factsToCheck, isClaimFact } from '#server/domain/scrutiny/scrutiny.ts'
import type { Answers, Question, QuestionStep } from '#server/domain/terms/question.ts'
import { oneSpelling } from '#server/kernel/folded.ts'
import { type FieldFault, ok, type Result, refuse } from '#server/kernel/result.ts'
import type { CivilDate } from '#server/kernel/time.ts'
import { isSameNameSpelled } from './name-spelling'

/** A candidate's answers about one fact. */
export const verificationAnswers = ['correct', 'incorrect'] as const
export type VerificationAnswer = (typeof verificationAnswers)[number]

/** The facts that a candidate verifies: those that scrutiny judges except the pictures and the guardian, and the date of birth. */
export type VerifiedFact = Exclude<FactName, 'photo' | 'signature' | 'guardian'> | 'birth-date'

/** Where a fact is stated, and the questions that the candidate answers anew if it is wrong. The name has no step. */
const statedIn: Readonly<Record<Exclude<VerifiedFact, 'name'>, readonly [QuestionStep, readonly string[]]>> = {
  'mother-name': ['personal-details', ['motherName']],
  'birth-date': ['personal-details', ['dateOfBirth']],
  gender: ['personal-details', ['gender']],
  nationality: ['personal-details', ['nationality']],
  ssc: ['qualifications-details', ['sscMarks', 'sscOutOf']],
  hsc: [
    'qualifications-details',
    [
      'hscMarks',
      'hscOutOf',
      ...['physics', 'chemistry', 'mathematics', 'biology', 'english'].flatMap((name) => [name, `${name}OutOf`]),
    ],
  ],
  diploma: ['qualifications-details', ['diplomaMarks', 'diplomaOutOf']],
  iti: ['qualifications-details', ['itiMarks', 'itiOutOf']],
  degree: ['qualifications-details', ['degreeMarks', 'degreeOutOf', 'cgpa', 'cgpaScale', 'cgpaPercentage']],
  type: ['type-of-candidature', ['type']],
  category: ['category-details', ['category']],
  ews: ['category-details', ['ews']],
  disability: ['category-details', ['disability']],
  defence: ['category-details', ['defence']],
  orphan: ['category-details', ['orphan']],
  minority: ['category-details', ['religiousMinority', 'linguisticMinority']],
  tfws: ['category-details', ['tfws']],
}

/** Every fact, in the order of the page. */
export const verifiedFacts = ['name', ...(Object.keys(statedIn) as Exclude<VerifiedFact, 'name'>[])] as const

/** The name is no answer of a step, so it has a question here. */
const nameQuestion: Question = { name: 'fullName', kind: 'text', isName: true, maxLength: 100 }

/** The questions with which a fact can be corrected, by name. */
export const rightQuestions: readonly string[] = ['fullName', ...Object.values(statedIn).flatMap(([, names]) => names)]

/** The step that states a fact; the name is shown with the personal details. */
export const stepOfFact = (fact: VerifiedFact): QuestionStep =>
  fact === 'name' ? 'personal-details' : statedIn[fact][0]

/** The questions of a course that a fact can be corrected with. */
export const questionsOfFact = (fact: VerifiedFact, forms: StepForms): readonly Question[] =>
  fact === 'name'
    ? [nameQuestion]
    : questionsOf(forms[statedIn[fact][0]]).filter(({ name }) => statedIn[fact][1].includes(name))

/** The candidate's name and answers, as verified. */
export type Stated = { fullName: string; answers: Answers }

/** A fact to verify. */
export type FactToVerify = {
  fact: VerifiedFact
  /** The fact is claimed or was asked for; otherwise it is preset to correct. */
  applies: boolean
  /** The questions to answer if the fact is wrong; empty if the form does not ask them of this candidate. */
  questions: readonly Question[]
  /** The present answers to those questions. */
  present: Readonly<Record<string, string>>
  /** The documents that prove it. */
  documents: readonly FileKind[]
}

/** The facts of a candidate that gave merit or a benefit, or that identify them. Source: rules §8.13. */
export function factsToVerify({ fullName, answers }: Stated, forms: StepForms): FactToVerify[] {
  const checked = factsToCheck(answers)
  const documentsOf = (fact: VerifiedFact) => checked.find(({ name }) => name === fact)?.documents ?? []
  return verifiedFacts.flatMap((fact): FactToVerify[] => {
    if (fact === 'name')
      return [{ fact, applies: true, questions: [nameQuestion], present: { fullName }, documents: documentsOf(fact) }]
    const [step] = statedIn[fact]
    const known = questionsOfFact(fact, forms)
    // Another course may have no such fact at all.
    if (!known.length) return []
    const asked = askedNames(forms[step], answers)
    const given = answers[step] ?? {}
    const questions = known.filter(({ name }) => asked.has(name)).map((question) => asOptional(question, answers))
    return [
      {
        fact,
        // Somebody without a mother on paper has no name of hers to verify.
        applies:
          fact === 'birth-date' ||
          (checked.some(({ name }) => name === fact) && (fact !== 'mother-name' || given.motherName !== undefined)),
        questions,
        present: Object.fromEntries(
          questions.flatMap(({ name }) => (given[name] === undefined ? [] : [[name, given[name]]])),
        ),
        documents: fact === 'birth-date' ? documentsOf('name') : documentsOf(fact),
      },
    ]
  })
}

/**
 * The benefit of each fact: a place in the merit order, a kind of seat, or eligibility itself. Null for a fact that
 * identifies the candidate and gives no benefit. Source: rules §8.13.
 */
const benefits: Readonly<Record<Exclude<VerifiedFact, ClaimFact>, 'merit' | 'seat' | 'eligibility' | null>> = {
  name: null,
  'mother-name': null,
  nationality: 'eligibility',
  gender: 'seat',
  ssc: 'merit',
  hsc: 'merit',
  diploma: 'merit',
  iti: 'merit',
  degree: 'merit',
  'birth-date': 'merit',
}

/** The benefit of a fact; every claim counts as `seat`, because it brings a seat, a lower fee or a list. */
export const benefitOf = (fact: VerifiedFact): 'merit' | 'seat' | 'eligibility' | null =>
  isClaimFact(fact) ? 'seat' : benefits[fact]

/** What a candidate says about their facts. `right`: the right values by question; those of a correct fact are ignored. */
export type Said = {
  answers: Readonly<Partial<Record<VerifiedFact, VerificationAnswer>>>
  right: Readonly<Record<string, string>>
}

/** A fact called wrong: its values by question, before and right. A question answered with nothing is absent. */
export type WrongFact = {
  fact: VerifiedFact
  stated: Readonly<Record<string, string>>
  right: Readonly<Record<string, string>>
}

/**
 * The wrong facts. Each fact that applies needs an answer, and each wrong fact a right value that differs from the
 * present one. Refuses with `check-answers`; fields are `fact-<fact>` and `right-<question>`.
 */
export function wrongFacts(facts: readonly FactToVerify[], said: Said, today: CivilDate): Result<WrongFact[]> {
  const faults: FieldFault[] = []
  const wrong: WrongFact[] = []
  for (const { fact, applies, questions, present } of facts) {
    const answer = said.answers[fact] ?? (applies ? null : 'correct')
    if (answer === null) faults.push({ field: `fact-${fact}`, code: 'verification-missing' })
    if (answer !== 'incorrect') continue
    if (!questions.length) {
      faults.push({ field: `fact-${fact}`, code: 'fact-not-asked' })
      continue
    }
    const right: Record<string, string> = {}
    const before = faults.length
    for (const question of questions) {
      const value = tidyAnswer(question, said.right[question.name] ?? '')
      const fault = checkAnswer(question, value, present, today)
      if (fault) faults.push({ field: `right-${question.name}`, ...fault })
      else if (value !== '') right[question.name] = value
    }
    if (faults.length > before) continue
    if (questions.every(({ name }) => oneSpelling(right[name] ?? '') === oneSpelling(present[name] ?? '')))
      faults.push({ field: `right-${questions[0]!.name}`, code: 'right-value-same' })
    else wrong.push({ fact, stated: present, right })
  }
  return faults.length ? refuse('check-answers', 422, { fields: faults }) : ok(wrong)
}

/** The facts that say whose seat it is, in a name. */
export const isNameFact = (fact: VerifiedFact): boolean => fact === 'name' || fact === 'mother-name'

/**
 * Does an officer decide on this mistake? On every one that affects a benefit, and on a name that changes by more than
 * its spelling: otherwise the holder of a seat could put another person's name on it. Source: rules §8.13.
 */
function needsOfficer({ fact, stated, right }: WrongFact): boolean {
  if (benefitOf(fact) !== null) return true
  const question = fact === 'name' ? 'fullName' : 'motherName'
  return isNameFact(fact) && !isSameNameSpelled(stated[question] ?? '', right[question] ?? '')
}

/**
 * The result of self-verification. A mistake that an officer need not see is corrected at once, and the candidate goes
 * on. Any other raises a grievance, which blocks acceptance until an officer decides it. Source: rules §8.13.
 */
type VerificationOutcome =
  | { kind: 'verified'; corrected: readonly WrongFact[] }
  | { kind: 'grievance'; about: readonly WrongFact[]; corrected: readonly WrongFact[] }

export function verificationOutcome(wrong: readonly WrongFact[]): VerificationOutcome {
  const about = wrong.filter(needsOfficer)
  const corrected = wrong.filter((one) => !needsOfficer(one))
  return about.length ? { kind: 'grievance', about, corrected } : { kind: 'verified', corrected }
}

/** The name and the answers with these facts corrected. A claim that no longer applies is dropped with its questions. */
export function withCorrections(forms: StepForms, { fullName, answers }: Stated, wrong: readonly WrongFact[]): Stated {
  const steps: Partial<Record<QuestionStep, Record<string, string>>> = {}
  let name = fullName
  for (const { fact, stated, right } of wrong) {
    if (fact === 'name') {
      name = right.fullName ?? name
      continue
    }
    const [step] = statedIn[fact]
    const changed: Record<string, string> = { ...answers[step], ...steps[step] }
    for (const question of Object.keys(stated)) delete changed[question]
    Object.assign(changed, right)
    // The form asks Open candidates about EWS, which was not claimed.
    if (fact === 'category' && right.category === 'OPEN') changed.ews = 'no'
    steps[step] = changed
  }
  return { fullName: name, answers: stillAsked(forms, { ...answers, ...steps }) }
}
