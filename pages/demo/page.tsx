import { useT, useView } from '#pages/ui/view.ts'
import { Clock } from './Clock'
import { Jobs, Programs } from './Jobs'
import { Outbox } from './Outbox'
import { People } from './People'
import styles from './page.module.css'
import type { DemoView } from './page.server'

/** The start page of the demo: the time, the messages, and its people. */
export default function Page() {
  const t = useT()
  const { data } = useView<() => DemoView>()
  return (
    <>
      <h1>{t('demo:title')}</h1>
      <p className="lead">{t('demo:lead')}</p>
      <div className={styles.columns}>
        <Clock now={data.now} phase={data.phase} phases={data.phases} />
        <Outbox messages={data.outbox} />
      </div>
      <People personas={data.personas} password={data.password} phase={data.phase} />
      <Jobs />
      <Programs />
    </>
  )
}
