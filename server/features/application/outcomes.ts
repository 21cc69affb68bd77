import type { StepForms } from '../../domain/application-form/forms'
import { questionSteps } from '../../domain/application-form/question'
import { closingOf } from '../../domain/editing'
import type { StepNumber } from '../../domain/journey'
import type { MessageTemplate } from '../../domain/message-templates'
import { stillAsked } from '../../domain/reopening'
import { type ClaimFact, conversionFee, withoutClaims } from '../../domain/scrutiny'
import { formatDateTime, formatRupees } from '../../i18n/format'
import { translate } from '../../i18n/texts'
import type { ApplicationDeps } from './deps'
import type { Facts } from './facts'
import type { VersionCases } from './versions'

/**
 * What scrutiny, a centre or a grievance makes of an application: the facts from which every flag follows, and the words
 * to the candidate. Whoever calls has judged that it may, and joins its own rows in the same transaction.
 * Source: decisions §5, §10.
 */
export function createOutcomes(
  { db, store, clock, feesOf, announce }: ApplicationDeps,
  { windows }: Pick<Facts, 'windows'>,
  forms: StepForms,
  { record, versionsOf }: VersionCases,
) {
  const maskOf = (steps: readonly StepNumber[]) => steps.reduce<number>((mask, step) => mask | (1 << step), 0)

  function tell(
    candidateId: number,
    template: MessageTemplate,
    paramsIn: (language: 'en' | 'mr') => Record<string, string | number> = () => ({}),
  ): void {
    const { userId, mobile, email, language } = store.contact(candidateId)
    const params = { userId, ...paramsIn(language) }
    announce({ candidateId, channel: 'sms', to: mobile, template, language, params })
    announce({ candidateId, channel: 'email', to: email, template, language, params })
  }

  return {
    /** An officer has taken the form up: the candidate cannot take it back any more. */
    pickUp: (candidateId: number): void => store.putApplication(candidateId, { pickedUpAt: clock.portal() }),

    /** The officer gives it back unjudged. */
    release: (candidateId: number): void => store.putApplication(candidateId, { pickedUpAt: null }),

    /**
     * Sends the form back: `steps` are open to the candidate until it is submitted again. A conversion fee that nobody
     * has paid falls: the claims are looked at anew. `isTold`: whoever calls tells the candidate in words of its own.
     */
    revert(candidateId: number, steps: readonly StepNumber[], isTold = false): void {
      db.transact(() => {
        const revertedAt = clock.portal()
        const { fee, paid } = store.conversion(candidateId)
        store.putApplication(candidateId, {
          revertedAt,
          lastRevertedAt: revertedAt,
          stepsToCorrect: maskOf(steps),
          pickedUpAt: null,
          confirmedAt: null,
          convertFee: Math.min(fee, paid),
        })
        if (isTold) return
        const closesAt = closingOf({ submittedAt: revertedAt, lastRevertedAt: revertedAt }, windows(candidateId))
        tell(candidateId, 'application-reverted', (language) => ({
          by: closesAt ? formatDateTime(closesAt, language) : '',
        }))
      })
    },

    /**
     * Removes claims that failed, as the next version of the form; what then costs more than was paid falls due as the
     * conversion fee. Before `confirm`, in its transaction, or of a confirmed form. `told`: in which words.
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
        for (const [step, slug] of questionSteps.entries()) {
          const row = store.step(candidateId, step as StepNumber)
          const answers = after[slug]
          if (!row || !answers || JSON.stringify(row.answers) === JSON.stringify(answers)) continue
          store.putStep(candidateId, step as StepNumber, { ...row, version: row.version + 1, answers, savedAt: now })
        }
        const { paid } = store.conversion(candidateId)
        const fee = conversionFee(after, feesOf(candidateId), store.paid(candidateId))
        store.putApplication(candidateId, { convertFee: Math.max(fee, paid) })
        record(candidateId, now)
        const due = Math.max(0, fee - paid) as typeof fee
        tell(candidateId, told, (language) => ({
          next: due
            ? translate(language, 'scrutiny:message.fee-due', { amount: formatRupees(due).slice(1) })
            : translate(language, 'scrutiny:message.no-fee'),
          claims: claims.map((claim) => translate(language, `scrutiny:fact.${claim}`)).join(', '),
        }))
      })
    },

    /** The form is confirmed as it stands. `isTold`: whoever calls tells the candidate in words of its own. */
    confirm(candidateId: number, isTold = false): void {
      db.transact(() => {
        const confirmedAt = clock.portal()
        store.putApplication(candidateId, { confirmedAt, revertedAt: null, stepsToCorrect: 0 })
        if (isTold) return
        const number = versionsOf({ candidateId })[0]?.number ?? 0
        tell(candidateId, 'application-confirmed', (language) => ({
          number,
          at: formatDateTime(confirmedAt, language),
        }))
      })
    },

    /** A centre takes its confirmation back: the form stays submitted, and may be changed and confirmed again. */
    withdrawConfirmation: (candidateId: number): void => store.putApplication(candidateId, { confirmedAt: null }),
  }
}
