import type { load } from '../../candidate/self-arc-home/page.server'
import { Card } from '../../ui/data/Card'
import { Facts } from '../../ui/data/Facts'
import { Tag } from '../../ui/data/Tag'
import { Banner } from '../../ui/shell/Banner'
import { useT, useView } from '../../ui/view'
import styles from './acceptance.module.css'

type Loaded = () => NonNullable<ReturnType<typeof load>>

/** The state of the acceptance in one sentence, with its deadline; the banner above every page counts down to it. */
export function SeatState() {
  const { data } = useView<Loaded>()
  const t = useT()
  const { state, next, opens, isScheduled, ending, round } = data
  if (opens) return <Banner tone="info" title={t('acceptance:state.to-come', { from: opens })} />
  const tone = { 'not-accepted': 'error', 'not-reported': 'error', ended: 'error' }[state as string] as
    | 'error'
    | undefined
  const isDone = state === 'to-report' || state === 'admitted' || state === 'held'
  const title = ending ? t(`acceptance:ending.${ending}`) : t(`acceptance:state.${state}`, { next: round + 1 })
  return (
    <Banner tone={tone ?? (isDone ? 'ok' : 'warn')} title={title}>
      {next && <p>{t(`acceptance:by.${next.kind}`, { by: next.by })}</p>}
      {!isScheduled && !isDone && !tone && <p>{t('acceptance:unscheduled')}</p>}
    </Banner>
  )
}

/** The steps of accepting a seat, in order, with what is recorded of each. */
export function Steps() {
  const { data } = useView<Loaded>()
  const t = useT()
  const { recorded, state } = data
  const steps = [
    { name: 'verify', isDone: recorded.verified !== null, note: recorded.verified },
    {
      name: 'decide',
      isDone: recorded.decision !== null,
      note: recorded.decision && t(`acceptance:decision.${recorded.decision}`),
    },
    { name: 'pay', isDone: recorded.isPaid, note: null },
    { name: 'letter', isDone: ['held', 'to-report', 'admitted'].includes(state), note: null },
  ] as const
  const current = ['not-accepted', 'not-reported', 'ended'].includes(state)
    ? undefined
    : steps.find(({ isDone }) => !isDone)
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <li key={step.name} aria-current={step === current ? 'step' : undefined}>
          <b>{t(`acceptance:step.${step.name}`)}</b>
          <Tag tone={step.isDone ? 'done' : step === current ? 'todo' : 'wait'}>
            {t(`acceptance:standing.${step.isDone ? 'done' : step === current ? 'now' : 'later'}`)}
          </Tag>
          {step.note && <small>{step.note}</small>}
        </li>
      ))}
    </ol>
  )
}

/** The seat, with the facts of its institute that matter for the decision. */
export function SeatFacts() {
  const { data } = useView<Loaded>()
  const t = useT()
  return (
    <Card title={t('acceptance:seat.title', { round: data.round })}>
      <Facts facts={data.rows} />
    </Card>
  )
}
