import { Icon } from '#pages/ui/data/Icon.tsx'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { demoAddresses } from './addresses'
import styles from './page.module.css'
import type { DemoView } from './page.server'

/** The guided tour: its stops in order, the next one marked; one press signs in as the right person at the right time. */
export function Tour({ stops }: { stops: DemoView['stops'] }) {
  const t = useT()
  const next = stops.find(({ isSeen, state }) => !isSeen && state !== 'over')
  return (
    <section aria-labelledby="tour">
      <h2 id="tour" className="visually-hidden">
        {t('demo:tour')}
      </h2>
      <ol className={styles.tour}>
        {stops.map((stop, place) => (
          <Stop key={stop.name} stop={stop} number={place + 1} isNext={stop === next} />
        ))}
      </ol>
      {!next && <p>{t('demo:tour.all')}</p>}
    </section>
  )
}

function Stop({
  stop: { name, state, at, isSeen },
  number,
  isNext,
}: {
  stop: DemoView['stops'][number]
  number: number
  isNext: boolean
}) {
  const { language } = useView()
  const t = useT()
  const isOver = state === 'over'
  return (
    <li className={isNext ? 'card next' : 'card'}>
      <form method="post" action={demoAddresses.tour}>
        <p className={styles.number} data-seen={isSeen || undefined}>
          {isSeen ? <Icon name="step" /> : number}
          {isSeen && <VisuallyHidden>{t('demo:tour.seen')}</VisuallyHidden>}
        </p>
        <div>
          <h3>{t(`demo:stop.${name}`)}</h3>
          <p>{t(`demo:stop.${name}-about`)}</p>
          <small>
            {isOver ? t('demo:tour.over') : at !== null && t('demo:tour.moves', { time: formatDateTime(at, language) })}
          </small>
        </div>
        {!isOver && (
          <Button name="stop" value={name} kind={isNext ? 'primary' : 'quiet'} small>
            {t('demo:tour.go')} <VisuallyHidden>{t('demo:tour.go-to', { number })}</VisuallyHidden>
          </Button>
        )}
      </form>
    </li>
  )
}
