import { labelOf } from '#server/domain/application/form/answer-words.ts'
import { asOptional, hasLackWords, titleKeyOf } from '#server/domain/application/form/asked.ts'
import { knownNames, listsOf, namesOf } from '#server/domain/application/form/lists.ts'
import {
  type Answers,
  type Condition,
  choiceKey,
  type ListEntry,
  type ListName,
  never,
  type Question,
  type Section,
  type StepAnswers,
  type StepForm,
} from '#server/domain/terms/question.ts'
import { formatDate, formatRupees } from '#server/i18n/format.ts'
import { type FormReader, formText, translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { entryNamed, entryOfOneWord } from '#server/kernel/names.ts'
import { entrySounding } from '#server/kernel/near-names.ts'
import { ist } from '#server/kernel/time.ts'

/**
 * One choice of a question. `group`: offered only for this answer to the question above it. `alsoKnownAs`: the other names
 * by which a search finds it, that in the other language first.
 */
export type OptionView = {
  value: string
  label: string
  about?: string
  group?: string
  alsoKnownAs?: readonly string[]
}

/** A question in words, with everything a page or a program needs to ask it. */
export type QuestionView = {
  name: string
  kind: Question['kind']
  label: string
  hint?: string
  isRequired: boolean
  options?: readonly OptionView[]
  /** The list or vocabulary of its options, under `/reference`. */
  reference?: string
  within?: string
  /** The words of the groups of its options, by group. */
  groups?: Readonly<Record<string, string>>
  /** Asked only for these answers in this same step; conditions on other steps are already resolved. */
  when?: readonly Condition[]
  /** `when` in words, for pages where nothing hides a question. */
  onlyIf?: string
  maxLength?: number
  autoComplete?: string
  /** The marks that this is the total of: their percentage is shown beside it. */
  marks?: string
}

export type SectionView = {
  name: string
  title: string
  about?: string
  when?: readonly Condition[]
  onlyIf?: string
  questions: readonly QuestionView[]
  /** Questions with only one possible answer, shown rather than asked. */
  facts: readonly { name: string; label: string; value: string; about?: string }[]
}

/** A question whose vocabulary leaves no choice is answered by the course, not by the candidate. */
const answerWithoutChoice = ({ choices }: Question): string | undefined =>
  choices?.codes.length === 1 ? choices.codes[0] : undefined

/**
 * The form of a step in one language, for its reader. `answers`: everything saved; sections that other steps or the
 * course rule out are omitted.
 */
export function formView(
  form: StepForm,
  answers: Answers,
  language: Language,
  reader: FormReader = 'candidate',
): SectionView[] {
  const text = (key: string, values?: Record<string, string>) => formText(reader, language, key, values)
  const questions = form.sections.flatMap((section) => section.questions)
  const isPossible = ({ when = [] }: Section | Question) =>
    when.every(
      ({ step, question, is, after }) => after !== never && (!step || is.includes(answers[step]?.[question] ?? '')),
    )
  const ownConditions = ({ when = [] }: Section | Question) => when.filter(({ step }) => !step)

  const wordsOf = (question: Question, code: string): string => {
    if (question.choices) return text(choiceKey(question.choices, code))
    return (question.list && listsOf(question).find(question.list, code)?.[language]) ?? ''
  }
  /** “Category” is: SC, ST … in words. */
  const onlyIf = (conditions: readonly Condition[]): string | undefined => {
    if (!conditions.length) return undefined
    const parts = conditions.map(({ question: name, is, after }) => {
      const question = questions.find((other) => other.name === name)!
      if (after !== undefined)
        return translate(language, 'steps:only-if.after', {
          question: text(`form:${form.step}.${name}`),
          date: labelOf(question, after, language, text),
        })
      // Names either the accepted answers or the excluded ones, whichever list is shorter.
      const others = question.choices?.codes.filter((code) => !is.includes(code)) ?? []
      const isMost = others.length > 0 && others.length < is.length
      const words = (isMost ? others : is).map((code) => wordsOf(question, code)).filter(Boolean)
      return translate(language, isMost ? 'steps:only-if.condition-not' : 'steps:only-if.condition', {
        question: text(`form:${form.step}.${name}`),
        values: [...new Set(words)].join(', '),
      })
    })
    return translate(language, 'steps:only-if', { conditions: parts.join('; ') })
  }

  function optionsOf(question: Question): Pick<QuestionView, 'options' | 'groups'> {
    const { kind, choices, list, within, group } = question
    if (choices) {
      const about = (code: string) => (choices.isExplained ? { about: text(`${choiceKey(choices, code)}.about`) } : {})
      return { options: choices.codes.map((value) => ({ value, label: wordsOf(question, value), ...about(value) })) }
    }
    if (!list) return {}
    const offered = listsOf(question).entries(list, group)
    // An answer whose entry is no longer on offer stays possible for those who gave it.
    const given = answers[form.step]?.[question.name]
    const kept = given && !offered.some(({ code }) => code === given) ? listsOf(question).find(list, given) : undefined
    const options = [...offered, ...(kept ? [kept] : [])].map((entry) => ({
      value: entry.code,
      label: entry[language],
      ...(within && entry.group !== undefined && { group: entry.group }),
      ...(kind === 'search' && { alsoKnownAs: namesOf(entry).filter((name) => name !== entry[language]) }),
    }))
    if (!within) return { options }
    const parent = questions.find((other) => other.name === within)!
    const groups = Object.fromEntries(options.map(({ group: code = '' }) => [code, wordsOf(parent, code)]))
    return { options, groups }
  }

  function questionView(question: Question, inherited: readonly Condition[]): QuestionView {
    const { name, kind, hasHint, within, maxLength, autoComplete, list, choices } = question
    const key = `form:${form.step}.${name}`
    const when = ownConditions(question)
    const marks = marksOf(name, questions)
    const asked = asOptional(question, answers)
    const { isOptional } = asked
    // What some may lack has a hint of its own for them.
    const mayLack = (isOptional && question.optionalWhen !== undefined) || hasLackWords(question, answers)
    return {
      name,
      kind,
      label: text(key),
      ...(hasHint && { hint: text(`${key}.${mayLack ? 'lack-hint' : 'hint'}`) }),
      isRequired: !isOptional,
      ...optionsOf(asked),
      ...((list ?? choices) && { reference: list ?? choices!.vocabulary }),
      ...(within && { within }),
      ...(when.length && { when, onlyIf: onlyIf(when.filter((condition) => !inherited.includes(condition))) }),
      ...(maxLength && { maxLength }),
      ...(autoComplete && { autoComplete }),
      ...(marks && { marks }),
    }
  }

  return form.sections.filter(isPossible).flatMap((section): SectionView[] => {
    const when = ownConditions(section)
    const possible = section.questions.filter(isPossible)
    const key = `form:${form.step}.${section.name}`
    const view: SectionView = {
      name: section.name,
      title: text(titleKeyOf(form.step, section, answers)),
      ...(section.hasAbout && {
        about: text(`${key}.about`, {
          ...(section.aboutSum && { sum: formatRupees(section.aboutSum()) }),
          ...(section.aboutDate && { date: formatDate(ist(section.aboutDate()), language) }),
        }),
      }),
      ...(when.length && { when, onlyIf: onlyIf(when) }),
      questions: possible
        .filter((question) => answerWithoutChoice(question) === undefined)
        .map((question) => questionView(question, when)),
      facts: possible.flatMap((question) => {
        const value = answerWithoutChoice(question)
        if (value === undefined) return []
        const about = question.choices!.isExplained && text(`${choiceKey(question.choices!, value)}.about`)
        return [
          {
            name: question.name,
            label: text(`form:${form.step}.${question.name}`),
            value: wordsOf(question, value),
            ...(about && { about }),
          },
        ]
      }),
    }
    return possible.length ? [view] : []
  })
}

/** `hscOutOf` → `hscMarks`, `physicsOutOf` → `physics`: the question that this one is the total of. */
function marksOf(name: string, questions: readonly Question[]): string | undefined {
  const stem = /^(\w+)OutOf$/.exec(name)?.[1]
  return stem && questions.find((other) => other.name === `${stem}Marks` || other.name === stem)?.name
}

/** People write a board with the town of their school: "CBSE Nagpur". */
const boards: readonly ListName[] = ['school-boards', 'diploma-boards']

/**
 * The submitted answers, with codes in place of words: a `search` accepts its code or any name of the entry, or words that
 * begin the words of a single entry, such as "Pune" for the board, or a name that sounds like one, or for a board one of its names among other words; questions without a choice answer themselves. `saved`:
 * the step's present answers, whose entries count even if they are no longer on offer. Unknown words stay, and are refused
 * as such.
 */
export function withCodes(form: StepForm, given: StepAnswers, saved: StepAnswers = {}): StepAnswers {
  const coded: Record<string, string> = { ...given }
  for (const question of form.sections.flatMap((section) => section.questions)) {
    const fixed = answerWithoutChoice(question)
    if (fixed !== undefined) coded[question.name] ??= fixed
    const { name, kind, list, within, group } = question
    const typed = coded[name]
    if (kind !== 'search' || !list || typed === undefined) continue
    const offered = listsOf(question).entries(list, within ? coded[within] : group)
    const kept = listsOf(question).find(list, saved[name] ?? '')
    const entries = kept && !offered.some(({ code }) => code === kept.code) ? [...offered, kept] : offered
    const namesIn = (entry: ListEntry) => knownNames(list, entry)
    // A caste is a claim, so it is named in full.
    const found =
      entryNamed(typed, entries, namesIn, list === 'castes' ? 'in-full' : 'part') ??
      entrySounding(typed, entries, namesIn) ??
      (boards.includes(list) ? entryOfOneWord(typed, entries, namesIn) : undefined)
    if (found) coded[name] = found.code
  }
  return coded
}
