import { type CandidateFacts, stepsLeftToCorrect } from '#server/domain/application/details.ts'
import { mayEdit } from '#server/domain/application/editing.ts'
import { checkStep } from '#server/domain/application/form/check.ts'
import { asAgreed, type Doubt, newDoubts } from '#server/domain/application/form/doubts.ts'
import type { StepForms } from '#server/domain/application/form/forms.ts'
import { answersThatFall, reopenedBy, stillAsked } from '#server/domain/application/reopening.ts'
import { requiredDocuments } from '#server/domain/application/required-documents.ts'
import { nextStep, taskFactsOf } from '#server/domain/application/task-list.ts'
import { type ApplicationDue, type ApplicationFees, applicationDue, applicationFee } from '#server/domain/money/fees.ts'
import type { AwaitedKind } from '#server/domain/scrutiny/certificates.ts'
import { claimsOf } from '#server/domain/terms/claims.ts'
import {
  isStepComplete,
  type ScrutinyMode,
  type StepNumber,
  type StepSlug,
  steps,
} from '#server/domain/terms/journey.ts'
import { type Answers, type QuestionStep, questionSteps, type StepAnswers } from '#server/domain/terms/question.ts'
import type { FormReader } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { noMoney, type Paise, sumOf } from '#server/kernel/money.ts'
import { type FieldFault, ok, type Refusal, type Result, refuse } from '#server/kernel/result.ts'
import { civilDate, type Instant } from '#server/kernel/time.ts'
import type { Deadline } from './deadline'
import type { ApplicationDeps } from './deps'
import type { Facts } from './facts'
import { formView, type SectionView, withCodes } from './form-view'
import type { StepRow } from './store'
import type { VersionCases } from './versions'

const photoStep: StepNumber = 5
const documentsStep: StepNumber = 6
const paymentStep: StepNumber = 7

/** One step as its page and the API show it. */
export type StepState = {
  step: StepNumber
  slug: StepSlug
  /** The version that a save has to name; 0 before the first. */
  version: number
  values: StepAnswers
  isComplete: boolean
  savedAt: Instant | null
  /** Why it cannot be changed now; null if it can. */
  closed: Refusal | null
  /** The questions; empty for a step of files or money. */
  sections: readonly SectionView[]
}

export type StepChange = {
  /** The version on which the change is built. */
  version: number
  values: Readonly<Record<string, string>>
  /** The steps that the candidate has agreed to reopen. */
  reopens?: readonly string[]
  /** The doubtful answers that are right, as `asAgreed` writes them; undefined if nobody can be asked. */
  sure?: string
}

/** The result of a save. `next`: the step to go on with. */
export type Saved = { version: number; reopened: StepSlug[]; next: StepSlug }

/** The effect of changed claims on the fee. `due`: the amount still to be paid beyond `paid`. */
export type FeeChange = { before: Paise; after: Paise; paid: Paise; due: Paise }

/** The effects of a change: the steps it would reopen, the earlier answers it would drop, and the new fee. */
export type Reopening = {
  steps: StepSlug[]
  fall: { step: QuestionStep; question: string }[]
  fee: FeeChange | null
}

/**
 * Why a step was not saved, with the answers saved by now if another tab was quicker, the steps it would reopen, or the
 * answers to be looked at again.
 */
export type StepRefusal = Refusal & {
  current?: { version: number; values: StepAnswers }
  reopens?: Reopening
  doubts?: readonly Doubt[]
}

const isSame = (a: StepAnswers, b: StepAnswers): boolean => differing(a, b).length === 0

const differing = (a: StepAnswers, b: StepAnswers): string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => a[name] !== b[name])

/**
 * The steps of an application: read, saved, reopened, completed. Source: rules §3.1, §3.2.
 * Long: its verbs share what a change of answers reopens and costs.
 */
