import type { FileKind } from '#server/domain/application/document-rules.ts'
import { type EligibilityRules, eligibilityOf } from '#server/domain/application/form/eligibility.ts'
import type { StepForms } from '#server/domain/application/form/forms.ts'
import { stillAsked } from '#server/domain/application/reopening.ts'
import { type DocumentReason, requiredDocuments } from '#server/domain/application/required-documents.ts'
import { type ApplicationFees, applicationFee, conversionLeft } from '#server/domain/money/fees.ts'
import { type Claims, claimsOf } from '#server/domain/terms/claims.ts'
import { type StepNumber, steps } from '#server/domain/terms/journey.ts'
import type { Answers, QuestionStep, StepAnswers } from '#server/domain/terms/question.ts'
import { lessAmount, noMoney, type Paise } from '#server/kernel/money.ts'

/** Mandatory facts: a fault in one of these sends the form back. Source: rules §5.2. */
const mandatoryFacts = [
  'name',
  'mother-name',
  'gender',
  'nationality',
  'guardian',
  'ssc',
  'hsc',
  'diploma',
  'iti',
  'degree',
  'photo',
  'signature',
] as const
/** Claims: one that fails is removed, and the form is confirmed without it. Source: rules §5.3. */
export const claimFacts = ['type', 'category', 'ews', 'disability', 'defence', 'orphan', 'minority', 'tfws'] as const
export type ClaimFact = (typeof claimFacts)[number]
export const factNames = [...mandatoryFacts, ...claimFacts] as const
export type FactName = (typeof factNames)[number]

export const isClaimFact = (name: string): name is ClaimFact => (claimFacts as readonly string[]).includes(name)

/** One fact for an officer to judge: the answers that state it, and the documents that prove it. */
export type ScrutinyFact = {
  name: FactName
  /** The step whose answers state it; null if no answer does. */
  slug: QuestionStep | null
  /** Questions of that step. */
  questions: readonly string[]
  documents: readonly FileKind[]
}

/**
 * Why a fact is not accepted. If the reason is about the answer, its step is corrected; if it is about the document,
 * the document is replaced.
 */
const reasonAbout = {
  differs: 'answer',
  'not-entitled': 'answer',
  illegible: 'document',
  'other-document': 'document',
  incomplete: 'document',
  'not-valid': 'document',
  'unfit-picture': 'document',
} as const
export type DiscrepancyReason = keyof typeof reasonAbout
export const discrepancyReasons = Object.keys(reasonAbout) as readonly DiscrepancyReason[]

export const isAboutDocument = (reason: DiscrepancyReason): boolean => reasonAbout[reason] === 'document'

const documentReasons = ['illegible', 'other-document', 'incomplete', 'not-valid'] as const

/** The reasons available for a fact. */
export function reasonsFor(fact: FactName): readonly DiscrepancyReason[] {
  if (fact === 'photo' || fact === 'signature') return ['unfit-picture', 'other-document']
  // No document proves it.
  if (fact === 'guardian') return ['differs']
  return isClaimFact(fact) ? ['differs', 'not-entitled', ...documentReasons] : ['differs', ...documentReasons]
}

const whyAsked: Partial<Record<FactName, readonly DocumentReason[]>> = {
  nationality: ['nationality'],
  ssc: ['ssc'],
  hsc: ['hsc'],
  diploma: ['diploma'],
  iti: ['iti'],
  degree: ['degree', 'cgpa'],
  type: ['type-a', 'type-b', 'type-c', 'type-d', 'type-e', 'type-jk'],
  category: ['category', 'validity-applied', 'creamy-layer', 'creamy-layer-applied'],
  ews: ['ews', 'ews-applied'],
  disability: ['disability'],
  defence: ['defence'],
  orphan: ['orphan'],
  minority: ['minority'],
  tfws: ['tfws'],
}

/** The documents of a person's identity, besides the certificate of nationality. */
const ofPerson = ['ssc-marksheet', 'nationality'] as const satisfies FileKind[]

/** The answers that state a fact, by the names of the questions. */
const statedBy: Record<Exclude<FactName, 'name' | 'photo' | 'signature' | 'type'>, [QuestionStep, RegExp]> = {
  'mother-name': ['personal-details', /^(motherName|parentMissing)$/],
  gender: ['personal-details', /^gender$/],
  nationality: ['personal-details', /^nationality$/],
  guardian: ['personal-details', /^guardian/],
  ssc: ['qualifications-details', /^ssc/],
  hsc: ['qualifications-details', /^(hsc|physics|chemistry|mathematics|biology|english)/],
  diploma: ['qualifications-details', /^diploma/],
  iti: ['qualifications-details', /^iti/],
  degree: ['qualifications-details', /^(university|college|degree|cgpa)/],
  category: ['category-details', /^(category$|caste|validity|creamyLayer)/],
  ews: ['category-details', /^ews/],
  disability: ['category-details', /^disability/],
  defence: ['category-details', /^defence$/],
  orphan: ['category-details', /^orphan$/],
  minority: ['category-details', /Minority$/],
  tfws: ['category-details', /^tfws$/],
}

