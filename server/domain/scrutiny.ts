import type { Paise } from '../kernel/money'
import { type Claims, claimsOf } from './application-form/claims'
import type { StepForms } from './application-form/forms'
import type { Answers, QuestionStep, StepAnswers } from './application-form/question'
import type { FileKind } from './document-rules'
import { type EligibilityRules, eligibilityOf } from './eligibility'
import { type ApplicationFees, applicationFee } from './fees'
import { type StepNumber, steps } from './journey'
import { stillAsked } from './reopening'
import { type DocumentReason, requiredDocuments } from './required-documents'

/** Where the forms of e-scrutiny wait. SQLite computes the queue of a form from its facts. */
export const scrutinyQueues = ['new', 'picked-up', 'reverted', 'resubmitted', 'confirmed'] as const
export type ScrutinyQueue = (typeof scrutinyQueues)[number]

export const isScrutinyQueue = (text: unknown): text is ScrutinyQueue =>
  (scrutinyQueues as readonly unknown[]).includes(text)

/** What must be right: a fault in one of these sends the form back. Source: decisions §5. */
export const mandatoryFacts = [
  'name',
  'mother-name',
  'gender',
  'nationality',
  'ssc',
  'hsc',
  'diploma',
  'degree',
  'photo',
  'signature',
] as const
/** What is claimed: one that fails is removed, and the form is confirmed without it. Source: decisions §5. */
export const claimFacts = ['type', 'category', 'ews', 'disability', 'defence', 'orphan', 'minority', 'tfws'] as const
export type ClaimFact = (typeof claimFacts)[number]
export type FactName = (typeof mandatoryFacts)[number] | ClaimFact

export const isClaimFact = (name: string): name is ClaimFact => (claimFacts as readonly string[]).includes(name)

/** One thing that an officer judges: the answers that state it, and the documents that prove it. */
export type ScrutinyFact = {
  name: FactName
  /** The step whose answers state it; null where no answer does. */
  slug: QuestionStep | null
  /** Questions of that step, as they were answered. */
  questions: readonly string[]
  documents: readonly FileKind[]
}

/** Why a fact is not accepted. About the answer: its step is corrected. About the document: the document is. */
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

/** The reasons that can be given for a fact. */
export function reasonsFor(fact: FactName): readonly DiscrepancyReason[] {
  if (fact === 'photo' || fact === 'signature') return ['unfit-picture', 'other-document']
  return isClaimFact(fact) ? ['differs', 'not-entitled', ...documentReasons] : ['differs', ...documentReasons]
}

const whyAsked: Partial<Record<FactName, readonly DocumentReason[]>> = {
  nationality: ['nationality'],
  ssc: ['ssc'],
  hsc: ['hsc'],
  diploma: ['diploma'],
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

/** What states who somebody is, beside the certificate of nationality. */
const ofPerson = ['ssc-marksheet', 'nationality'] as const satisfies FileKind[]

/** Which answers state a fact: by the names of the questions. */
const statedBy: Record<Exclude<FactName, 'name' | 'photo' | 'signature' | 'type'>, [QuestionStep, RegExp]> = {
  'mother-name': ['personal-details', /^motherName$/],
  gender: ['personal-details', /^gender$/],
  nationality: ['personal-details', /^nationality$/],
  ssc: ['qualifications-details', /^ssc/],
  hsc: ['qualifications-details', /^(hsc|physics|chemistry|mathematics|biology|english)/],
  diploma: ['qualifications-details', /^diploma/],
  degree: ['qualifications-details', /^(university|college|degree|cgpa)/],
  category: ['category-details', /^(category$|caste|validity|creamyLayer)/],
  ews: ['category-details', /^ews/],
  disability: ['category-details', /^disability/],
  defence: ['category-details', /^defence$/],
  orphan: ['category-details', /^orphan$/],
  minority: ['category-details', /Minority$/],
  tfws: ['category-details', /^tfws$/],
}

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
 * What an officer judges of an application, in the order of the work: what must be right, then what is claimed. OMS is
 * what remains without a claim, so there is nothing to prove about it. `answers`: those that still apply.
 */
export function factsToCheck(answers: Answers): ScrutinyFact[] {
  const claims = claimsOf(answers)
  if (!claims) return []
  const asked = requiredDocuments(answers)
  const documentsOf = (fact: FactName) =>
    asked.filter(({ because }) => whyAsked[fact]?.includes(because)).map(({ kind }) => kind)
  const stated = (name: keyof typeof statedBy, documents: readonly FileKind[] = documentsOf(name)): ScrutinyFact => {
    const [slug, pattern] = statedBy[name]
    const given = Object.keys(answers[slug] ?? {})
    return { name, slug, questions: given.filter((question) => pattern.test(question)), documents }
  }
  const examinations = (['ssc', 'hsc', 'diploma', 'degree'] as const)
    .map((name) => stated(name))
    .filter(({ questions }) => questions.length)
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
    ...examinations,
    picture('photo'),
    picture('signature'),
    ...(claims.type === 'OMS' ? [] : [type]),
    ...(Object.keys(isClaimed) as (keyof typeof isClaimed)[])
      .filter((name) => isClaimed[name](claims))
      .map((name) => stated(name)),
  ]
}

