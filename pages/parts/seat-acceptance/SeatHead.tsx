import type { show } from '#pages/candidate/self-arc-home/page.server.ts'
import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { StepBar } from '#pages/ui/data/StepBar.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { isHeld } from '#server/domain/admission/offer.ts'

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
    { name: 'letter', isDone: isHeld(state), note: null },
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

/** What the ticket leaves out: the rest about the institute, in one row that opens. */
export function SeatFacts() {
  const { data } = useView<typeof show>()
  const t = useT()
  return (
    <Card tone="flush">
      <Disclosure kind="inline" summary={t('results:why.details')}>
        <Facts facts={data.rows} />
      </Disclosure>
    </Card>
  )
}
