import { Banner } from '../../ui/shell/Banner'
import { useT } from '../../ui/view'
import type { troublesOf } from './troubles'

/** A banner for each trouble of now, with what it means for candidates and what to do. */
export function Troubles({ saving, around }: ReturnType<typeof troublesOf>) {
  const t = useT()
  return (
    <>
      {saving && (
        <Banner tone="error" role="alert" title={t('health:saving')}>
          {t(`health:saving.${saving}`)}
        </Banner>
      )}
      {around.map(({ trouble, since }) => (
        <Banner key={trouble} tone="warn" role="alert" title={t(`health:trouble.${trouble}`)}>
          {t(`health:trouble.${trouble}.about`)} {t('health:trouble.since', { at: since })}
        </Banner>
      ))}
    </>
  )
}