/** The questions which examination was passed. */
const isChoice = /^(afterSsc|qualifyingExam)$/

const isClaimed: Record<Exclude<ClaimFact, 'type'>, (claims: Claims) => boolean> = {
  category: ({ category }) => category !== 'OPEN',
  ews: ({ isEws }) => isEws,
  disability: ({ isDisabled }) => isDisabled,
  defence: ({ defence }) => defence !== null,
  orphan: ({ isOrphan }) => isOrphan,
  minority: ({ minorities }) => minorities.length > 0,
  tfws: ({ isTfws }) => isTfws,
}

/**
 * The facts to judge in an application, in working order: first the mandatory ones, then the claims. OMS is the type
 * without a claim, so it needs no proof. `answers`: those that still apply.
 */
export function factsToCheck(answers: Answers): ScrutinyFact[] {
  const claims = claimsOf(answers)
  if (!claims) return []
  const asked = requiredDocuments(answers)
  const documentsOf = (fact: FactName) =>
    asked.filter(({ because }) => whyAsked[fact]?.includes(because)).map(({ kind }) => kind)
  const stated = (name: keyof typeof statedBy, documents: readonly FileKind[] = documentsOf(name)): ScrutinyFact => {
    const [slug, pattern] = statedBy[name]
    const given = Object.keys(answers[slug] ?? {}).filter((question) => pattern.test(question))
    // An orphan may have left the name empty, and an officer has to see that.
    const questions = given.length || name !== 'mother-name' ? given : ['motherName']
    return { name, slug, questions, documents }
  }
  const passed = (['ssc', 'hsc', 'diploma', 'iti', 'degree'] as const)
    .map((name) => stated(name))
    .filter(({ questions }) => questions.length)
  // A course's own questions are judged with the last examination, whose document proves them.
  const own = Object.keys(answers['qualifications-details'] ?? {}).filter(
    (question) => !isChoice.test(question) && !passed.some(({ questions }) => questions.includes(question)),
  )
  const examinations = passed.map((fact, place) =>
    place === passed.length - 1 && own.length ? { ...fact, questions: [...fact.questions, ...own] } : fact,
  )
  const picture = (name: 'photo' | 'signature'): ScrutinyFact => ({
    name,
    slug: null,
    questions: [],
    documents: [name],
  })
  const type: ScrutinyFact = {
    name: 'type',
    slug: 'type-details',
    questions: Object.keys(answers['type-details'] ?? {}),
    documents: documentsOf('type'),
  }
  return [
    { name: 'name', slug: null, questions: [], documents: ofPerson },
    stated('mother-name', ofPerson),
    stated('gender', ofPerson),
    stated('nationality'),
    ...[stated('guardian')].filter(({ questions }) => questions.length),
    ...examinations,
    picture('photo'),
    picture('signature'),
    ...(claims.type === 'OMS' ? [] : [type]),
    ...(Object.keys(isClaimed) as (keyof typeof isClaimed)[])
      .filter((name) => isClaimed[name](claims))
      .map((name) => stated(name)),
  ]
}

/** An officer's decision on a fact; `reason` and the later fields are meaningless for an accepted one. */
export type Verdict = {
  fact: FactName
  isAccepted: boolean
  reason: DiscrepancyReason | null
  /** The document that the reason concerns. */
  document: FileKind | null
  expected: string
  found: string
}

const isPicture = (fact: FactName) => fact === 'photo' || fact === 'signature'

/** The steps in which a discrepancy is corrected; it is shown in the last of them. The type is claimed in step 0. */
export function stepsToCorrect(fact: FactName, reason: DiscrepancyReason): readonly StepNumber[] {
  if (isPicture(fact)) return [5]
  if (isAboutDocument(reason)) return [6]
  if (fact === 'type') return [0, 1]
  return fact === 'name' ? [4] : [steps.indexOf(statedBy[fact as keyof typeof statedBy][0]) as StepNumber]
}

/** Is the mother's name the candidate's own, which is nearly always a slip? Letter case and spaces do not count. */
export function isOwnName(fullName: string, motherName: string | undefined): boolean {
  const plain = (name: string) => name.normalize('NFC').toLowerCase().split(/\s+/).filter(Boolean).join(' ')
  return motherName !== undefined && plain(motherName) !== '' && plain(motherName) === plain(fullName)
}

/** The steps in which a fact is stated or proved, each once. */
export const stepsOfFact = (fact: FactName): readonly StepNumber[] => [
  ...new Set(reasonsFor(fact).flatMap((reason) => stepsToCorrect(fact, reason))),
]

