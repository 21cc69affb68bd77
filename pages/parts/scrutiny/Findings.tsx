import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { steps } from '#server/domain/terms/journey.ts'
import type { Discrepancy } from '#server/features/scrutiny/scrutiny/discrepancies.ts'
import styles from './Findings.module.css'
import { OfficersWords } from './OfficersWords'

/** The findings of scrutiny. `isLinked`: each has a link to the step that corrects it. */
export function Findings({ found, isLinked }: { found: readonly Discrepancy[]; isLinked?: boolean }) {
  const { base } = useView()
  const t = useT()
  return (
    <ul className="entries">
      {found.map((one) => (
        <li key={`${one.fact} ${one.field}`}>
          <Finding finding={one} />
          {isLinked && (
            <a href={href(base, steps[one.step])}>
              {t('scrutiny:candidate.go', { step: t(`signedin:menu.${steps[one.step]}`) })}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}

/**
 * One finding: its subject and reason in the page's language, what to do, and below that what the officer wrote, in the
 * language in which they wrote it.
 */
export function Finding({ finding: { message, advice, found, expected } }: { finding: Discrepancy }) {
  const t = useT()
  return (
    <span className={styles.finding}>
      <span>{message}</span>
      {advice && <span>{advice}</span>}
      <OfficersWords label={t('scrutiny:candidate.found')} words={found} />
      <OfficersWords label={t('scrutiny:candidate.expected')} words={expected} />
    </span>
  )
}

/** The findings about one field, shown beside it. */
export function FieldFinding({ found, field }: { found: readonly Discrepancy[]; field: string }) {
  const t = useT()
  const own = found.filter((one) => one.field === field)
  if (!own.length) return null
  return (
    <div className={styles.field}>
      <b>{t('scrutiny:candidate.here')}</b>
      {own.map((one) => (
        <p key={one.fact}>
          <Finding finding={one} />
        </p>
      ))}
    </div>
  )
}
