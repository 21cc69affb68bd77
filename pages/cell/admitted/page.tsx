import { StatusTag } from '../../parts/certificates/Standing'
import { usePersonColumns } from '../../parts/reporting/person-columns'
import { Card } from '../../ui/data/Card'
import { Table } from '../../ui/data/Table'
import { Button } from '../../ui/form/Button'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

/** Everybody whom the institute admitted, and what they still have to hand in. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { rows, next } = data
  const title = t('staff:menu.admitted')
  return (
    <>
      <h1>{title}</h1>
      <p className="lead">{t('reporting:admitted.lead')}</p>
      <Card>
        <Table
          caption={title}
          rows={rows}
          keyOf={({ id }) => id}
          empty={t('reporting:admitted.none')}
          columns={[
            ...usePersonColumns<(typeof rows)[number]>(),
            { title: t('reporting:column.round'), cell: ({ round }) => round },
            { title: t('reporting:column.choice-code'), cell: ({ choiceCode }) => choiceCode },
            { title: t('reporting:column.admitted'), cell: ({ admitted }) => admitted },
            {
              title: t('reporting:case.awaited'),
              cell: ({ awaited }) =>
                awaited.length === 0
                  ? t('reporting:case.nothing')
                  : awaited.map(({ kind, status }) => (
                      <span key={kind}>
                        {t(`documents:kind.${kind}`)} {status && <StatusTag status={status} />}
                      </span>
                    )),
            },
          ]}
        />
        {next !== null && (
          <div className="actions">
            <Button href={href(cellBase, 'admitted', undefined, { after: next })} kind="quiet">
              {t('reporting:more')}
            </Button>
          </div>
        )}
      </Card>
    </>
  )
}
