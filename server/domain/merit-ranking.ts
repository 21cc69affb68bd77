import { type CandidatureType, type Category, claimsOf } from './application-form/claims'
import type { Answers, StepAnswers } from './application-form/question'
import { type EligibilityRules, eligibilityOf } from './eligibility'
import { listsOf, type MeritList, meritLists } from './merit-lists'

/**
 * What candidates are compared by, the better first. A course names its own in order (`CourseProfile.merit`); what is
 * still alike after them is decided by the smaller Application ID. Source: decisions §7.
 */
export const meritCriteria = [
  'degree',
  'hsc-or-diploma',
  'ssc',
  'pcm',
  'mathematics',
  'physics',
  'hsc',
  'birth-date',
] as const
export type MeritCriterion = (typeof meritCriteria)[number]

/** What set a candidate below the one before. */
export type DecidedBy = MeritCriterion | 'application-id'

/**
 * A share as two whole numbers that a double holds exactly: `432.5` of `500` is 4325 of 5000. Never divided to compare.
 * A birth date is a share too: the later the smaller, of 1.
 */
export type Share = { readonly over: number; readonly under: number }

/** The certificate of conversion beside a form, where an officer has judged one. */
export type CgpaVerdict = { verdict: 'verified' | 'rejected'; percentage: string | null }

/** What a confirmed form brings to the ranking: the last version of it, and the verdict on its CGPA. */
export type MeritSource = {
  candidateId: number
  userId: string
  fullName: string
  answers: Answers
  cgpa: CgpaVerdict | null
}

/** A candidate as ranking sees them; `shares` in the order of the course's criteria. */
export type MeritCandidate = {
  candidateId: number
  userId: string
  fullName: string
  type: CandidatureType
  category: Category
  shares: readonly Share[]
}

/** What validation finds; whoever has one of the first four cannot be ranked. */
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

/** `about`: the criterion, or the Application ID of the other one of a pair. */
export type Finding = { userId: string; finding: MeritFinding; about: string | null }

/** A number as it is written: `432.5` is 4325 with one place. */
type Written = { digits: number; places: number }
const decimal = /^([0-9]{1,9})(?:\.([0-9]{1,6}))?$/

function written(text: string | undefined): Written | null {
  const parts = decimal.exec(text ?? '')
  if (!parts) return null
  const [, whole, part = ''] = parts
  return { digits: Number(whole! + part), places: part.length }
}

type Marks = { got: Written; outOf: Written }

/** Marks of one or several subjects, together of all that could be had; each as written, on the finest scale of them. */
function shareOf(marks: readonly Marks[]): Share | null {
  const places = Math.max(...marks.flatMap(({ got, outOf }) => [got.places, outOf.places]))
  const sum = (part: keyof Marks) =>
    marks.reduce((total, { [part]: number }) => total + number.digits * 10 ** (places - number.places), 0)
  const share = { over: sum('got'), under: sum('outOf') }
  return share.under === 0 ? null : share
}

/** From outside Maharashtra, Biology stands where Mathematics stands. Source: decisions §7. */
const third = (type: CandidatureType) => (type === 'OMS' ? 'biology' : 'mathematics')

/** The questions whose marks make up a criterion; the degree's may be a CGPA, and birth is no examination. */
const subjectsOf: Record<
  Exclude<MeritCriterion, 'degree' | 'birth-date'>,
  (given: StepAnswers, type: CandidatureType) => readonly string[]
> = {
  'hsc-or-diploma': ({ afterSsc }) => [afterSsc === 'diploma' ? 'diplomaMarks' : 'hscMarks'],
  ssc: () => ['sscMarks'],
  pcm: (_, type) => ['physics', 'chemistry', third(type)],
  mathematics: (_, type) => [third(type)],
  physics: () => ['physics'],
  hsc: () => ['hscMarks'],
}

const outOfWhat = (question: string) => `${question.replace(/Marks$/, '')}OutOf`

/** All marks of these questions; null where one of them is no number. */
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

