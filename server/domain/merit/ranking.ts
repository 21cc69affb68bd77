import { type EligibilityRules, eligibilityOf } from '#server/domain/application/form/eligibility.ts'
import { type CandidatureType, type Category, claimsOf } from '#server/domain/terms/claims.ts'
import {
  type DecidedBy,
  isOwnCriterion,
  type MeritCriterion,
  type ShippedCriterion,
} from '#server/domain/terms/criteria.ts'
import { outOfWhat } from '#server/domain/terms/percentage.ts'
import type { Answers, StepAnswers } from '#server/domain/terms/question.ts'
import { listsOf, type MeritList, meritLists } from './lists'

/**
 * A share as two whole numbers that a double holds exactly: `432.5` of `500` is 4325 of 5000. Comparing never divides.
 * A birth date is also a share, of 1: the later the date, the smaller the share.
 */
export type Share = { readonly over: number; readonly under: number }

/** The conversion certificate filed with a form, once an officer has judged it. */
export type CgpaVerdict = { verdict: 'verified' | 'rejected'; percentage: string | null }

/** The input of a confirmed form to the ranking: its last version, and the verdict on its CGPA. */
type MeritSource = {
  candidateId: number
  userId: string
  fullName: string
  answers: Answers
  cgpa: CgpaVerdict | null
}

/** A candidate as the ranking sees them; `shares` in the order of the course's criteria. */
export type MeritCandidate = {
  candidateId: number
  userId: string
  fullName: string
  type: CandidatureType
  category: Category
  shares: readonly Share[]
}

/** Findings of validation; a candidate with one of the first four cannot be ranked. */
export const meritFindings = [
  'missing-marks',
  'impossible-marks',
  'cgpa-rejected',
  'not-eligible',
  'cgpa-unverified',
  'duplicate',
] as const
export type MeritFinding = (typeof meritFindings)[number]
export const leavesOut: readonly MeritFinding[] = ['missing-marks', 'impossible-marks', 'cgpa-rejected', 'not-eligible']

/** `about`: the criterion, or the Application ID of the other candidate of a pair. */
export type Finding = { userId: string; finding: MeritFinding; about: string | null }

/** A number as written: `432.5` is 4325 with one decimal place. */
type Written = { digits: number; places: number }
const decimal = /^([0-9]{1,9})(?:\.([0-9]{1,6}))?$/

function written(text: string | undefined): Written | null {
  const parts = decimal.exec(text ?? '')
  if (!parts) return null
  const [, whole, part = ''] = parts
  return { digits: Number(whole! + part), places: part.length }
}

type Marks = { got: Written; outOf: Written }

/** The total marks of one or several subjects as a share of the maximum, on the finest scale among them. */
function shareOf(marks: readonly Marks[]): Share | null {
  const places = Math.max(...marks.flatMap(({ got, outOf }) => [got.places, outOf.places]))
  const sum = (part: keyof Marks) =>
    marks.reduce((total, { [part]: number }) => total + number.digits * 10 ** (places - number.places), 0)
  const share = { over: sum('got'), under: sum('outOf') }
  return share.under === 0 ? null : share
}

/** Candidates from outside Maharashtra have Biology in the place of Mathematics. Source: rules §7.1. */
const third = (type: CandidatureType) => (type === 'OMS' ? 'biology' : 'mathematics')

/** These marks of HSC; an ITI candidate has the marks of the ITI course in their place. Source: rules §7.1. */
const orOfIti = (given: StepAnswers, ...ofHsc: readonly string[]): readonly string[] =>
  given.qualifyingExam === 'iti' ? ['itiMarks'] : ofHsc

/**
 * The questions whose marks make up a criterion. The degree is separate because it may be a CGPA, and the birth date
 * has no marks.
 */
const subjectsOf: Record<
  Exclude<ShippedCriterion, 'degree' | 'birth-date'>,
  (given: StepAnswers, type: CandidatureType) => readonly string[]
> = {
  'hsc-or-diploma': ({ afterSsc }) => [afterSsc === 'diploma' ? 'diplomaMarks' : 'hscMarks'],
  ssc: () => ['sscMarks'],
  pcm: (given, type) => orOfIti(given, 'physics', 'chemistry', third(type)),
  mathematics: (given, type) => orOfIti(given, third(type)),
  physics: (given) => orOfIti(given, 'physics'),
  hsc: (given) => orOfIti(given, 'hscMarks'),
}

/** The questions whose marks make up a criterion, for somebody with these answers. */
const questionsOf = (
  criterion: Exclude<MeritCriterion, 'degree' | 'birth-date'>,
  given: StepAnswers,
  type: CandidatureType,
): readonly string[] =>
  isOwnCriterion(criterion) ? criterion.slice('marks-'.length).split('+') : subjectsOf[criterion](given, type)

