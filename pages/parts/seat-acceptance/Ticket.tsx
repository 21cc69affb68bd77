import { Act } from '#pages/parts/state/Hero.tsx'
import { classNames } from '#pages/ui/class-names.ts'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Icon } from '#pages/ui/data/Icon.tsx'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { useT } from '#pages/ui/view.ts'
import { Reach } from './Reach'
import styles from './ticket.module.css'
import type { Ticket as Shown } from './ticket.server'

/**
 * A seat: how it stands and its institute, large; the one act at once below, in reach of a thumb; what the seat is; and where
 * the institute is, with the originals to bring. `as`: the level of its heading.
 */
export function Ticket({ ticket, as: Heading = 'h2' }: { ticket: Shown; as?: 'h1' | 'h2' }) {
  const t = useT()
  const { isGone, headline, institute, course, round, facts, act, where, isToReport } = ticket
  const notes = ticket.notes.map((note) => <p key={note}>{note}</p>)
  return (
    <section className={classNames(styles.ticket, isGone && styles.gone)}>
      <div className={styles.joy}>
        <Heading>
          <span className={styles.headline}>
            <Icon name={isGone ? 'cross' : 'seal'} />
            {headline}
          </span>
          <VisuallyHidden>: </VisuallyHidden>
          <span className={styles.institute}>
            <Written>{institute}</Written>
          </span>
        </Heading>
        <p>
          <Written>{course}</Written> · {round}
        </p>
        {!act && notes}
      </div>
      {act && (
        <div className={styles.act}>
          <Act act={act} />
        </div>
      )}
      <dl className={classNames(styles.facts, !act && styles.whole)}>
        {facts.map(({ label, value, isWide }) => (
          <div key={label} className={isWide ? styles.wide : undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {act && notes.length > 0 && <div className={styles.notes}>{notes}</div>}
      {where && (
        <div className={styles.where}>
          <p>
            <b>{t(isToReport ? 'acceptance:report.title' : 'acceptance:ticket.institute')}</b>
          </p>
          <Reach where={where} />
          {where.originals.length > 0 && ticket.isToBring && (
            <Disclosure kind="inline" summary={t('acceptance:ticket.originals', { count: where.originals.length })}>
              <ul className="plain">
                {where.originals.map((name) => (
                  <li key={name}>{name}</li>
                ))}
              </ul>
            </Disclosure>
          )}
        </div>
      )}
      {ticket.giveUp && (
        <p className={styles.where}>
          <a href={ticket.giveUp}>{t('acceptance:ticket.give-up')}</a>
        </p>
      )}
    </section>
  )
}
