import { Card } from '#pages/ui/data/Card.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import styles from './page.module.css'
import type { load } from './page.server'

/** Institutes that did not record in time what they returned after a cancellation. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  const title = t('late:title')
  return (
    <>
      <h1>{title}</h1>
      <p className="lead">{t('late:lead')}</p>
      <Card>
        <div className={styles.lines}>
          <Table
            caption={title}
            rows={data.institutes}
            keyOf={({ code }) => code}
            empty={t('late:none')}
            columns={[
              {
                title: t('late:institute'),
                cell: ({ institute, code }) => `${institute} (${code})`,
                isName: true,
                isWritten: true,
              },
              { title: t('late:cases'), cell: ({ open }) => (open.length ? open.join(', ') : null) },
              { title: t('late:open'), cell: ({ open }) => open.length, isFigure: true },
              { title: t('late:recorded'), cell: ({ recordedLate }) => recordedLate, isFigure: true },
            ]}
          />
        </div>
      </Card>
    </>
  )
}