/** All marks of these questions; null if one of them is not a number. */
function marksOf(given: StepAnswers, questions: readonly string[]): Marks[] | null {
  const marks: Marks[] = []
  for (const question of questions) {
    const [got, outOf] = [written(given[question]), written(given[outOfWhat(question)])]
    if (!got || !outOf) return null
    marks.push({ got, outOf })
  }
  return marks
}

const hundred: Written = { digits: 100, places: 0 }

/**
 * The degree's result: marks, or the value on the conversion certificate. We never convert a CGPA by our own factor.
 */
function degreeMarks(given: StepAnswers, cgpa: CgpaVerdict | null): Marks[] | null {
  if (given.degreeResult !== 'cgpa') return marksOf(given, ['degreeMarks'])
  const got = written((cgpa?.verdict === 'verified' ? cgpa.percentage : null) ?? given.cgpaPercentage)
  return got && [{ got, outOf: hundred }]
}

/** Later than every birth date that a form takes. */
const afterBirths = 99_991_231

/** The older the candidate, the larger the share. Null if it is not a date. */
function ageOf(birthDate: string | undefined): Share | null {
  const date = /^(\d{4})-(\d{2})-(\d{2})$/.exec(birthDate ?? '')
  return date && { over: afterBirths - Number(date[1]! + date[2]! + date[3]!), under: 1 }
}

/** Sorts the larger share first; 0 if both are equal, however written. Exact for all numbers. */
export function compareShares(a: Share, b: Share): number {
  const [left, right] = [a.over * b.under, b.over * a.under]
  // Products below this are exact.
  if (left <= Number.MAX_SAFE_INTEGER && right <= Number.MAX_SAFE_INTEGER) return right - left
  const difference = BigInt(b.over) * BigInt(a.under) - BigInt(a.over) * BigInt(b.under)
  return difference === BigInt(0) ? 0 : difference < BigInt(0) ? -1 : 1
}

/**
 * A confirmed form as the ranking sees it, or null if it cannot be ranked, with the findings of validation. A CGPA
 * counts as on the verified certificate; until there is one, as in the form, whose documents scrutiny has checked.
 */
export function meritCandidate(
  { candidateId, userId, fullName, answers, cgpa }: MeritSource,
  criteria: readonly MeritCriterion[],
  eligibility: EligibilityRules,
): { candidate: MeritCandidate | null; findings: Finding[] } {
  const claims = claimsOf(answers)
  const given = answers['qualifications-details'] ?? {}
  const findings: Finding[] = []
  const found = (finding: MeritFinding, about: string | null = null) => void findings.push({ userId, finding, about })
  const shares: Share[] = []
  for (const criterion of claims ? criteria : []) {
    if (criterion === 'birth-date') {
      const age = ageOf(answers['personal-details']?.dateOfBirth)
      if (age) shares.push(age)
      else found('missing-marks', criterion)
      continue
    }
    const marks =
      criterion === 'degree' ? degreeMarks(given, cgpa) : marksOf(given, questionsOf(criterion, given, claims!.type))
    const share = marks && shareOf(marks)
    if (!marks || !share) found('missing-marks', criterion)
    else if (marks.some((one) => compareShares(shareOf([one])!, { over: 1, under: 1 }) < 0))
      found('impossible-marks', criterion)
    else shares.push(share)
  }
  if (!claims) found('missing-marks')
  if (given.degreeResult === 'cgpa' && criteria.includes('degree')) {
    if (cgpa?.verdict === 'rejected') found('cgpa-rejected')
    if (cgpa === null) found('cgpa-unverified')
  }
  const counted =
    cgpa?.verdict === 'verified' && cgpa.percentage ? { ...given, cgpaPercentage: cgpa.percentage } : given
  if (!findings.length || findings.every(({ finding }) => !leavesOut.includes(finding))) {
    const may = eligibilityOf({ ...answers, 'qualifications-details': counted }, eligibility)
    if (!may?.isEligible) found('not-eligible')
  }
  const isLeftOut = findings.some(({ finding }) => leavesOut.includes(finding))
  if (isLeftOut || !claims) return { candidate: null, findings }
  const { type, category } = claims
  return { candidate: { candidateId, userId, fullName, type, category, shares }, findings }
}

/** A ranked candidate. `decidedBy`: the criterion that put them below the one before; null for the first. */
export type Ranked<C = MeritCandidate> = { candidate: C; decidedBy: DecidedBy | null }

/** All Application IDs of a portal begin with the same two letters; year and series follow. */
export const seriesOf = ({ userId }: Pick<MeritCandidate, 'userId'>) => Number(userId.slice(2))

