import { CsvDownload } from '#pages/parts/desk/CsvDownload.tsx'
import { Files } from '#pages/parts/imports/Files.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { FileField } from '#pages/ui/form/FileField.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import styles from './page.module.css'
import type { load } from './page.server'

/** One table: a file to read, the table to take out, the columns, and the files so far. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const name = t(`imports:kind.${data.kind}`)
  return (
    <>
      <Breadcrumb trail={[{ title: t('staff:menu.imports'), href: href(cellBase, 'imports') }, { title: name }]} />
      <h1>{name}</h1>
      <p className="lead">{t(`imports:about.${data.kind}`)}</p>
      <Card title={t('imports:read.title')}>
        <p>{t('imports:take-out')}</p>
        <div className={styles.downloads}>
          <CsvDownload
            address={href(cellBase, 'import-table.csv')}
            label={t('imports:export')}
            fields={{ kind: data.kind }}
          />
          <CsvDownload
            address={href(cellBase, 'import-template.csv')}
            label={t('imports:template')}
            fields={{ kind: data.kind }}
          />
        </div>
        <Form submit={t('imports:read.submit')} name="read" hasFiles>
          <input type="hidden" name="intent" value="read" />
          <Field kind="checkbox" name="isWhole" label={t('imports:read.whole')} hint={t('imports:read.whole-hint')} />
          <FileField
            name="file"
            label={t('imports:read.file')}
            hint={t('imports:read.file-hint')}
            accept="text/csv,.csv"
            takes="long-table"
            required
          />
        </Form>
      </Card>
      <Columns />
      <Card title={t('imports:files')}>
        <Files files={data.files} />
      </Card>
    </>
  )
}

function Columns() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Card title={t('imports:columns')}>
      <p>{t('imports:columns.about')}</p>
      <Table
        caption={t('imports:columns')}
        rows={data.columns}
        keyOf={({ name }) => name}
        columns={[
          { title: t('imports:column'), cell: ({ name }) => <code className={styles.column}>{name}</code> },
          {
            title: t('imports:column.holds'),
            cell: ({ name }) => t(`imports:column.${data.kind}.${name}` as 'imports:column.staff.role'),
          },
          {
            title: t('imports:column.needed'),
            cell: ({ isRequired }) => t(isRequired ? 'imports:yes' : 'imports:no'),
          },
          { title: t('imports:column.example'), cell: ({ example }) => example, isWritten: true },
        ]}
      />
    </Card>
  )
}
