import { Button } from '#pages/ui/form/Button.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { days, hours } from '#server/kernel/time.ts'
import { demoAddresses } from './addresses'
import styles from './page.module.css'
import type { DemoView } from './page.server'
import { phaseName } from './phase-words'

/** The demo's time at the foot of the screen, with the moves that are wanted most. */
export function ClockBar() {
  const { language, data } = useView<() => DemoView>()
  const t = useT()
  const { now, phase, phases, outbox } = data
  const next = phases[phases.indexOf(phase) + 1]
  return (
    <aside className={`dock ${styles.clock}`} aria-label={t('demo:clock')}>
      <a href="#clock">{formatDateTime(now, language)}</a>
      <form method="post" action={demoAddresses.clock}>
        <Button name="at" value={new Date(now + hours(1)).toISOString()} kind="quiet" small>
          {t('demo:clock-hour')}
        </Button>
        <Button name="at" value={new Date(now + days(1)).toISOString()} kind="quiet" small>
          {t('demo:clock-day')}
        </Button>
      </form>
      {next && (
        <form method="post" action={demoAddresses.clock} className={styles.wide}>
          <Button name="phase" value={next} kind="quiet" small>
            {t('demo:clock-next', { phase: phaseName(next, t) })}
          </Button>
        </form>
      )}
      <a href="#outbox">
        {t('demo:outbox')} <span className={styles.count}>({outbox.length})</span>
      </a>
    </aside>
  )
}