/**
 * Two different shares with denominators up to this differ by more than the rounding of a double, so that their
 * quotients tell them apart.
 */
const finestUnder = 2 ** 26

/**
 * Ranks the best first. A total order: the Application ID breaks every tie, so the order of the input does not matter.
 * `candidates` have shares in the order of `criteria`. Equal shares have equal quotients, and a larger share never has
 * a smaller quotient, so the exact comparison runs only for equal quotients of large numbers.
 */
export function rank(candidates: readonly MeritCandidate[], criteria: readonly MeritCriterion[]): Ranked[] {
  const count = candidates.length
  const width = criteria.length
  const quotients = new Float64Array(count * width)
  const series = new Float64Array(count)
  const isFine = new Array<boolean>(width).fill(true)
  for (let place = 0; place < count; place++) {
    const candidate = candidates[place]!
    series[place] = seriesOf(candidate)
    for (let n = 0; n < width; n++) {
      const { over, under } = candidate.shares[n]!
      quotients[place * width + n] = over / under
      if (under > finestUnder) isFine[n] = false
    }
  }
  /** The first criterion in which the two differ; `width` if they are equal in all. */
  const difference = (a: number, b: number): number => {
    for (let n = 0, left = a * width, right = b * width; n < width; n++, left++, right++) {
      if (quotients[left] !== quotients[right]) return n
      if (!isFine[n] && compareShares(candidates[a]!.shares[n]!, candidates[b]!.shares[n]!) !== 0) return n
    }
    return width
  }
  const compare = (a: number, b: number): number => {
    const n = difference(a, b)
    if (n === width) return series[a]! - series[b]!
    const apart = quotients[b * width + n]! - quotients[a * width + n]!
    return apart === 0 ? compareShares(candidates[a]!.shares[n]!, candidates[b]!.shares[n]!) : apart
  }
  const order = Uint32Array.from({ length: count }, (_, place) => place).sort(compare)
  const ranked = new Array<Ranked>(count)
  for (let place = 0; place < count; place++) {
    const n = place === 0 ? null : difference(order[place - 1]!, order[place]!)
    ranked[place] = {
      candidate: candidates[order[place]!]!,
      decidedBy: n === null ? null : (criteria[n] ?? 'application-id'),
    }
  }
  return ranked
}

/** The first criterion in which two candidates differ. */
function decidedBetween(
  above: Pick<MeritCandidate, 'shares'>,
  below: Pick<MeritCandidate, 'shares'>,
  criteria: readonly MeritCriterion[],
): DecidedBy {
  for (let n = 0; n < criteria.length; n++)
    if (compareShares(above.shares[n]!, below.shares[n]!) !== 0) return criteria[n]!
  return 'application-id'
}

/** The three lists of one ranking, each a part of the whole in the same order. */
export function listsFrom(
  ranked: readonly Ranked[],
  criteria: readonly MeritCriterion[],
): { list: MeritList; entries: Ranked[] }[] {
  return meritLists.map((list) => {
    const entries: Ranked[] = []
    for (const { candidate } of ranked) {
      if (!listsOf(candidate.type).includes(list)) continue
      const above = entries[entries.length - 1]
      entries.push({ candidate, decidedBy: above ? decidedBetween(above.candidate, candidate, criteria) : null })
    }
    return { list, entries }
  })
}

/** In per cent to four places, truncated and not rounded: `47.0588`. For display only; nothing compares it. */
export function percentageShown({ over, under }: Share): string {
  const parts = String((BigInt(over) * BigInt(1_000_000)) / BigInt(under)).padStart(5, '0')
  return `${parts.slice(0, -4)}.${parts.slice(-4)}`
}

/** The stored form of a criterion: `{"degree":[1880,4000],"birth-date":"2001-05-31"}`, in the order of the course. */
export function criteriaKept(shares: readonly Share[], criteria: readonly MeritCriterion[]): string {
  const kept = criteria.map((criterion, n) => {
    const { over, under } = shares[n]!
    if (criterion !== 'birth-date') return [criterion, [over, under]]
    const date = String(afterBirths - over).padStart(8, '0')
    return [criterion, `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`]
  })
  return JSON.stringify(Object.fromEntries(kept))
}

/** The shares in the form in which `criteriaKept` stored them. */
export function sharesKept(kept: string, criteria: readonly MeritCriterion[]): Share[] {
  const stored = JSON.parse(kept) as Record<string, [number, number] | string>
  return criteria.map((criterion) => {
    const value = stored[criterion]!
    if (typeof value === 'string') return ageOf(value)!
    const [over, under] = value
    return { over, under }
  })
}
