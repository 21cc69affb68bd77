import { closingOf } from '#server/domain/application/editing.ts'
import type { StepForms } from '#server/domain/application/form/forms.ts'
import { stillAsked } from '#server/domain/application/reopening.ts'
import { conversionLeft } from '#server/domain/money/fees.ts'
import { type ClaimFact, conversionFee, withoutClaims } from '#server/domain/scrutiny/scrutiny.ts'
import { claimsOf } from '#server/domain/terms/claims.ts'
import type { StepNumber } from '#server/domain/terms/journey.ts'
import { type Answers, questionSteps } from '#server/domain/terms/question.ts'
import type { FormMove } from '#server/domain/terms/states.ts'
import { formatDateTime, formatRupees } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { largerAmount, type Paise, smallerAmount } from '#server/kernel/money.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { ApplicationDeps } from './deps'
import type { Facts } from './facts'
import type { Version, VersionCases } from './versions'

/** The events that open steps of a submitted form to its candidate. */
type Opening = Extract<FormMove, { steps: number }>['event']

/**
 * The effects of scrutiny, a centre or a grievance on an application: the facts behind every flag, and the words to the
 * candidate. The caller has authorised the act, and joins its own rows in the same transaction. Source: rules §5.2,
 * §10.1.
 */
export function createOutcomes(
  { db, store, clock, activity, feesOf, tell }: ApplicationDeps,
  { windows }: Pick<Facts, 'windows'>,
  forms: StepForms,
  { record, versionsOf }: VersionCases,
) {
  const maskOf = (steps: readonly StepNumber[]) => steps.reduce<number>((mask, step) => mask | (1 << step), 0)

  /** Writes the answers of every step that differ. */
  function putAnswers(candidateId: number, after: Answers, now: Instant): void {
    for (const [step, slug] of questionSteps.entries()) {
      const row = store.step(candidateId, step as StepNumber)
      const answers = after[slug]
      if (!row || !answers || JSON.stringify(row.answers) === JSON.stringify(answers)) continue
      store.putStep(candidateId, step as StepNumber, { ...row, version: row.version + 1, answers, savedAt: now })
    }
  }

  /** Any cost of the claims beyond what was paid falls due as the conversion fee. Returns the part to be paid now. */
  function chargeForClaims(candidateId: number, after: Answers): Paise {
    const { paid } = store.conversion(candidateId)
    const [fees, before] = [feesOf(candidateId), store.paid(candidateId)]
    const charged = largerAmount(conversionFee(after, fees, before), paid)
    store.setConvertFee(candidateId, charged)
    return conversionLeft({ charged, convertPaid: paid, paid: before, fees })
  }

  /** What a confirmed form counts for, in words for its candidate. */
  function countsFor(candidateId: number, language: Language): string {
    if (!store.isConfirmedOutside(candidateId)) return translate(language, 'application:counts.lists')
    const closesAt = activity('late-registration')?.closesAt ?? null
    return translate(language, 'application:counts.outside', {
      by: closesAt === null ? '' : formatDateTime(closesAt, language),
    })
  }

  return {
    /** An officer has taken the form up: the candidate can no longer take it back. */
    pickUp: (candidateId: number): void => store.move(candidateId, { event: 'pick-up', by: 'officer' }, clock.portal()),

    /** The officer returns it undecided. */
    release: (candidateId: number): void =>
      store.move(candidateId, { event: 'release', by: 'officer' }, clock.portal()),

    /**
     * Sends the form back: `steps` are open to the candidate until it is submitted again. An unpaid conversion fee
     * lapses, because the claims are checked again. After a grievance or an order, the caller tells the candidate.
     */
    revert(candidateId: number, steps: readonly StepNumber[], event: Opening = 'send-back'): void {
      db.transact(() => {
        const revertedAt = clock.portal()
        const { fee, paid } = store.conversion(candidateId)
        const by = event === 'open-by-order' ? 'order' : 'officer'
        store.move(candidateId, { event, steps: maskOf(steps), by }, revertedAt)
        store.setConvertFee(candidateId, smallerAmount(fee, paid))
        if (event !== 'send-back') return
        const closesAt = closingOf({ submittedAt: revertedAt, lastRevertedAt: revertedAt }, windows(candidateId))
        tell(candidateId, 'application-reverted', (language) => ({
          by: closesAt ? formatDateTime(closesAt, language) : '',
        }))
      })
    },

    /**
     * Removes claims that failed, as the next version of the form; any extra cost beyond what was paid falls due as the
     * conversion fee. Called before `confirm`, in its transaction, or on a confirmed form. `told`: the message to use.
     */
    removeClaims(
      candidateId: number,
      claims: readonly ClaimFact[],
      told: 'claims-removed' | 'claims-unfulfilled' = 'claims-removed',
    ): void {
      db.transact(() => {
        const now = clock.portal()
        const before = stillAsked(forms, store.answers(candidateId))
        const after = withoutClaims(forms, before, claims)
        putAnswers(candidateId, after, now)
        const due = chargeForClaims(candidateId, after)
        record(candidateId, now)
        tell(candidateId, told, (language) => ({
          next: due
            ? translate(language, 'scrutiny:message.fee-due', { amount: formatRupees(due).slice(1) })
            : translate(language, 'scrutiny:message.no-fee'),
          claims: claims.map((claim) => translate(language, `scrutiny:fact.${claim}`)).join(', '),
        }))
      })
    },

    /**
     * Corrects a confirmed form as its next version: what the candidate's own verification found wrong. If claims
     * change, their cost beyond what was paid falls due. Joins the caller's transaction, which tells the candidate.
     */
    correct(candidateId: number, after: Answers): Version {
      const now = clock.portal()
      const before = claimsOf(store.answers(candidateId))
      putAnswers(candidateId, after, now)
      if (JSON.stringify(before) !== JSON.stringify(claimsOf(after))) chargeForClaims(candidateId, after)
      return record(candidateId, now)
    },

    /** The form is confirmed as it is, by an officer of e-scrutiny or by a centre, which tells the candidate itself. */
    confirm(candidateId: number, by: 'officer' | 'centre' = 'officer'): void {
      db.transact(() => {
        const confirmedAt = clock.portal()
        store.move(candidateId, { event: 'confirm', by }, confirmedAt)
        if (by === 'centre') return
        const number = versionsOf(candidateId)[0]?.number ?? 0
        tell(candidateId, 'application-confirmed', (language) => ({
          number,
          at: formatDateTime(confirmedAt, language),
          counts: countsFor(candidateId, language),
        }))
      })
    },

    countsFor,

    /** An order takes the candidate out of the admission; the caller tells them. */
    exclude: (candidateId: number): void => store.move(candidateId, { event: 'exclude', by: 'order' }, clock.portal()),

    /** An order readmits the candidate: the form is back where it was, and a confirmed one is checked again. */
    readmit: (candidateId: number): void => store.move(candidateId, { event: 'readmit', by: 'order' }, clock.portal()),

    /** A centre takes its confirmation back: the form stays submitted, and may be changed and confirmed again. */
    withdrawConfirmation: (candidateId: number): void =>
      store.move(candidateId, { event: 'withdraw-confirmation', by: 'centre' }, clock.portal()),
  }
}