/** The degree's result: marks, or what the certificate of conversion states. Never a multiplier of our own. */
function degreeMarks(given: StepAnswers, cgpa: CgpaVerdict | null): Marks[] | null {
  if (given.degreeResult !== 'cgpa') return marksOf(given, ['degreeMarks'])
  const got = written((cgpa?.verdict === 'verified' ? cgpa.percentage : null) ?? given.cgpaPercentage)
  return got && [{ got, outOf: hundred }]
}

/** Later than every birth date that a form takes. */
const afterBirths = 99_991_231

/** The older, the larger. Null where it is no date. */
function ageOf(birthDate: string | undefined): Share | null {
  const date = /^(\d{4})-(\d{2})-(\d{2})$/.exec(birthDate ?? '')
  return date && { over: afterBirths - Number(date[1]! + date[2]! + date[3]!), under: 1 }
}

/** The larger share first: nought where both are the same share, however written. Exact, whatever the numbers. */
export function compareShares(a: Share, b: Share): number {
  const [left, right] = [a.over * b.under, b.over * a.under]
  // A product below this has not been rounded.
  if (left <= Number.MAX_SAFE_INTEGER && right <= Number.MAX_SAFE_INTEGER) return right - left
  const difference = BigInt(b.over) * BigInt(a.under) - BigInt(a.over) * BigInt(b.under)
  return difference === BigInt(0) ? 0 : difference < BigInt(0) ? -1 : 1
}

/**
 * A confirmed form as ranking sees it, or null where it cannot be ranked; and what there is to say of it. A CGPA counts
 * as the verified certificate states it; until there is one, as the form does, whose documents scrutiny has seen.
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
      criterion === 'degree' ? degreeMarks(given, cgpa) : marksOf(given, subjectsOf[criterion](given, claims!.type))
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

/** A candidate in their place. `decidedBy`: what set them below the one before; null for the first. */
export type Ranked<C = MeritCandidate> = { candidate: C; decidedBy: DecidedBy | null }

/** Within a portal all Application IDs begin alike; behind that stand year and series. */
const seriesOf = ({ userId }: MeritCandidate) => Number(userId.slice(2))

/** Shares of so much at most, written as a double, are told apart by it: they differ by more than it rounds. */
const finestUnder = 2 ** 26

/**
 * The best first. A total order: no two candidates are alike after the Application ID, so that the order in which they
 * come changes nothing. `candidates` with shares in the order of `criteria`. Equal shares have equal quotients, and a
 * larger share never a smaller one: only where quotients are equal and the numbers large is there more to compare.
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
  /** The first criterion in which two of them differ; `width` where they are alike in all. */
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
export function decidedBetween(
  above: Pick<MeritCandidate, 'shares'>,
  below: Pick<MeritCandidate, 'shares'>,
  criteria: readonly MeritCriterion[],
): DecidedBy {
  for (let n = 0; n < criteria.length; n++)
    if (compareShares(above.shares[n]!, below.shares[n]!) !== 0) return criteria[n]!
  return 'application-id'
}

/** The three lists of one ranking: each takes its own out of the whole, in its order. */
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

/** In percent to four places, cut off and not rounded: `47.0588`. For reading; nothing of it is compared. */
export function percentageShown({ over, under }: Share): string {
  const parts = String((BigInt(over) * BigInt(1_000_000)) / BigInt(under)).padStart(5, '0')
  return `${parts.slice(0, -4)}.${parts.slice(-4)}`
}

/** A criterion as an entry keeps it: `{"degree":[1880,4000],"birth-date":"2001-05-31"}`, in the order of the course. */
export function criteriaKept(shares: readonly Share[], criteria: readonly MeritCriterion[]): string {
  const kept = criteria.map((criterion, n) => {
    const { over, under } = shares[n]!
    if (criterion !== 'birth-date') return [criterion, [over, under]]
    const date = String(afterBirths - over).padStart(8, '0')
    return [criterion, `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`]
  })
  return JSON.stringify(Object.fromEntries(kept))
}
