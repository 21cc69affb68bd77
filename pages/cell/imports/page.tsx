import { ChoiceFilter } from '#pages/parts/desk/ChoiceFilter.tsx'
import { List } from '#pages/parts/desk/List.tsx'
import { ImportTag, importStates } from '#pages/parts/imports/ImportTag.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** The tables that the cell keeps in spreadsheets, and the latest files. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.imports')}</h1>
      <p className="lead">{t('imports:lead')}</p>
      <Card title={t('imports:tables')}>
        <Table
          caption={t('imports:tables')}
          rows={data.tables}
          keyOf={({ kind }) => kind}
          columns={[
            {
              title: t('imports:table'),
              cell: ({ kind }) => <a href={href(cellBase, 'imports/:kind', { kind })}>{t(`imports:kind.${kind}`)}</a>,
            },
            { title: t('imports:holds'), cell: ({ kind }) => t(`imports:about.${kind}`) },
            {
              title: t('imports:approval'),
              cell: ({ needsSecondPerson }) => t(needsSecondPerson ? 'imports:approval.two' : 'imports:approval.one'),
            },
          ]}
        />
      </Card>
      <Card title={t('imports:recent')}>
        <List
          list={data.list}
          caption={t('imports:recent')}
          empty={t('imports:recent.none')}
          keyOf={({ id }) => id}
          filters={<Filters />}
          cells={{
            fileName: ({ id, kind, fileName }) => (
              <a href={href(cellBase, 'imports/:kind/:id', { kind, id: String(id) })}>{fileName}</a>
            ),
            kind: ({ kind }) => t(`imports:kind.${kind}`),
            state: ({ state }) => <ImportTag state={state} />,
          }}
        />
      </Card>
    </>
  )
}

function Filters() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { kind, state } = data.list.filters
  return (
    <>
      <ChoiceFilter
        name="kind"
        label={t('imports:table')}
        value={kind}
        choices={data.tables.map((table) => ({ value: table.kind, label: t(`imports:kind.${table.kind}`) }))}
      />
      <ChoiceFilter
        name="state"
        label={t('list:column.state')}
        value={state}
        choices={importStates.map((one) => ({ value: one, label: t(`imports:state.${one}`) }))}
      />
    </>
  )
}
