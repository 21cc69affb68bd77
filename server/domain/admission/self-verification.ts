import { type ClaimFact, type FactName, isClaimFact } from '../scrutiny/scrutiny'

/** A candidate's answers about one fact. */
export const verificationAnswers = ['correct', 'incorrect'] as const
export type VerificationAnswer = (typeof verificationAnswers)[number]

/** The facts that a candidate verifies: those that scrutiny judges, and the date of birth, which breaks ties. */
export type VerifiedFact = FactName | 'birth-date'

/**
 * The benefit of each fact: a place in the merit order, a kind of seat, or eligibility itself. Null for a fact that
 * identifies the candidate and gives no benefit. Source: rules §8.13.
 */
const benefits: Readonly<Record<Exclude<VerifiedFact, ClaimFact>, 'merit' | 'seat' | 'eligibility' | null>> = {
  name: null,
  'mother-name': null,
  photo: null,
  signature: null,
  nationality: 'eligibility',
  gender: 'seat',
  ssc: 'merit',
  hsc: 'merit',
  diploma: 'merit',
  degree: 'merit',
  'birth-date': 'merit',
}

/** The benefit of a fact; every claim counts as `seat`, because it brings a seat, a lower fee or a list. */
export const benefitOf = (fact: VerifiedFact): 'merit' | 'seat' | 'eligibility' | null =>
  isClaimFact(fact) ? 'seat' : benefits[fact]

/** The candidate's answer about one fact. `right`: the value that they give as correct. */
export type VerifiedAnswer = { fact: VerifiedFact; answer: VerificationAnswer; right: string }

/**
 * The result of self-verification. A mistake in a fact without a benefit is corrected at once, and the candidate goes
 * on. A mistake in a fact with a benefit raises a grievance, which blocks acceptance until an officer decides it.
 * Source: rules §8.13.
 */
export type VerificationOutcome =
  | { kind: 'verified'; corrected: readonly VerifiedAnswer[] }
  | { kind: 'grievance'; about: readonly VerifiedAnswer[]; corrected: readonly VerifiedAnswer[] }

export function verificationOutcome(answers: readonly VerifiedAnswer[]): VerificationOutcome {
  const wrong = answers.filter(({ answer }) => answer === 'incorrect')
  const about = wrong.filter(({ fact }) => benefitOf(fact) !== null)
  const corrected = wrong.filter(({ fact }) => benefitOf(fact) === null)
  return about.length ? { kind: 'grievance', about, corrected } : { kind: 'verified', corrected }
}
