import { formatCount } from '../../../server/i18n/format'
import { Table } from '../../ui/data/Table'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

/** The approval lists: how far the second check of each institute's admissions has come. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.approvals')}</h1>
      <p className="lead">{t('reports:approvals.lead')}</p>
      <Table
        caption={t('staff:menu.approvals')}
        rows={data.institutes}
        keyOf={({ code }) => code}
        empty={t('reports:approvals.none')}
        columns={[
          {
            title: t('reports:institute'),
            cell: ({ code, name }) => (
              <a href={href(cellBase, 'approvals/:id', { id: code })}>
                {code} {name}
              </a>
            ),
          },
          { title: t('reports:region'), cell: ({ region }) => region },
          ...(['admitted', 'checked', 'objected', 'waiting'] as const).map((name) => ({
            title: {
              admitted: t('reports:column.admitted'),
              checked: t('reports:verdict.checked'),
              objected: t('reports:verdict.objected'),
              waiting: t('reports:approvals.waiting'),
            }[name],
            cell: (line: (typeof data.institutes)[number]) => formatCount(line[name]),
            isFigure: true,
          })),
        ]}
      />
    </>
  )
}
