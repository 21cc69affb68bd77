import type { Answers, Lists } from '#server/domain/terms/question.ts'
import { fullName } from '#server/kernel/names.ts'
import { knownNames, listsOf } from './lists'

type OfYears = 'ssc-after-birth' | 'hsc-after-ssc' | 'diploma-after-ssc' | 'degree-after-hsc' | 'degree-after-diploma'
type OfCaste = 'caste-in-list' | 'caste-elsewhere'

/** Answers that are unlikely together: years that follow each other sooner than usual, or a caste that a list has. */
export type Doubt =
  | { code: OfYears; params: { earlier: string; later: string; usual: number } }
  /** `category`: in whose list the caste is, the claimed one or another. */
  | { code: OfCaste; params: { caste: string; category: string } }

/** Whole years: the age at SSC, and what HSC and a diploma take after it. */
const usual = { ageAtSsc: 14, hsc: 2, diploma: 3 } as const

/**
 * The years that follow each other sooner than usual: a slip, or an unusual way, such as a second year entered with a
 * diploma that the form does not ask for.
 */
function doubtfulYears(answers: Answers): Doubt[] {
  const { sscYear, hscYear, diplomaYear, degreeYear, degreeYears } = answers['qualifications-details'] ?? {}
  const born = answers['personal-details']?.dateOfBirth?.slice(0, 4)
  const lasts = Number(degreeYears ?? 0)
  const sooner = (code: OfYears, earlier: string | undefined, later: string | undefined, least: number): Doubt[] =>
    earlier !== undefined && later !== undefined && Number(later) - Number(earlier) < least
      ? [{ code, params: { earlier, later, usual: least } }]
      : []
  return [
    ...sooner('ssc-after-birth', born, sscYear, usual.ageAtSsc),
    ...sooner('hsc-after-ssc', sscYear, hscYear, usual.hsc),
    ...sooner('diploma-after-ssc', sscYear, diplomaYear, usual.diploma),
    ...sooner('degree-after-hsc', hscYear, degreeYear, lasts),
    // A diploma leads into the second year.
    ...sooner('degree-after-diploma', diplomaYear, degreeYear, lasts - 1),
  ]
}

/** A caste that was written as one that no list has, and that a list has: that of the claimed category, else another. */
function doubtfulCaste(answers: Answers, lists: Lists): Doubt[] {
  const { category, casteName: caste } = answers['category-details'] ?? {}
  const wanted = fullName(caste ?? '')
  if (caste === undefined || wanted === '') return []
  const inLists = lists
    .entries('castes')
    .filter((entry) => {
      const { own, other = [] } = knownNames('castes', entry)
      return [...own, ...other].some((name) => fullName(name) === wanted)
    })
    .map(({ group }) => group!)
  const found = inLists.find((group) => group === category) ?? inLists[0]
  if (found === undefined) return []
  return [{ code: found === category ? 'caste-in-list' : 'caste-elsewhere', params: { caste, category: found } }]
}

/**
 * The doubts that a change brings; those of the answers before were asked about when they were saved. They are asked about
 * and never refused. Source: rules §3.5, §3.6.
 */
export function newDoubts(before: Answers, after: Answers, portal: { lists?: Lists }): Doubt[] {
  const lists = listsOf(portal)
  const all = (answers: Answers) => [...doubtfulYears(answers), ...doubtfulCaste(answers, lists)]
  const known = all(before).map((doubt) => asAgreed([doubt]))
  return all(after).filter((doubt) => !known.includes(asAgreed([doubt])))
}

/** The doubts in one line, by which somebody agrees to exactly these; empty for none. */
export const asAgreed = (doubts: readonly Doubt[]): string =>
  doubts.map(({ code, params }) => [code, ...Object.values(params)].join(':')).join(' ')
