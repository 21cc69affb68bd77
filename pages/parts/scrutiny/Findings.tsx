import { steps } from '../../../server/domain/application/journey'
import type { Discrepancy } from '../../../server/features/scrutiny/discrepancies'
import { languageIn } from '../../../server/kernel/languages'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import styles from './Findings.module.css'

/** What scrutiny found, one by one. `isLinked`: each leads to the step where it is corrected. */
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
              {t('scrutiny:candidate.go', { step: t(`shell:menu.${steps[one.step]}`) })}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}

/** One of them, in words: what it is about, what was found, what it should be. */
function Finding({ finding: { message, found, expected } }: { finding: Discrepancy }) {
  const t = useT()
  return (
    <span className={styles.finding}>
      <span>{message}</span>
      <OfficersWords label={t('scrutiny:candidate.found')} words={found} />
      <OfficersWords label={t('scrutiny:candidate.expected')} words={expected} />
    </span>
  )
}

/** What an officer wrote, in whatever language; nothing where nothing was written. */
export const OfficersWords = ({ label, words }: { label: string; words: string }) =>
  words === '' ? null : (
    <span>
      {label} <span lang={languageIn(words)}>{words}</span>
    </span>
  )

/** Beside the field that it is about. */
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
