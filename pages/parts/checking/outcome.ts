import type { AwaitedKind } from '#server/domain/scrutiny/certificates.ts'
import type { Conclusion, DiscrepancyReason } from '#server/domain/scrutiny/scrutiny.ts'
import { type StepNumber, steps } from '#server/domain/terms/journey.ts'
import type { ScrutinyView } from '#server/features/scrutiny/scrutiny/look.ts'
import { formatRupees } from '#server/i18n/format.ts'
import type { Translate } from '#server/i18n/page-text.ts'

/** What an officer has chosen so far, under the names of the form's fields. */
export type Given = Readonly<Record<string, string | undefined>>

type Preview = { judged: number; failed: number; conclusion: Conclusion }

/**
 * What finishing would do with these choices, the facts not judged yet taken as accepted. The server has worked out the
 * outcome of every set of failed claims; a fault in a mandatory fact sends the form back. Source: rules §5.2, §5.3.
 */
export function previewOf({ facts, outcomes }: Pick<ScrutinyView, 'facts' | 'outcomes'>, given: Given): Preview {
  const judged = facts.filter(({ name }) => given[`verdict-${name}`])
  const failed = judged.filter(({ name }) => given[`verdict-${name}`] === 'discrepancy')
  const claims = failed.filter(({ isClaim }) => isClaim).map(({ name }) => name)
  const { conclusion } = outcomes.find(({ removed }) => removed.join() === claims.join())!
  const counts = { judged: judged.length, failed: failed.length }
  if (conclusion.kind === 'confirm' && claims.length === failed.length) return { ...counts, conclusion }
  const flagged = failed.flatMap(({ name, steps: opened }): readonly StepNumber[] => {
    const reason = given[`reason-${name}`] as DiscrepancyReason | '' | undefined
    return (reason && opened[reason]) || []
  })
  const isIneligible = conclusion.kind === 'revert' && conclusion.isIneligible
  return { ...counts, conclusion: { kind: 'revert', steps: [...new Set(flagged)].sort(), isIneligible } }
}

/** The effect of a failed claim: `The category becomes Open.` */
export const effectOf = (claim: string, t: Translate): string =>
  claim === 'category' || claim === 'type'
    ? t(`scrutiny:effect.${claim}`)
    : t('scrutiny:effect.removed', { claim: t(`scrutiny:fact.${claim as 'ews'}`) })

/**
 * The outcome in sentences, as the officer reads it before and while finishing. `awaited`: the certificates of which the form
 * has a receipt only.
 */
export function outcomeLines(conclusion: Conclusion, t: Translate, awaited: readonly AwaitedKind[] = []): string[] {
  if (conclusion.kind === 'confirm') {
    if (!conclusion.removed.length) {
      const kinds = awaited.map((kind) => t(`documents:kind.${kind}`)).join(', ')
      return [t('scrutiny:agree.confirm-all'), ...(kinds ? [t('scrutiny:agree.awaited', { kinds })] : [])]
    }
    return [
      ...conclusion.removed.map((claim) => effectOf(claim, t)),
      conclusion.fee ? t('scrutiny:agree.fee', { fee: formatRupees(conclusion.fee) }) : t('scrutiny:agree.no-fee'),
    ]
  }
  const named = conclusion.steps.map((step) => t(`signedin:menu.${steps[step]}`)).join(', ')
  return [
    ...(named ? [t('scrutiny:agree.revert-steps', { steps: named })] : []),
    ...(conclusion.isIneligible ? [t('scrutiny:agree.ineligible')] : []),
  ]
}
