import { useT, useView } from '#pages/ui/view.ts'
import { Clock } from './Clock'
import { ClockBar } from './ClockBar'
import { Jobs, Programs } from './Jobs'
import { Outbox } from './Outbox'
import { People } from './People'
import type { DemoView } from './page.server'
import { Tour } from './Tour'

/** The front door of the demo: the guided tour, its people, the messages, and the clock. */
export default function Page() {
  const t = useT()
  const { data } = useView<() => DemoView>()
  return (
    <>
      <h1>{t('demo:title')}</h1>
      <p className="lead">{t('demo:lead')}</p>
      <Tour stops={data.stops} />
      <People />
      <Outbox messages={data.outbox} />
      <Clock now={data.now} phase={data.phase} phases={data.phases} />
      <Jobs />
      <Programs />
      <ClockBar />
    </>
  )
}
