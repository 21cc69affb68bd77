import { formatDateTime } from '#server/i18n/format.ts'
import { demoAddress, inLanguage } from '../addresses'
import { useNow } from '../browser/now'
import { useT, useView } from '../view'

/** Marks every page of a demo as such, and shows the demo's time. */
export function DemoRibbon() {
  const { demo, language, now } = useView()
  const t = useT()
  const ticking = useNow(15_000)
  if (!demo) return null
  const time = formatDateTime(ticking ?? now, language)
  return (
    <aside className="demo" aria-label={t('shell:demo.word')}>
      <b>{t('shell:demo.word')}</b>
      <span className="about">{t('shell:demo.about')}</span>
      <span className="about">{t('shell:portal-time', { time })}</span>
      <span className="time">{time}</span>
      <a href={inLanguage(demoAddress, language)}>{t('shell:demo.link')}</a>
    </aside>
  )
}
