import { FeeTable } from '#pages/parts/notices/FeeTable.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

const notes = ['once', 'pending', 'convert', 'refund', 'seat'] as const

/** The application fee, with common questions about it. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('shell:menu.application_Fee')}</h1>
      <p className="lead">{t('fees:lead')}</p>
      <section className="card">
        <FeeTable fees={data.fees} />
        {data.since !== null && <p>{t('fees:from', { time: data.since })}</p>}
        {data.coming.map(({ version, time, open, reserved }) => (
          <p key={version}>{t('fees:coming', { time, open, reserved })}</p>
        ))}
      </section>
      <Card title={t('fees:good-to-know')}>
        <ul className="prose">
          {notes.map((note) => (
            <li key={note}>{t(`fees:note-${note}`)}</li>
          ))}
        </ul>
      </Card>
    </>
  )
}
