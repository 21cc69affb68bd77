import { foundIn } from '#pages/parts/scrutiny/found.ts'
import { href } from '#pages/ui/href.ts'
import { stepsLeftToCorrect } from '#server/domain/application/details.ts'
import { asAgreed, type Doubt } from '#server/domain/application/form/doubts.ts'
import type { EligibilityRules } from '#server/domain/application/form/eligibility.ts'
import { finderField } from '#server/domain/application/type-finder.ts'
import type { AwaitedKind } from '#server/domain/scrutiny/certificates.ts'
import type { Confirmation } from '#server/domain/site/view.ts'
import { isStepComplete } from '#server/domain/terms/journey.ts'
import { type QuestionStep, questionSteps } from '#server/domain/terms/question.ts'
import { isSubmitted, stateOf } from '#server/domain/terms/states.ts'
import type { OptionView, QuestionView, SectionView } from '#server/features/application/application/form-view.ts'
import type { FeeChange, Reopening, StepChange, StepRefusal } from '#server/features/application/application/steps.ts'
import type { CandidatePage, DeskPage } from '#server/features/index.ts'
import type { Acted, FormOutcome, Redirect } from '#server/http/page.ts'
import { formatDateTime, formatRupees } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { folded } from '#server/kernel/folded.ts'
import { entryNamed } from '#server/kernel/names.ts'
import { entriesNear, entrySounding, namesWithin } from '#server/kernel/near-names.ts'
import { type Result, refuse } from '#server/kernel/result.ts'
import type { CivilDate } from '#server/kernel/time.ts'
import { writtenDate } from '#server/kernel/written-date.ts'
import { closedWords } from './closed'
import { isShownWhole } from './short-list'

/** The rules and answers from which the browser can judge eligibility while the candidate types. */
export type EligibilityView = { rules: EligibilityRules; type: string; category: Readonly<Record<string, string>> }

/** A page that shows a step: the candidate's own, or one at the desk. */
type Shown = CandidatePage | DeskPage
/** The candidate whose step it is. */
type Owner = { candidateId: number }

/** The person whom the words of the form address. */
const readerOf = ({ actor }: Shown) => ('role' in actor ? 'desk' : 'candidate')

const questionsOf = (page: Shown, slug: QuestionStep, actor: Owner): readonly QuestionView[] =>
  page.services.application
    .step(actor.candidateId, slug, page.language, page.arrivedAt, readerOf(page))
    .sections.flatMap((section) => section.questions)

/** The view of a step for the candidate. */
export const loadStep = (page: CandidatePage, slug: QuestionStep) => stepView(page, slug, page.actor)

/** The view of any candidate's step. */
export function stepView(page: Shown, slug: QuestionStep, actor: Owner) {
  const { services, language } = page
  const { application, course } = services
  const state = application.step(actor.candidateId, slug, language, page.arrivedAt, readerOf(page))
  const { facts } = application.standingOf(actor)
  const questions = state.sections.flatMap((section) => section.questions)
  const { closed } = state
  const answers = application.answers(actor.candidateId)
  return {
    step: state.step,
    slug,
    version: state.version,
    values: inWords(state.values, questions),
    sections: slug === 'category-details' ? withReceiptTimes(page, actor, state.sections) : state.sections,
    isComplete: state.isComplete,
    saved: state.savedAt && formatDateTime(state.savedAt, language),
    savedWords: savedWords(page, state),
    closed: closed && closedWords(page, closed),
    /** The saved answers in words, where they can only be read. */
    words: closed ? wordsOf(page, slug, actor) : {},
    isToCorrect: isStepComplete(stepsLeftToCorrect(facts), state.step),
    found: facts.revertedAt === null ? [] : foundIn(page, actor, state.step),
    deadline: application.deadline(actor.candidateId),
    /** The form is submitted; at a centre its answers can still be changed. */
    isSubmitted: isSubmitted(stateOf(facts)),
    /**
     * True for the step that claims a type after reading about all of them; the other steps are saved. Source: rules
     * §18.15.
     */
    isClaim: slug === 'type-of-candidature',
    /** The shape by which three questions find the type, on the candidate's own page of step 0. */
    finder:
      slug === 'type-of-candidature' && readerOf(page) === 'candidate'
        ? {
            types: course.form.types,
            qualification: course.form.qualification === 'degree' ? ('degree' as const) : ('hsc-science' as const),
          }
        : null,
    eligibility:
      slug === 'qualifications-details'
        ? ({
            rules: course.form.eligibility,
            type: answers['type-of-candidature']?.type ?? '',
            category: answers['category-details'] ?? {},
          } satisfies EligibilityView)
        : null,
  }
}

