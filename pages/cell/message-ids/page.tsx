import { CsvDownload } from '#pages/parts/desk/CsvDownload.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { fieldId } from '#pages/ui/field-id.ts'
import { FileField } from '#pages/ui/form/FileField.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { Pager } from '#pages/ui/form/Pager.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import styles from './page.module.css'
import type { load } from './page.server'

type Line = DataOf<typeof load>['lines'][number]

const tones = { missing: 'fix', changed: 'warn' } as const

/** The provider's ids of all SMS: by file, and in one table. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { counts } = data
  return (
    <>
      <h1>{t('staff:menu.message-ids')}</h1>
      <p className="lead">
        {counts.missing > 0
          ? t('templates:ids.missing', { count: counts.missing, all: counts.all })
          : t('templates:ids.whole')}{' '}
        {counts.changed > 0 && t('templates:ids.changed', { count: counts.changed })}
      </p>
      <ByFile />
      <Card title={t('templates:ids.table')}>
        <Choices />
        {data.lines.length === 0 ? <p>{t('templates:none')}</p> : <Ids />}
        <Pager
          page={data.page}
          pages={data.pages}
          at={(page) => href(cellBase, 'message-ids', undefined, { ...(data.shown && { status: data.shown }), page })}
        />
      </Card>
    </>
  )
}

function ByFile() {
  const { cellBase } = useView<typeof load>()
  const t = useT()
  const table = href(cellBase, 'imports/:kind', { kind: 'message-ids' })
  return (
    <Card title={t('templates:ids.by-file')}>
      <p>
        {t('templates:ids.by-file-about')} <code>message, language, words, provider_id</code>.{' '}
        {t('templates:ids.as-text')} <a href={table}>{t('templates:ids.columns')}</a>
      </p>
      <div className={styles.file}>
        <CsvDownload
          address={href(cellBase, 'import-table.csv')}
          label={t('templates:ids.download')}
          fields={{ kind: 'message-ids' }}
        />
        <Form action={table} submit={t('imports:read.submit')} kind="quiet" name="read" hasFiles>
          <input type="hidden" name="intent" value="read" />
          <FileField name="file" label={t('imports:read.file')} accept="text/csv,.csv" takes="long-table" required />
        </Form>
      </div>
    </Card>
  )
}

/** All ids, those that are missing, and those that were given for other words. */
function Choices() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { counts, shown } = data
  const choices = [
    { status: null, count: counts.all },
    { status: 'missing', count: counts.missing },
    { status: 'changed', count: counts.changed },
  ] as const
  return (
    <nav className="tabs" aria-label={t('templates:ids.table')}>
      {choices.map(({ status, count }) => (
        <a
          key={status}
          href={href(cellBase, 'message-ids', undefined, status ? { status } : {})}
          aria-current={shown === status ? 'page' : undefined}
        >
          {t(`templates:ids.show.${status ?? 'all'}`)} ({count})
        </a>
      ))}
    </nav>
  )
}

function Ids() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  return (
    <Form submit={t(data.page < data.pages ? 'templates:ids.save-on' : 'templates:ids.save')} name="ids">
      <input type="hidden" name="seen" value={data.seen} />
      <div className={styles.ids}>
        <Table
          caption={t('templates:ids.table')}
          rows={data.lines}
          keyOf={({ field }) => field}
          columns={[
            {
              title: t('templates:ids.message'),
              cell: ({ template, title, language }) => (
                <>
                  <a href={href(cellBase, 'templates/:template', { template })}>{title}</a>
                  <small>
                    <span translate="no">{template}</span> · {t(`templates:ids.language.${language}`)}
                  </small>
                </>
              ),
            },
            {
              title: t('templates:ids.words'),
              cell: ({ words, language }) => (
                <span className={styles.words} lang={language} translate="no">
                  {words}
                </span>
              ),
            },
            { title: t('templates:ids.id'), cell: (line) => <Id line={line} /> },
            {
              title: t('list:column.state'),
              // That a line has its id is seen beside it.
              cell: ({ state }) =>
                state !== 'given' && <Tag tone={tones[state]}>{t(`templates:ids.state.${state}`)}</Tag>,
            },
          ]}
        />
      </div>
    </Form>
  )
}

function Id({ line }: { line: Line }) {
  const { form } = useView<typeof load>()
  const t = useT()
  const { field, title, language, id } = line
  const errors = form?.errors.filter((error) => error.field === field) ?? []
  return (
    <>
      <input
        type="text"
        name={field}
        id={fieldId(field)}
        defaultValue={form?.values[field] ?? id}
        maxLength={60}
        inputMode="numeric"
        spellCheck={false}
        aria-label={t('templates:ids.of', { message: title, language: t(`templates:ids.language.${language}`) })}
        aria-invalid={errors.length ? true : undefined}
        aria-describedby={errors.length ? `${fieldId(field)}-error` : undefined}
      />
      {errors.map(({ message }) => (
        <p className="msg" key={message} id={`${fieldId(field)}-error`}>
          {message}
        </p>
      ))}
    </>
  )
}
