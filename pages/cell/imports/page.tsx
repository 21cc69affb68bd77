import { Files } from '../../parts/imports/Files'
import { Card } from '../../ui/data/Card'
import { Table } from '../../ui/data/Table'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
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
        <Files files={data.files} isNamed />
      </Card>
    </>
  )
}