/** The number of each receipt, and the certificate that the receipt stands for. */
const receipts: Readonly<Record<string, AwaitedKind>> = {
  validityReceiptNumber: 'caste-validity',
  creamyLayerReceiptNumber: 'non-creamy-layer',
  ewsReceiptNumber: 'ews-proforma-v',
}

/** Says beside each receipt until when it serves, or that it serves no more, where the schedule has a date. Source: rules §3.10, §9.5. */
const withReceiptTimes = (
  { services, t, language, arrivedAt }: Shown,
  { candidateId }: Owner,
  sections: readonly SectionView[],
) =>
  sections.map((section) => ({
    ...section,
    questions: section.questions.map((question) => {
      const kind = receipts[question.name]
      const until = kind ? services.certificates.until(candidateId, kind) : null
      if (until === null) return question
      const words = arrivedAt < until ? 'steps:receipt-until' : 'steps:receipt-late'
      return { ...question, hint: t(words, { time: formatDateTime(until, language) }) }
    }),
  }))

/** What is saved of a step, in a sentence. */
function savedWords({ t, language }: Shown, { savedAt, isComplete }: { savedAt: number | null; isComplete: boolean }) {
  if (!savedAt) return t('steps:saved.never')
  return t(isComplete ? 'steps:saved.at' : 'steps:saved.reopened', { at: formatDateTime(savedAt, language) })
}

/** The saved answers of a step in words, by question. */
const wordsOf = (page: Shown, slug: QuestionStep, { candidateId }: Owner): Readonly<Record<string, string>> =>
  Object.fromEntries(
    page.services.application
      .sheet(candidateId, page.language, readerOf(page))
      .sections.filter(({ step }) => step === slug)
      .flatMap(({ rows }) => rows.map(({ name, value }) => [name, value])),
  )

/** Answers as fields show them: a search field shows the words of its entry, not the code. */
const inWords = (
  values: Readonly<Record<string, string>>,
  questions: readonly QuestionView[],
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const question = questions.find((other) => other.name === name)
      const isTyped = question?.kind === 'search' && !isShownWhole(question)
      const found = isTyped && question.options?.find((option) => option.value === value)
      return [name, found ? found.label : value]
    }),
  )

/**
 * Saves the posted step and leads on to the next one, or asks for confirmation, or shows the faults. `proposed`: answers that
 * others of the form imply, for questions left without one. `domicile`: what the finder of types learned, for the step of
 * the type, which asks it again.
 */
export function saveStep(
  page: CandidatePage,
  slug: QuestionStep,
  proposed?: Readonly<Record<string, string>>,
  domicile: string | null = null,
) {
  const { services, base } = page
  const actor = page.actor
  if (page.posted.unchanged !== 'yes' && isSentBackUnchanged(page, slug)) return askUnchanged(page)
  return takeStep(page, slug, actor, {
    proposed,
    save: (change) => services.application.saveStepSoon(actor.candidateId, slug, change, page.arrivedAt),
    saved({ next }) {
      const step = page.t(`signedin:menu.${slug}`)
      const taken = takenAs(page, slug, actor)
      return page.redirect(href(base, next, undefined, { domicile }), {
        type: 'success',
        ...(taken
          ? { key: 'steps:flash.taken', values: { step, taken } }
          : { key: 'steps:flash.saved', values: { step } }),
      })
    },
  })
}

/** What was typed of a list and taken as another name of its entry, in words: for the candidate to check; empty if nothing. */
function takenAs(page: CandidatePage, slug: QuestionStep, actor: Owner): string {
  const { values } = page.services.application.step(actor.candidateId, slug, page.language, page.arrivedAt)
  return questionsOf(page, slug, actor)
    .flatMap(({ name, label, options }) => {
      const typed = page.posted[name]
      const entry = options?.find(({ value }) => value === values[name])
      if (!entry || typeof typed !== 'string' || typed === '') return []
      return [entry.value, entry.label].some((own) => folded(own) === folded(typed.trim()))
        ? []
        : [`${label}: ${entry.label}`]
    })
    .join('; ')
}

