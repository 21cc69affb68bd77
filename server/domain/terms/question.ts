import type { Paise } from '#server/kernel/money.ts'
import type { FieldFault } from '#server/kernel/result.ts'
import type { CivilDate } from '#server/kernel/time.ts'
import type { StepSlug } from './journey'

/** The steps that consist of questions; the later ones take files, money and the signature. */
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
 * Holds if the named answer is one of these, or a date later than `after`. `step`: the earlier step that asks it; without
 * it, the same step asks it further up.
 */
export type Condition = { step?: QuestionStep; question: string; is: readonly string[]; after?: string }

/** A date after which no answer is: a condition with it never holds, and what it guards is not asked. */
export const never = '9999-12-31'

/**
 * A choice with few options, whose words are the texts `form:<vocabulary>.<code>` (and `….<code>.about` if
 * `isExplained`). `wordsAs`: codes with other words in this season, such as `A: 'A-or-iti'`.
 */
export type Vocabulary = {
  vocabulary: string
  codes: readonly string[]
  isExplained?: boolean
  wordsAs?: Readonly<Record<string, string>>
}

/** The key of the words of a choice. */
export const choiceKey = ({ vocabulary, wordsAs }: Pick<Vocabulary, 'vocabulary' | 'wordsAs'>, code: string): string =>
  `form:${vocabulary}.${wordsAs?.[code] ?? code}`

/** The lists; their entries include their words in both languages. The cell may change `cellLists`. */
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
  'courses',
] as const
export type ListName = (typeof listNames)[number]

/** The lists that a cell may change. */
export const cellLists = [
  'castes',
  'universities',
  'school-boards',
  'diploma-boards',
  'talukas',
  'districts',
  'courses',
] as const satisfies readonly ListName[]
export type CellList = (typeof cellLists)[number]

/**
 * One question of a form. Its words are `form:<step>.<name>` and, if `hasHint`, `form:<step>.<name>.hint` (which
 * holds the example). This is the only description of a question: the page, the API, the check, the print and the
 * comparison of two tabs all read it.
 */
export type Question = {
  name: string
  kind: 'text' | 'radios' | 'select' | 'search' | 'date' | 'year' | 'decimal' | 'integer' | 'mobile' | 'pin'
  /** For `radios` and `select`. */
  choices?: Vocabulary
  /** For `select` and `search`: one of the lists. */
  list?: ListName
  /** The portal's lists; as shipped by default. */
  lists?: Lists
  /** The question of the same step whose answer selects the group of the list: state → districts. */
  within?: string
  /** The fixed group of the list, whatever is answered. */
  group?: string
  /** Asked only if all of these hold. */
  when?: readonly Condition[]
  isOptional?: boolean
  /** Optional if all of these hold; they are answers of other steps. */
  optionalWhen?: readonly Condition[]
  /** Choices that are not offered if all of these hold; they are answers of other steps. */
  without?: { codes: readonly string[]; when: readonly Condition[] }
  /** If all of these hold, which are answers of other steps, its hint is `….lack-hint`. */
  lackWhen?: readonly Condition[]
  hasHint?: boolean
  maxLength?: number
  /** Absolute bounds of an `integer`, `decimal` or `year`. */
  min?: number
  max?: number
  /** An amount in rupees. */
  isAmount?: boolean
  /** A date that may be in the future, such as an expiry date. */
  mayBeFuture?: boolean
  /** A name of a person or place: only letters and the usual punctuation. */
  isName?: boolean
  autoComplete?: string
}

export type Section = {
  /** Its heading is `form:<step>.<name>.title`; if `hasAbout`, the sentence `form:<step>.<name>.about` follows it. */
  name: string
  hasAbout?: boolean
  /** The sum that this sentence names as `sum`; the cell can change it during the season. */
  aboutSum?(): Paise
  /** A day of the cell's that the words of `hasAbout` name. */
  aboutDate?(): CivilDate
  when?: readonly Condition[]
  /** If all of these hold, which are answers of other steps, its heading is `….lack-title`. */
  lackWhen?: readonly Condition[]
  questions: readonly Question[]
}

/**
 * The facts that a rule over a whole step may use. `kept`: the answers of the step that were saved before. `ownMobile`: the number of
 * the account; empty where it is not asked about.
 */
export type CheckContext = { answers: Answers; kept: StepAnswers; today: CivilDate; ownMobile: string }

/** One step's form, as the course profile states it. */
export type StepForm = {
  step: QuestionStep
  sections: readonly Section[]
  /** Rules over several answers. `answers` includes this step's new ones, if they are sound; others are absent. */
  check?(context: CheckContext): readonly FieldFault[]
}

/**
 * An entry of a list; `group` ties it to the answer of its `within` question. `alsoKnownAs`: former names, abbreviations
 * and other spellings by which people find it.
 */
export type ListEntry = { code: string; en: string; mr: string; group?: string; alsoKnownAs?: readonly string[] }

/** The lists of a portal: those that are shipped, with what its cell has changed. */
export type Lists = {
  /** The entries on offer now, in display order; with `group` only those of that group. */
  entries(list: ListName, group?: string): readonly ListEntry[]
  /** An entry by its code, also one that is not on offer now: a candidate who gave it as an answer keeps it. */
  find(list: ListName, code: string): ListEntry | undefined
  /**
   * The Marathi names of institutes by the plain form of the name that the seat matrix gives them; the same map until one
   * changes. The shipped lists have none.
   */
  institutes?(): ReadonlyMap<string, string>
}
