import type { ReactNode } from 'react'
import { classNames } from '#pages/ui/class-names.ts'
import { Countdown } from '#pages/ui/data/Countdown.tsx'
import { Icon } from '#pages/ui/data/Icon.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { useT } from '#pages/ui/view.ts'
import type { NextAct, State, StateTone } from './state'
import styles from './state.module.css'

const tones: Record<StateTone, string | undefined> = {
  plain: undefined,
  ok: styles.ok,
  wait: styles.wait,
  warn: styles.warn,
  bad: styles.bad,
}

/**
 * The state of affairs at the top of a page with its one title, and the one act that follows. `children`: more of the state,
 * below its sentences; `below`: what belongs to it on plain ground.
 */
export function Hero({ state, children, below }: { state: State; children?: ReactNode; below?: ReactNode }) {
  const { tone, icon, top, title, sentences, act } = state
  return (
    <section className={classNames(styles.hero, tones[tone], act !== null && styles.split)}>
      <div className={styles.state}>
        <p className={styles.top}>
          <span className={styles.mark}>
            <Icon name={icon} />
          </span>
          {top}
        </p>
        <h1>{title}</h1>
        {sentences.map((sentence) => (
          <Written as="p" key={sentence}>
            {sentence}
          </Written>
        ))}
        {children}
      </div>
      {act && <Act act={act} />}
      {below && <div className={styles.course}>{below}</div>}
    </section>
  )
}

/** The one act, with the rule that marks it: what to do, by when, and its button. */
export function Act({ act }: { act: NextAct }) {
  const t = useT()
  const { title, notes, due, go, also = [], isSeatAct } = act
  return (
    <div className={styles.act} data-seat-act={isSeatAct || undefined}>
      <p className={styles.key}>{t('signedin:duty.label')}</p>
      <h2>{title}</h2>
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
      {due && (
        <p className={styles.due}>
          <Icon name="clock" />
          <span>
            {due.words} <Countdown until={due.until} isAfterDate />
          </span>
        </p>
      )}
      {(go || also.length > 0) && (
        <div className={styles.go}>
          {go && <Way {...go} />}
          {also.map((way) => (
            <Way key={way.href} {...way} isQuiet />
          ))}
        </div>
      )}
    </div>
  )
}

const Way = ({ href, text, isQuiet }: { href: string; text: string; isQuiet?: boolean }) => (
  <Button href={href} kind={isQuiet ? 'quiet' : 'primary'}>
    {href.startsWith('tel:') && <Icon name="telephone" />}
    {text}
  </Button>
)

const marks = { done: styles.done, now: styles.now, later: undefined }

/** How far the nine steps of the form have come, as a row of marks beside words that say the same. */
export const Dots = ({ steps }: { steps: readonly ('done' | 'now' | 'later')[] }) => (
  <ol className={styles.dots} aria-hidden="true">
    {steps.map((state, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the steps keep their places
      <li key={place} className={marks[state]} />
    ))}
  </ol>
)
