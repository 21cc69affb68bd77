import type { FieldFault } from '../../kernel/result'
import type { CivilDate } from '../../kernel/time'
import type { StepSlug } from '../journey'

/** The steps that are filled in by answering questions; the later ones hold files, money and the signature under it all. */
export const questionSteps = [
  'type-of-candidature',
  'type-details',
  'category-details',
  'qualifications-details',
  'personal-details',
] as const satisfies readonly StepSlug[]
export type QuestionStep = (typeof questionSteps)[number]

/**
 * The answers of one step by question: always strings. A choice is its code, a yes/no question `yes` or `no`, a date
 * `YYYY-MM-DD`, a number its decimal digits as written (marks are compared exactly, so they are never floats). A
 * question that is not asked, or not answered, has no entry.
 */
export type StepAnswers = Readonly<Record<string, string>>

/** Everything answered so far; a step that was never saved has no entry. */
export type Answers = Readonly<Partial<Record<QuestionStep, StepAnswers>>>

/**
 * The named answer is one of these. `step` where it is an earlier step's; else it is an answer of the same step, to a
 * question that stands further up.
 */
export type Condition = { step?: QuestionStep; question: string; is: readonly string[] }

/** A choice of few, whose words are the texts `form:<vocabulary>.<code>` (and `….<code>.about` where `isExplained`). */
export type Vocabulary = { vocabulary: string; codes: readonly string[]; isExplained?: boolean }

/** Lists that ship with the project; their entries carry their own words in both languages. */
export const listNames = [
  'states',
  'districts',
  'maharashtra-districts',
  'talukas',
  'school-boards',
  'diploma-boards',
  'universities',
  'castes',
  'religions',
  'languages',
  'disabilities',
  'religious-minorities',
  'linguistic-minorities',
] as const
export type ListName = (typeof listNames)[number]

/**
 * One question of a form. Its words are `form:<step>.<name>` and, where `hasHint`, `form:<step>.<name>.hint` (which
 * holds the example). Everything that the page, the API, the check, the print and the difference between two tabs need
 * to know of a question stands here, once.
 */
export type Question = {
  name: string
  kind: 'text' | 'radios' | 'select' | 'search' | 'date' | 'year' | 'decimal' | 'integer' | 'mobile' | 'pin'
  /** For `radios` and `select`. */
  choices?: Vocabulary
  /** For `select` and `search`: one of the shipped lists. */
  list?: ListName
  /** The question of the same step whose answer says which group of the list counts: state → districts. */
  within?: string
  /** The one group of the list that counts, whatever is answered. */
  group?: string
  /** Asked only where all of these hold. */
  when?: readonly Condition[]
  isOptional?: boolean
  hasHint?: boolean
  maxLength?: number
  /** Bounds of an `integer`, `decimal`, or `year` (relative to nothing: plain numbers). */
  min?: number
  max?: number
  /** A date that may lie in the future: until when something is valid. */
  mayBeFuture?: boolean
  /** A name of a person or place: letters and the usual marks only. */
  isName?: boolean
  autoComplete?: string
}

export type Section = {
  /** Its heading is `form:<step>.<name>.title`; where `hasAbout`, a sentence follows it: `form:<step>.<name>.about`. */
  name: string
  hasAbout?: boolean
  when?: readonly Condition[]
  questions: readonly Question[]
}

/** What a rule over a whole step may look at beside the answers themselves. */
export type CheckContext = { answers: Answers; today: CivilDate }

/** One step's form, as the course profile states it. */
export type StepForm = {
  step: QuestionStep
  sections: readonly Section[]
  /** Rules over several answers, run once every single answer is sound. `answers` holds this step's new ones too. */
  check?(context: CheckContext): readonly FieldFault[]
}

/** An entry of a shipped list; `group` ties it to the answer of the question it stands `within`. */
export type ListEntry = { code: string; en: string; mr: string; group?: string }
