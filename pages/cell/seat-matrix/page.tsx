import { CourseLines } from '#pages/parts/seat-matrix/CourseLines.tsx'
import { EditionTag } from '#pages/parts/seat-matrix/EditionTag.tsx'
import { InForceFile } from '#pages/parts/seat-matrix/InForceFile.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { FileField } from '#pages/ui/form/FileField.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { Pager } from '#pages/ui/form/Pager.tsx'
import { SearchForm } from '#pages/ui/form/SearchForm.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** The seat matrix at the desk: the import of a file, and the editions so far. */
export default function Page() {
  const { cellBase, staff, data } = useView<typeof load>()
  const t = useT()
  const mine = data.editions.find(({ isMine }) => isMine)
  return (
    <>
      <h1>{t('staff:menu.seat-matrix')}</h1>
      <p className="lead">{t('seats:desk.lead')}</p>
      {mine && (
        <Card tone="next" title={t('seats:desk.yours')}>
          <div className="actions">
            <Button href={href(cellBase, 'seat-matrix/:id', { id: String(mine.id) })}>
              {t('seats:desk.look', { number: mine.number })}
            </Button>
          </div>
        </Card>
      )}
      {data.isInForce && <InForce />}
      <Card tone="narrow" title={t('seats:desk.new')}>
        <Form submit={t('seats:desk.import')} kind={mine ? 'quiet' : 'primary'} name="import" hasFiles>
          <input type="hidden" name="intent" value="import" />
          <FileField
            name="file"
            label={t('seats:desk.file')}
            hint={t('seats:desk.file-hint')}
            accept="text/csv,.csv"
            takes="table"
            required
          />
        </Form>
        {/* A separate native form, because the browser handles downloads. */}
        <form method="post" action={href(cellBase, 'seat-matrix-sample.csv')}>
          <input type="hidden" name="_csrf" value={staff?.csrf} />
          <div className="actions">
            <Button kind="quiet">{t('seats:desk.sample')}</Button>
          </div>
        </form>
        {!data.found && <InForceFile />}
      </Card>
      <Card title={t('seats:desk.editions')}>
        {data.editions.length === 0 && <p>{t('seats:desk.none')}</p>}
        <ul className="entries">
          {data.editions.map(({ id, number, standing, fileName, importedBy, importedAt, publishedBy, publishedAt }) => (
            <li key={id}>
              <div className="head">
                <a href={href(cellBase, 'seat-matrix/:id', { id: String(id) })}>{t('seats:edition', { number })}</a>
                <EditionTag standing={standing} />
                <code>{fileName}</code>
              </div>
              <p>
                {t('seats:desk.imported', { name: importedBy, at: importedAt })}
                {publishedAt && ` · ${t('seats:desk.published', { name: publishedBy ?? '', at: publishedAt })}`}
              </p>
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}

/** The seats of an institute as they are in force, and how they are corrected. */
function InForce() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { asked, found } = data
  return (
    <Card title={t('seats:desk.in-force')}>
      <SearchForm submit={t('seats:desk.find')} kind="quiet" name="in-force">
        <Field name="q" label={t('seatlists:search.q')} value={asked} maxLength={200} />
      </SearchForm>
      {found && (
        <>
          <InForceFile />
          {found.count === 0 && <p>{t('seatlists:none')}</p>}
          <CourseLines lines={found.lines} isLinked />
          <Pager
            page={found.page}
            pages={found.pages}
            at={(page) => href(cellBase, 'seat-matrix', undefined, { q: asked, page })}
          />
        </>
      )}
    </Card>
  )
}