/** What an officer decided about a fact; `reason` and what follows are of no meaning where it is accepted. */
export type Verdict = {
  fact: FactName
  isAccepted: boolean
  reason: DiscrepancyReason | null
  /** The document that the reason is about. */
  document: FileKind | null
  expected: string
  found: string
}

const isPicture = (fact: FactName) => fact === 'photo' || fact === 'signature'

/** The steps in which a discrepancy is corrected; the last one is where it is shown. The type is claimed in step 0. */
export function stepsToCorrect(fact: FactName, reason: DiscrepancyReason): readonly StepNumber[] {
  if (isPicture(fact)) return [5]
  if (isAboutDocument(reason)) return [6]
  if (fact === 'type') return [0, 1]
  return fact === 'name' ? [4] : [steps.indexOf(statedBy[fact as keyof typeof statedBy][0]) as StepNumber]
}

/** What a discrepancy is shown beside: a document, the first answer that states the fact, or the name itself. */
export function fieldOf(fact: FactName, document: FileKind | null): string {
  if (document) return document
  return isPicture(fact) ? fact : shownAt[fact as keyof typeof shownAt]
}

const shownAt: Record<Exclude<FactName, 'photo' | 'signature'>, string> = {
  name: 'fullName',
  'mother-name': 'motherName',
  gender: 'gender',
  nationality: 'nationality',
  ssc: 'sscMarks',
  hsc: 'hscMarks',
  diploma: 'diplomaMarks',
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

/** What becomes of a form once every fact is judged. */
export type Conclusion =
  | { kind: 'confirm'; removed: readonly ClaimFact[]; fee: Paise }
  /** `isIneligible`: without the claims that fail nobody could be admitted, so that the form goes back in their place. */
  | { kind: 'revert'; steps: readonly StepNumber[]; isIneligible: boolean }

/**
 * Mandatory facts send the form back, with every discrepancy on it. Claims alone are removed, and the form is confirmed
 * without them; `fee` is what then falls due. Where the candidate would not be eligible without the claim, the form goes
 * back, because a form that cannot be admitted is not confirmed. `paid`: towards the application. Source: decisions §5.
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
    return { kind: 'confirm', removed, fee: removed.length ? conversionFee(after, fees, paid) : (0 as Paise) }
  }
  const flagged = faults.flatMap(({ fact, reason }) => stepsToCorrect(fact, reason!))
  return { kind: 'revert', steps: [...new Set(flagged)].sort(), isIneligible }
}

/** What falls due because scrutiny removed claims: the fee that now applies less what was paid. Source: decisions §4. */
export function conversionFee(after: Answers, fees: ApplicationFees, paid: Paise): Paise {
  const claims = claimsOf(after)
  return Math.max(0, claims ? applicationFee(claims, fees) - paid : 0) as Paise
}

/** The answers once these claims are removed: category → Open, type → OMS, the others fall. Source: decisions §5. */
export function withoutClaims(forms: StepForms, answers: Answers, removed: readonly ClaimFact[]): Answers {
  const details: Record<string, string> = { ...answers['category-details'] }
  let candidature: StepAnswers = answers['type-of-candidature'] ?? {}
  for (const claim of removed) {
    switch (claim) {
      case 'type':
        candidature = { ...candidature, type: 'OMS' }
        break
      case 'category':
        // EWS is asked of the Open category, and was not claimed.
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
