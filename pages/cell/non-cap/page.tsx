import { Card } from '../../ui/data/Card'
import { Table } from '../../ui/data/Table'
import { Button } from '../../ui/form/Button'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

/** The candidates who are interested in an institute's own seats. */
export default function Page() {
  const { cellBase, data, staff } = useView<typeof load>()
  const t = useT()
  const title = t('staff:menu.non-cap')
  const { institute, interested } = data
  return (
    <>
      <h1>{title}</h1>
      <p className="lead">{t('noncap:desk.lead')}</p>
      <Card title={t('noncap:desk.list', { institute: institute ?? '–' })}>
        {interested.length === 0 ? (
          <p>{t('noncap:desk.none')}</p>
        ) : (
          <>
            <Table
              caption={title}
              rows={interested}
              keyOf={({ userId }) => userId}
              isWide
              columns={[
                { title: t('noncap:column.application-id'), cell: ({ userId }) => userId },
                { title: t('noncap:column.name'), cell: ({ fullName }) => fullName, isName: true, isWritten: true },
                { title: t('noncap:column.district'), cell: ({ district }) => district },
                { title: t('noncap:column.mobile'), cell: ({ mobile }) => mobile },
                { title: t('noncap:column.email'), cell: ({ email }) => email },
                {
                  title: t('noncap:column.form'),
                  cell: ({ isConfirmed }) => t(isConfirmed ? 'noncap:form.confirmed' : 'noncap:form.submitted'),
                },
                { title: t('noncap:column.registered'), cell: ({ registeredAt }) => registeredAt },
              ]}
            />
            <form method="post" action={href(cellBase, 'non-cap.csv')}>
              <input type="hidden" name="_csrf" value={staff?.csrf} />
              <div className="actions">
                <Button kind="quiet">{t('noncap:desk.download')}</Button>
              </div>
            </form>
          </>
        )}
      </Card>
    </>
  )
}
