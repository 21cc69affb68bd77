import type { show } from '#pages/candidate/self-arc-home/page.server.ts'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { StepBar } from '#pages/ui/data/StepBar.tsx'
import { Banner } from '#pages/ui/shell/Banner.tsx'
import { useT, useView } from '#pages/ui/view.ts'

/**
 * The states of a seat that is still the candidate's and asks for nothing on this page. The bar above every page names
 * the act of the others.
 */
const settled = ['held', 'to-report', 'admitted'] as const
type Settled = (typeof settled)[number]
const isSettled = (state: string): state is Settled => (settled as readonly string[]).includes(state)

/** The outcome of the acceptance in one sentence; nothing while the candidate has to act here. */
export function SeatState() {
  const { data } = useView<typeof show>()
  const t = useT()
  const { state, gone, ahead, isScheduled } = data
  if (gone !== null)
    return (
      <Banner tone="error" title={gone}>
        {ahead}
      </Banner>
    )
  if (!isSettled(state)) return isScheduled ? null : <p className="lead">{t('acceptance:unscheduled')}</p>
  return <Banner tone="ok" title={t(`acceptance:state.${state}`)} />
}

/** The steps of accepting a seat, in order, with what is recorded of each. */
export function Steps() {
  const { data } = useView<typeof show>()
  const t = useT()
  const { recorded, state } = data
  const isLost = data.gone !== null
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
  const shown = steps.filter(({ isDone }) => isDone || !isLost)
  if (shown.length === 0) return null
  // Until officers have decided on a grievance, no step is the candidate's.
  const isWaiting = state === 'in-grievance' || state === 'not-reported'
  const current = isLost || isWaiting ? undefined : steps.find(({ isDone }) => !isDone)
  return (
    <StepBar
      steps={shown.map((step) => ({
        title: t(`acceptance:step.${step.name}`),
        state: step.isDone ? 'done' : step === current ? 'now' : 'later',
        note: step.note,
      }))}
    />
  )
}

/** The seat, with the facts of its institute that matter for the decision. */
export function SeatFacts() {
  const { data } = useView<typeof show>()
  const t = useT()
  return (
    <Card title={t('acceptance:seat.title', { round: data.round })}>
      <Facts facts={data.rows} />
    </Card>
  )
}
