import { Banner } from '#pages/ui/data/Banner.tsx'
import { useT } from '#pages/ui/view.ts'
import { eligibilityOf } from '#server/domain/application/form/eligibility.ts'
import { compareFractions, fractionOf, percentageText } from '#server/domain/terms/percentage.ts'
import type { EligibilityView } from './step'
import styles from './step.module.css'
import type { Typed } from './typed'

const tidy = (text = '') => text.replace(/[, ]/g, '')
const whole = fractionOf('1', '1')!

/** The percentage under a total of marks. With JavaScript it follows the typing; without, it shows the saved marks. */
export function Percentage({ got, outOf }: { got?: string; outOf?: string }) {
  const t = useT()
  const fraction = fractionOf(tidy(got), tidy(outOf))
  const isSound = fraction !== null && compareFractions(fraction, whole) <= 0
  return (
    <p className={styles.percentage} role="status">
      {isSound && t('steps:percentage', { percentage: percentageText(fraction) })}
    </p>
  )
}

/**
 * Shows if the qualifications make the candidate eligible, once the answers allow a judgement. `question`: the words of the
 * question that decides where the course names one.
 */
export function Eligibility({
  rules,
  type,
  category,
  question,
  typed,
}: EligibilityView & { question: string; typed: Typed }) {
  const t = useT()
  const tidied = Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [name, name.match(/Marks|OutOf|cgpa|Years/) ? tidy(value) : value]),
  )
  const judged = (claimed: EligibilityView['category']) =>
    eligibilityOf(
      { 'type-of-candidature': { type }, 'category-details': claimed, 'qualifications-details': tidied },
      rules,
    )
  const eligibility = judged(category)
  // A pass of HSC is enough, so there is nothing to confirm.
  if (!eligibility || (rules.of === 'hsc-science' && eligibility.isEligible)) return null
  if (eligibility.isEligible) {
    const isAwaited = [category.validityStatus, category.creamyLayerStatus].includes('applied')
    const asOpen = isAwaited ? judged({ ...category, category: 'OPEN' }) : null
    return (
      <Banner tone="ok" role="status">
        {t('steps:eligible.yes')}
        {asOpen?.isEligible === false && asOpen.reason === 'percentage-too-low' && (
          <> {t('steps:eligible.while-awaited', { percent: asOpen.percent })}</>
        )}
      </Banner>
    )
  }
  const { isEligible: _, reason, ...values } = eligibility
  return (
    <Banner tone="warn" role="status" title={t('steps:eligible.no')}>
      {reason === 'percentage-too-low' && rules.of === 'marks'
        ? t('steps:eligible.marks-too-low', { question, ...values })
        : t(`steps:eligible.${reason}`, values)}
    </Banner>
  )
}