/** True if scrutiny sent this step back and the posted answers are those that it has seen. */
function isSentBackUnchanged(page: CandidatePage, slug: QuestionStep): boolean {
  const { version, reopens, unchanged, sure, ...posted } = page.posted
  const { isToCorrect, values, sections } = stepView(page, slug, page.actor)
  if (!isToCorrect) return false
  const questions = sections.flatMap((section) => section.questions)
  return questions.every(({ name }) => (posted[name] ?? '') === (values[name] ?? ''))
}

/** Before a step goes back to scrutiny as it was. */
function askUnchanged(page: CandidatePage): FormOutcome {
  const { t, posted } = page
  const values = Object.fromEntries(
    Object.entries(posted).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  const confirm: Confirmation = {
    title: t('steps:unchanged.title'),
    lines: [t('steps:unchanged.about')],
    submit: t('steps:unchanged.confirm'),
    name: 'unchanged',
    value: 'yes',
  }
  return { status: 409, form: { values, errors: [], message: null, confirm } }
}

/** Passes a posted step to `save`. If that refuses, shows the form again with the faults. */
export async function takeStep<S>(
  page: Shown,
  slug: QuestionStep,
  actor: Owner,
  {
    save,
    saved,
    proposed,
  }: {
    proposed?: Readonly<Record<string, string>>
    save(change: StepChange): Result<S, StepRefusal> | Promise<Result<S, StepRefusal>>
    saved(what: S): Redirect
  },
): Promise<Acted> {
  const { version, reopens, unchanged: _, sure, ...rest } = page.posted
  const isOfFinder = (name: string) => name.startsWith(finderField(''))
  const given = Object.entries(rest).filter(([name, value]) => value !== '' && !isOfFinder(name))
  const answers = given.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  if (answers.length < given.length) return refuse('malformed', 400)
  const change = {
    version: /^\d+$/.test(String(version)) ? Number(version) : -1,
    values: { ...proposed, ...Object.fromEntries(answers) },
    reopens: typeof reopens === 'string' ? reopens.split(' ') : [],
    sure: typeof sure === 'string' ? sure : '',
  }
  const result = await save(change)
  if (result.ok) return saved(result.value)
  const { refusal } = result
  const agreed = change.sure && { sure: change.sure }
  const typed = { ...change.values, version: String(change.version), ...agreed }
  if (refusal.doubts) return askAboutDoubts(page, refusal.doubts, typed)
  if (refusal.reopens) return askBack(page, refusal.reopens, typed)
  return named(page, slug, actor, refusal.current ? showBoth(page, slug, actor, refusal) : page.invalid(refusal))
}

const namesOf = ({ value, label, alsoKnownAs }: OptionView) => ({ own: [value, label], other: alsoKnownAs })
/** With each of the names that one entry lists. */
const everyNameOf = ({ value, label, alsoKnownAs = [] }: OptionView) => ({
  own: [value, label],
  other: [label, ...alsoKnownAs].flatMap((name) => [name, ...namesWithin(name)]),
})

/** The other groups that have an entry of this name, in words: the category of a caste, the district of a taluka. */
function groupsNaming(
  { options = [], within, groups = {} }: QuestionView,
  typed: string,
  given: Readonly<Record<string, string>>,
): string[] {
  const chosen = within && given[within]
  if (!chosen) return []
  return Object.entries(groups)
    .filter(([group]) => {
      const offered = group === chosen ? [] : options.filter((option) => option.group === group)
      return entryNamed(typed, offered, everyNameOf, 'in-full') ?? entrySounding(typed, offered, everyNameOf)
    })
    .map(([, words]) => words)
}

/** The options that a person may mean by words that name none of them, nearest first. */
function optionsNear({ options = [], within }: QuestionView, typed: string, given: Readonly<Record<string, string>>) {
  const group = within && given[within]
  const offered = group ? options.filter((option) => option.group === group) : options
  return entriesNear(typed, offered, namesOf).map(({ value, label }) => ({ value, label }))
}

/** As much of a typed text as a message repeats. */
const mostRepeated = 40

/**
 * Puts the question's words before each fault above the form: “Choose one” alone does not say where. Beside words that are not
 * in a list it offers what may be meant.
 */
function named(page: Shown, slug: QuestionStep, actor: Owner, outcome: FormOutcome): FormOutcome {
  const questions = questionsOf(page, slug, actor)
  const { form } = outcome
  const values = inWords(form.values, questions)
  const errors = form.errors.map((error) => {
    const question = questions.find(({ name }) => name === error.field)
    if (!question) return error
    const named = { ...error, question: question.label }
    // A code stands for its entry: what was chosen belongs to another group.
    const value = form.values[error.field] ?? ''
    const typed = question.options?.find((option) => option.value === value)?.label ?? value
    if (question.kind !== 'search' || typed === '') return named
    const options = optionsNear(question, typed, form.values)
    const written = typed.length > mostRepeated ? `${typed.slice(0, mostRepeated)}…` : typed
    const elsewhere = groupsNaming(question, typed, form.values).join('; ')
    const message = elsewhere
      ? page.t('http:near.elsewhere', { typed: written, groups: elsewhere })
      : page.t(options.length ? 'http:near.some' : 'http:near.none', { typed: written })
    return { ...named, message, near: { title: page.t('http:near.title'), options, all: page.t('http:near.all') } }
  })
  return { ...outcome, form: { ...form, values, errors } }
}

/** After a save from another tab or device: shows the saved answers beside those typed here, which stay in the form. */
function showBoth(page: Shown, slug: QuestionStep, actor: Owner, refusal: StepRefusal): FormOutcome {
  const outcome = page.invalid(refusal)
  const questions = questionsOf(page, slug, actor)
  const words = (name: string) => {
    const value = refusal.current!.values[name]
    const question = questions.find((one) => one.name === name)
    if (question?.kind === 'date') return value && writtenDate(value as CivilDate, page.language)
    return question?.options?.find((one) => one.value === value)?.label ?? value
  }
  const errors = outcome.form.errors.map(({ field }) => {
    const saved = words(field)
    return { field, message: saved ? page.t('steps:stale.saved', { saved }) : page.t('steps:stale.empty') }
  })
  // The candidate has now seen the difference; sending again overwrites.
  const values = { ...outcome.form.values, version: String(refusal.current!.version) }
  return { ...outcome, form: { ...outcome.form, values, errors, message: page.t('steps:stale.message') } }
}

/** Before anything is saved: names the steps that would open again and the effect on the fee. */
function askBack(page: Shown, { steps, fall, fee }: Reopening, values: Record<string, string>): FormOutcome {
  const { t } = page
  const confirm: Confirmation = {
    title: t('steps:reopens.title'),
    lines: [
      ...steps.map((slug) =>
        t(`steps:reopens.${(questionSteps as readonly string[]).includes(slug) ? 'answers' : slug}` as TextKey, {
          step: t(`signedin:menu.${slug}`),
        }),
      ),
      ...(fall.length ? [t('steps:reopens.fall', { questions: labelsOf(page, fall) })] : []),
      ...(fee ? feeWords(page, fee) : []),
    ],
    submit: t('steps:reopens.confirm'),
    name: 'reopens',
    value: steps.join(' '),
  }
  return { status: 409, form: { values, errors: [], message: null, confirm } }
}

/** Before answers are saved that are unlikely together. */
function askAboutDoubts({ t }: Shown, doubts: readonly Doubt[], values: Record<string, string>): FormOutcome {
  const inWords = ({ code, params }: Doubt) =>
    t(
      `steps:doubt.${code}`,
      'category' in params ? { ...params, category: t(`form:category.${params.category}` as TextKey) } : params,
    )
  const confirm: Confirmation = {
    title: t('steps:doubt.title'),
    lines: doubts.map(inWords),
    submit: t('steps:doubt.confirm'),
    name: 'sure',
    value: asAgreed(doubts),
  }
  return { status: 409, form: { values, errors: [], message: null, confirm } }
}

const labelsOf = (page: Shown, fall: Reopening['fall']): string =>
  fall
    .map(({ step, question }) => page.services.application.questionLabel(step, question, page.language, readerOf(page)))
    .join('; ')

function feeWords({ t }: Shown, { before, after, paid, due }: FeeChange): string[] {
  const sums = {
    before: formatRupees(before),
    after: formatRupees(after),
    paid: formatRupees(paid),
    due: formatRupees(due),
  }
  if (!paid) return [t('steps:reopens.fee-changes', sums)]
  return [due ? t('steps:reopens.fee-due', sums) : t('steps:reopens.fee-cheaper', sums)]
}
