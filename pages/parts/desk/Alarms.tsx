import { Banner } from '#pages/ui/data/Banner.tsx'
import { useT } from '#pages/ui/view.ts'
import type { alarmsOf } from './alarms'

/** A banner for each publication that cannot happen or is out of date, with the page on which to act. */
export function Alarms({ alarms }: { alarms: ReturnType<typeof alarmsOf> }) {
  const t = useT()
  return (
    <>
      {alarms.map(({ title, at, fault, isMissed, href }) => (
        <Banner
          key={`${title} ${fault}`}
          tone={isMissed ? 'error' : 'warn'}
          role="alert"
          title={t(`staff:alarm.${isMissed ? 'missed' : fault === 'changed' ? 'stale' : 'ahead'}`, { title })}
          action={href && <a href={href}>{t('staff:alarm.open')}</a>}
        >
          {t(`staff:alarm.${fault}`)} {at && t('staff:alarm.due', { at })}
        </Banner>
      ))}
    </>
  )
}
