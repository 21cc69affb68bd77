import { Card } from '#pages/ui/data/Card.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { SearchForm } from '#pages/ui/form/SearchForm.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { meritLists } from '#server/domain/merit/lists.ts'
import type { Category } from '#server/domain/terms/claims.ts'
import type { DecidedBy } from '#server/domain/terms/criteria.ts'
import { criterionText } from '#server/domain/terms/criteria.ts'
import type { load } from './page.server'

/** An extract from one of the lists, as it would be published. */
export function Entries() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { id, list, entries } = data
  const last = entries[entries.length - 1]
  const title = t('merit:entries')
  return (
    <Card title={title}>
      <Which />
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

/** The list to show, and the merit number that it begins at. */
function Which() {
  const { list, entries } = useView<typeof load>().data
  const t = useT()
  return (
    <SearchForm submit={t('merit:entries.show')} kind="quiet" name="entries">
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
    </SearchForm>
  )
}