/** The field at which a discrepancy is shown: a document, the first answer that states the fact, or the name itself. */
export function fieldOf(fact: FactName, document: FileKind | null): string {
  if (document) return document
  return isPicture(fact) ? fact : shownAt[fact as keyof typeof shownAt]
}

const shownAt: Record<Exclude<FactName, 'photo' | 'signature'>, string> = {
  name: 'fullName',
  'mother-name': 'motherName',
  gender: 'gender',
  nationality: 'nationality',
  guardian: 'guardianName',
  ssc: 'sscMarks',
  hsc: 'hscMarks',
  diploma: 'diplomaMarks',
  iti: 'itiMarks',
  degree: 'degreeResult',
  type: 'type',
  category: 'category',
  ews: 'ews',
  disability: 'disability',
  defence: 'defence',
  orphan: 'orphan',
  minority: 'religiousMinority',
  tfws: 'tfws',
}

/** The outcome of a form once every fact is judged. */
export type Conclusion =
  | { kind: 'confirm'; removed: readonly ClaimFact[]; fee: Paise }
  /** `isIneligible`: the candidate would be ineligible without the failed claims, so the form goes back instead. */
  | { kind: 'revert'; steps: readonly StepNumber[]; isIneligible: boolean }

/**
 * Faulty mandatory facts send the form back with every discrepancy. If only claims fail, they are removed and the form
 * is confirmed without them; `fee` is the amount then due. If the candidate would be ineligible without the claim, the
 * form goes back, because an ineligible form is never confirmed. `paid`: towards the application. Source: rules §5.3.
 */
export function conclusionOf(
  verdicts: readonly Verdict[],
  answers: Answers,
  {
    forms,
    fees,
    eligibility,
    paid,
  }: { forms: StepForms; fees: ApplicationFees; eligibility: EligibilityRules; paid: Paise },
): Conclusion {
  const faults = verdicts.filter(({ isAccepted }) => !isAccepted)
  const removed = faults.map(({ fact }) => fact).filter(isClaimFact)
  const after = withoutClaims(forms, answers, removed)
  const isIneligible = removed.length > 0 && eligibilityOf(after, eligibility)?.isEligible === false
  if (removed.length === faults.length && !isIneligible) {
    const charged = removed.length ? conversionFee(after, fees, paid) : noMoney
    return { kind: 'confirm', removed, fee: conversionLeft({ charged, convertPaid: noMoney, paid, fees }) }
  }
  const flagged = faults.flatMap(({ fact, reason }) => stepsToCorrect(fact, reason!))
  return { kind: 'revert', steps: [...new Set(flagged)].sort(), isIneligible }
}

/** What becomes of a form on which only these claims fail. */
export type ClaimsOutcome = { removed: readonly ClaimFact[]; conclusion: Conclusion }

/**
 * The outcome for every set of claims that an officer may reject while accepting the rest, the empty set first: an
 * officer reads the consequences before deciding. `claims`: those of the form. Source: rules §5.3.
 */
export function outcomesOf(
  claims: readonly ClaimFact[],
  answers: Answers,
  rules: Parameters<typeof conclusionOf>[2],
): ClaimsOutcome[] {
  let sets: ClaimFact[][] = [[]]
  for (const claim of claims) sets = sets.concat(sets.map((set) => [...set, claim]))
  const failed = (fact: ClaimFact): Verdict => ({
    fact,
    isAccepted: false,
    reason: 'not-entitled',
    document: null,
    expected: '',
    found: '',
  })
  return sets.map((removed) => ({ removed, conclusion: conclusionOf(removed.map(failed), answers, rules) }))
}

/**
 * The amount due because scrutiny removed claims: the fee that now applies less the amount paid. Source: rules §4.2.
 */
export function conversionFee(after: Answers, fees: ApplicationFees, paid: Paise): Paise {
  const claims = claimsOf(after)
  return claims ? lessAmount(applicationFee(claims, fees), paid) : noMoney
}

/** The answers without these claims: category → Open, type → OMS, the others are dropped. Source: rules §5.3. */
export function withoutClaims(forms: StepForms, answers: Answers, removed: readonly ClaimFact[]): Answers {
  const details: Record<string, string> = { ...answers['category-details'] }
  let candidature: StepAnswers = answers['type-of-candidature'] ?? {}
  for (const claim of removed) {
    switch (claim) {
      case 'type':
        candidature = { ...candidature, type: 'OMS' }
        break
      case 'category':
        // The form asks Open candidates about EWS, which was not claimed.
        Object.assign(details, { category: 'OPEN', ews: 'no' })
        break
      case 'minority':
        delete details.religiousMinority
        delete details.linguisticMinority
        break
      case 'defence':
        details.defence = 'none'
        break
      default:
        details[claim] = 'no'
    }
  }
  return stillAsked(forms, { ...answers, 'type-of-candidature': candidature, 'category-details': details })
}
