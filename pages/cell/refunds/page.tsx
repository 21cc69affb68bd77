import { CsvDownload } from '../../parts/desk/CsvDownload'
import { Table } from '../../ui/data/Table'
import { Button } from '../../ui/form/Button'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

/** The register of refunds. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.refunds')}</h1>
      <p className="lead">{t('settlement:refunds.lead')}</p>
      <Table
        caption={t('staff:menu.refunds')}
        rows={data.lines}
        keyOf={({ id }) => id}
        empty={t('settlement:refunds.none')}
        columns={[
          { title: t('settlement:refunds.number'), cell: ({ id }) => id },
          { title: t('settlement:candidate'), cell: ({ userId }) => userId, isName: true },
          {
            title: t('settlement:refunds.payment'),
            cell: ({ due, reference }) => `${t(`payments:due.${due}`)}, ${reference}`,
          },
          { title: t('settlement:amount'), cell: ({ amount }) => amount, isFigure: true },
          {
            title: t('settlement:refunds.why'),
            cell: ({ reason }) => t(`settlement:refund.${reason as 'by-hand'}`),
          },
          {
            title: t('settlement:refunds.status'),
            cell: ({ status, gatewayRefundId }) => (
              <>
                {t(`settlement:status.${status}`)} {gatewayRefundId && <code>{gatewayRefundId}</code>}
              </>
            ),
          },
          { title: t('settlement:refunds.at'), cell: ({ changedAt }) => changedAt },
          { title: t('settlement:refunds.settled'), cell: ({ settledAt }) => settledAt ?? '–' },
        ]}
      />
      {data.older !== null && (
        <div className="actions">
          <Button href={href(cellBase, 'refunds', undefined, { before: data.older })} kind="quiet">
            {t('settlement:refunds.older')}
          </Button>
        </div>
      )}
      {data.lines.length > 0 && <CsvDownload address={href(cellBase, 'refunds.csv')} label={t('settlement:export')} />}
    </>
  )
}
