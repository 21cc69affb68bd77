import { useState } from 'react'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { days, hours, istOffset, minutes } from '#server/kernel/time.ts'
import { demoAddresses } from './addresses'
import styles from './page.module.css'
import type { DemoView } from './page.server'
import { phaseAbout, phaseName } from './phase-words'

/** The demo's time with its further moves; the nearest are at the foot of the screen. */
export function Clock({ now, phase, phases }: Pick<DemoView, 'now' | 'phase' | 'phases'>) {
  const { language } = useView()
  const t = useT()
  const isHydrated = useHydrated()
  return (
    <Card place="clock" title={t('demo:clock')}>
      <p>
        {t('demo:clock-now')}
        <br />
        <b className="clock">{formatDateTime(now, language)}</b>
      </p>
      <p className="lead">{t('demo:clock-text')}</p>
      <form method="post" action={demoAddresses.clock} className={styles.leap}>
        <Button name="at" value={new Date(now + days(7)).toISOString()} kind="quiet" small>
          {t('demo:clock-week')}
        </Button>
      </form>
      {isHydrated && <MoveTo key={now} now={now} />}
      <p className={styles.phaseNow}>
        <b>{phaseName(phase, t)}</b>
        <br />
        {phaseAbout(phase, t)}
      </p>
      <Disclosure summary={t('demo:phases')}>
        <Phases phase={phase} phases={phases} />
      </Disclosure>
    </Card>
  )
}

/** The phases of the season, each with what there is to see in it. */
function Phases({ phase, phases }: Pick<DemoView, 'phase' | 'phases'>) {
  const t = useT()
  return (
    <ol className={styles.phases}>
      {phases.map((name, place) => (
        <li key={name} aria-current={name === phase ? 'step' : undefined}>
          <span>
            {phaseName(name, t)}
            <br />
            <small>{phaseAbout(name, t)}</small>
          </span>
          <PhaseState name={name} place={place - phases.indexOf(phase)} />
        </li>
      ))}
    </ol>
  )
}

/** `place`: the distance from the current phase; negative for a past one. */
function PhaseState({ name, place }: { name: string; place: number }) {
  const t = useT()
  if (place === 0) return <Tag tone="done">{t('demo:phase-now')}</Tag>
  if (place < 0) return <Tag tone="wait">{t('demo:phase-passed')}</Tag>
  return (
    <form method="post" action={demoAddresses.clock}>
      <Button name="phase" value={name} kind="quiet" small>
        {t('demo:phase-go')}
      </Button>
    </form>
  )
}

/**
 * Moves the clock to any date and time. The field counts in Indian time wherever the browser is; this needs JavaScript.
 */
function MoveTo({ now }: { now: number }) {
  const t = useT()
  const local = (at: number) => new Date(at + istOffset).toISOString().slice(0, 16)
  const [picked, setPicked] = useState(local(now + hours(1)))
  return (
    <form method="post" action={demoAddresses.clock} className={styles.moveTo}>
      <label htmlFor="move-to">{t('demo:clock-to')}</label>
      <input
        id="move-to"
        type="datetime-local"
        min={local(now + minutes(1))}
        value={picked}
        required
        onChange={(event) => setPicked(event.currentTarget.value)}
      />
      <input type="hidden" name="at" value={picked && `${picked}+05:30`} />
      <Button kind="quiet" small>
        {t('demo:clock-go')}
      </Button>
    </form>
  )
}