export function createSteps(
  deps: ApplicationDeps,
  forms: StepForms,
  { factsOf, windows }: Facts,
  { keepIfSubmitted }: VersionCases,
  { isInTimeOrPaid }: Deadline,
) {
  const { db, store, clock } = deps

  /** Saved answers that are no longer asked for do not count. One page asks for them several times. */
  const answersOf = db.remembered((candidateId: number): Answers => stillAsked(forms, store.answers(candidateId)))

  const next = (facts: CandidateFacts): StepSlug => steps[nextStep(taskFactsOf(facts))]

  /** Paid towards the application, or charged as the conversion fee instead. */
  const settled = (candidateId: number): Paise => sumOf(store.paid(candidateId), store.conversion(candidateId).fee)

  /** The amount that counts as paid, and the fees it is compared with. */
  type Money = { paid: Paise; fees: ApplicationFees }
  const moneyOf = (candidateId: number): Money => ({ paid: settled(candidateId), fees: deps.feesOf(candidateId) })

  const dueOf = (answers: Answers, money: Money): ApplicationDue | null =>
    applicationDue({ claims: claimsOf(answers), ...money })

  function feeChange(answers: Answers, after: Answers, money: Money): FeeChange | null {
    const [was, is] = [claimsOf(answers), claimsOf(after)]
    if (!was || !is) return null
    const { fees, paid } = money
    const [fee, then] = [applicationFee(was, fees), applicationFee(is, fees)]
    const due = dueOf(after, money)?.amount ?? noMoney
    return fee === then ? null : { before: fee, after: then, paid, due }
  }

  /** The complete steps that a change reopens. Payment is one of them only if something would be due. */
  function reopening(
    facts: CandidateFacts,
    changed: QuestionStep,
    [before, after]: readonly [Answers, Answers],
    money: Money,
    at: Instant,
  ): StepSlug[] {
    const isDue = dueOf(after, money) !== null
    return reopenedBy(forms, changed, before, after, civilDate(at)).filter((slug) => {
      const step = steps.indexOf(slug)
      return isStepComplete(facts.completedSteps, step) && (step !== paymentStep || isDue)
    })
  }

  /**
   * Rechecks which of photograph, documents and payment are complete, because files, money or answers have changed.
   * Photograph and payment complete automatically; documents only after the candidate has proceeded. Joins the caller's
   * transaction.
   */
  function reconsider(
    candidateId: number,
    answers: Answers = answersOf(candidateId),
    money: Money = moneyOf(candidateId),
  ): CandidateFacts {
    return db.transact(() => {
      const now = clock.portal()
      const files = store.documents(candidateId)
      const hashes = Object.fromEntries(files.map(({ kind, hash }) => [kind, hash]))
      const { photo, signature } = hashes
      settle(candidateId, photoStep, photo && signature ? { photo, signature } : null, now)
      const held = store.step(candidateId, documentsStep)
      if (held?.completedAt && missingDocuments(answers, hashes).length) store.reopen(candidateId, [documentsStep])
      const isPaid = claimsOf(answers) !== null && dueOf(answers, money) === null
      settle(candidateId, paymentStep, isPaid ? {} : null, now)
      const facts = factsOf(candidateId)
      keepIfSubmitted(candidateId, facts, now)
      return facts
    })
  }

  /**
   * Completes a step that needs no action from the candidate, or reopens it. `holds`: its current content; null if too
   * little.
   */
  function settle(candidateId: number, step: StepNumber, holds: StepAnswers | null, now: Instant): void {
    const row = store.step(candidateId, step)
    if (!holds) {
      if (row?.completedAt) store.reopen(candidateId, [step])
    } else if (!row?.completedAt || !isSame(row.answers, holds)) {
      store.putStep(candidateId, step, {
        version: (row?.version ?? 0) + 1,
        answers: holds,
        savedAt: now,
        completedAt: now,
      })
    }
  }

  const missingDocuments = (answers: Answers, held: Readonly<Record<string, string>>) =>
    requiredDocuments(answers).filter(({ kind }) => held[kind] === undefined)

  /**
   * May this step be changed, or gone on from? That of the payment holds nothing to change: whoever has paid goes on from it for as
   * long as the form can be submitted.
   */
  function mayGoOn(candidateId: number, step: StepNumber, at: Instant): Result<undefined> {
    const facts = factsOf(candidateId)
    const inTime = step === paymentStep ? isInTimeOrPaid(candidateId, facts, at) : undefined
    return mayEdit(step, facts, windows(candidateId), at, inTime)
  }

  /**
   * Saves a whole step. Saving the same answers again changes nothing, so a double click is harmless. Answers built on
   * an older version are refused with the currently saved ones; a change that reopens later steps is refused until
   * `reopens` names exactly those. `at`: when the request arrived.
   */
  function saveStep(
    candidateId: number,
    slug: QuestionStep,
    change: StepChange,
    at: Instant,
  ): Result<Saved, StepRefusal> {
    const step = steps.indexOf(slug) as StepNumber
    const form = forms[slug]
    return db.transact((): Result<Saved, StepRefusal> => {
      const facts = factsOf(candidateId)
      const may = mayEdit(step, facts, windows(candidateId), at)
      if (!may.ok) return may
      const stored = store.answers(candidateId)
      const answers = stillAsked(forms, stored)
      const values = withCodes(form, change.values, answers[form.step])
      const checked = checkStep(form, values, answers, civilDate(at), store.owner(candidateId).mobile)
      if (!checked.ok) return checked
      const late = receiptFaults(slug, deps.receiptsTooLate(candidateId, at, { ...answers, [slug]: checked.value }))
      if (late.length > 0) return refuse('check-answers', 422, { fields: late })
      const row = store.step(candidateId, step)
      const { version = 0 } = row ?? {}
      const isCorrection = isStepComplete(stepsLeftToCorrect(facts), step)
      if (row?.completedAt && isSame(row.answers, checked.value) && !isCorrection) {
        return ok({ version, reopened: [], next: next(facts) })
      }
      if (change.version !== version) return stale(row, checked.value)
      const fault = modeFault(facts, checked.value)
      if (fault) return refuse('check-answers', 422, { fields: [fault] })

      const saved: Answers = { ...answers, [slug]: checked.value }
      const doubts = newDoubts(answers, saved, deps.course.form)
      if (change.sure !== undefined && doubts.length > 0 && change.sure !== asAgreed(doubts)) {
        return { ok: false, refusal: { ...refuse('answers-in-doubt', 409).refusal, doubts } }
      }
      const after = stillAsked(forms, saved)
      const money = moneyOf(candidateId)
      const opens = reopening(facts, slug, [answers, saved], money, at)
      if (opens.length && [...(change.reopens ?? [])].sort().join() !== [...opens].sort().join()) {
        const refused = refuse('reopens-steps', 409, { params: { steps: opens.join(', ') } })
        const fall = answersThatFall(forms, answers, saved)
        const reopens = { steps: opens, fall, fee: feeChange(answers, after, money) }
        return { ok: false, refusal: { ...refused.refusal, reopens } }
      }
      const now = clock.portal()
      store.putStep(candidateId, step, {
        version: version + 1,
        answers: checked.value,
        savedAt: now,
        completedAt: now,
      })
      if (slug === 'type-of-candidature') {
        const mode = Number(checked.value.mode) as ScrutinyMode
        store.move(candidateId, { event: 'choose-mode', mode, by: 'candidate' }, now)
      }
      store.reopen(
        candidateId,
        opens.map((opened) => steps.indexOf(opened) as StepNumber),
      )
      const standing = reconsider(candidateId, stillAsked(forms, { ...stored, [slug]: checked.value }), money)
      return ok({ version: version + 1, reopened: opens, next: next(standing) })
    })
  }

  return {
    /**
     * Call when files or money have changed. A conversion fee that lapsed while it was being paid is restored, as paid.
     */
    reconsider: (candidateId: number): void =>
      db.transact(() => {
        const { fee, paid } = store.conversion(candidateId)
        if (paid > fee) store.setConvertFee(candidateId, paid)
        reconsider(candidateId)
      }),

    /** A step as it is saved, with its form in words. `reader`: whom the words address. */
    step(
      candidateId: number,
      slug: StepSlug,
      language: Language,
      at: Instant = clock.portal(),
      reader: FormReader = 'candidate',
    ): StepState {
      const step = steps.indexOf(slug) as StepNumber
      const row = store.step(candidateId, step)
      const may = mayGoOn(candidateId, step, at)
      const form = isQuestionStep(slug) ? forms[slug] : null
      return {
        step,
        slug,
        version: row?.version ?? 0,
        values: form ? (row?.answers ?? {}) : {},
        isComplete: !!row?.completedAt,
        savedAt: row?.savedAt ?? null,
        closed: may.ok ? null : may.refusal,
        sections: form ? formView(form, answersOf(candidateId), language, reader) : [],
      }
    },

    saveStep,

    /** The same, flushed to disk together with other saves at this moment. */
    saveStepSoon: (...save: Parameters<typeof saveStep>) => db.transactTogether(() => saveStep(...save)),

    /** "Save and proceed" of photograph, documents and payment: completes the step and moves on. */
    proceed(candidateId: number, step: 5 | 6 | 7, at: Instant = clock.portal()): Result<{ next: StepSlug }> {
      return db.transact((): Result<{ next: StepSlug }> => {
        const may = mayGoOn(candidateId, step, at)
        if (!may.ok) return may
        reconsider(candidateId)
        if (step === documentsStep) {
          const held = Object.fromEntries(store.documents(candidateId).map(({ kind, hash }) => [kind, hash]))
          const missing = missingDocuments(answersOf(candidateId), held)
          if (missing.length) return refuse('documents-missing', 422, { params: { count: missing.length } })
          const row = store.step(candidateId, step)
          const now = clock.portal()
          store.putStep(candidateId, step, {
            version: (row?.version ?? 0) + 1,
            answers: {},
            savedAt: now,
            completedAt: now,
          })
          keepIfSubmitted(candidateId, factsOf(candidateId), now)
        }
        const facts = factsOf(candidateId)
        if (!isStepComplete(facts.completedSteps, step)) {
          return refuse(step === photoStep ? 'photo-missing' : 'fee-not-paid', 422)
        }
        return ok({ next: next(facts) })
      })
    },

    /** The amount currently due for the application; null if nothing is due or no type is chosen yet. */
    due: (candidateId: number): ApplicationDue | null => dueOf(answersOf(candidateId), moneyOf(candidateId)),

    /** The money that counts as paid towards it. */
    paid: store.paid,

    /** The amount that fell due because scrutiny removed a claim, and how much of it was paid. */
    conversion: store.conversion,

    /** Everything answered so far that still applies, for rules of other features. */
    answers: answersOf,
  }
}

