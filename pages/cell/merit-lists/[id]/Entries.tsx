import type { Category } from '../../../../server/domain/application/form/claims'
import type { DecidedBy } from '../../../../server/domain/merit/criteria'
import { criterionText } from '../../../../server/domain/merit/criteria'
import { meritLists } from '../../../../server/domain/merit/lists'
import { Card } from '../../../ui/data/Card'
import { Table } from '../../../ui/data/Table'
import { Button } from '../../../ui/form/Button'
import { Field } from '../../../ui/form/Field'
import { Form } from '../../../ui/form/Form'
import { href } from '../../../ui/href'
import { useT, useView } from '../../../ui/view'
import type { Load } from './page'

/** An extract from one of the lists, as it would be published. */
export function Entries() {
  const { cellBase, data } = useView<Load>()
  const t = useT()
  const { id, list, entries } = data
  const last = entries[entries.length - 1]
  const title = t('merit:entries')
  return (
    <Card title={title}>
      <Form method="get" submit={t('merit:entries.show')} kind="quiet" name="entries">
        <div className="filters">
          <Field
            kind="select"
            name="list"
            label={t('merit:entries.which')}
            value={list}
            options={meritLists.map((name) => ({ value: name, label: t(`merit:list.${name}`) }))}
          />
          <Field
            name="from"
            label={t('merit:entries.from')}
            value={String(entries[0]?.meritNumber ?? 1)}
            inputMode="numeric"
            maxLength={7}
          />
        </div>
      </Form>
      {last === undefined ? (
        <p>{t('merit:entries.none')}</p>
      ) : (
        <>
          <Table
            caption={title}
            rows={entries}
            keyOf={({ meritNumber }) => meritNumber}
            isWide
            columns={[
              { title: t('merit:column.number'), cell: ({ meritNumber }) => meritNumber, isFigure: true },
              { title: t('merit:column.application-id'), cell: ({ userId }) => userId },
              { title: t('merit:column.name'), cell: ({ fullName }) => fullName, isName: true, isWritten: true },
              { title: t('merit:column.type'), cell: ({ type }) => type },
              {
                title: t('merit:column.category'),
                cell: ({ category }) => t(`meritpages:category.${category as Category}`),
              },
              { title: t('merit:column.percentage'), cell: ({ percentage }) => percentage, isFigure: true },
              {
                title: t('merit:column.decided-by'),
                cell: ({ decidedBy }) => decidedBy && t(criterionText(decidedBy as DecidedBy)),
              },
            ]}
          />
          <div className="actions">
            <Button
              href={href(cellBase, 'merit-lists/:id', { id: String(id) }, { list, from: String(last.meritNumber + 1) })}
              kind="quiet"
            >
              {t('merit:entries.next')}
            </Button>
          </div>
        </>
      )}
    </Card>
  )
}