export const isQuestionStep = (slug: string): slug is QuestionStep =>
  (questionSteps as readonly string[]).includes(slug)

/** The question whose answer says that a certificate was applied for. */
const statusOf: Readonly<Record<AwaitedKind, string>> = {
  'caste-validity': 'validityStatus',
  'non-creamy-layer': 'creamyLayerStatus',
  'ews-proforma-v': 'ewsStatus',
}

/** Says where the claims are made that their receipts no longer help. Source: rules §3.10. */
const receiptFaults = (slug: QuestionStep, late: readonly AwaitedKind[]): FieldFault[] =>
  slug === 'category-details' ? late.map((kind) => ({ field: statusOf[kind], code: 'receipt-too-late' })) : []

function stale(row: StepRow | undefined, sent: StepAnswers): { ok: false; refusal: StepRefusal } {
  const current = { version: row?.version ?? 0, values: row?.answers ?? {} }
  const fields = differing(current.values, sent).map((field) => ({ field, code: 'changed-elsewhere' }))
  return { ok: false, refusal: { ...refuse('stale-step', 409, { fields }).refusal, current } }
}

/** A submitted form changes its mode of scrutiny through a separate act, with an OTP. Source: rules §5.6. */
const modeFault = (facts: CandidateFacts, { mode }: StepAnswers): FieldFault | null =>
  facts.submittedAt !== null && mode !== undefined && Number(mode) !== facts.mode
    ? { field: 'mode', code: 'mode-is-submitted' }
    : null
