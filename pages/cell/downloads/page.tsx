import { BothLanguages } from '#pages/parts/content/BothLanguages.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { FileField } from '#pages/ui/form/FileField.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** The PDFs that the cell publishes. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.downloads')}</h1>
      <p className="lead">{t('content:files.lead')}</p>
      <Card title={t('content:files.list')}>
        {data.files.length === 0 ? (
          <p>{t('content:files.none')}</p>
        ) : (
          <ul className="entries">
            {data.files.map(({ id, title, at, size, time, href }) => (
              <li key={id}>
                <div className="head">
                  <a href={href}>{title}</a>
                </div>
                <p>{t('content:files.facts', { size, time })}</p>
                {at !== null && <small>{t('content:files.at', { title: at })}</small>}
                <Form submit={t('content:files.withdraw')} kind="danger" name={`withdraw-${id}`}>
                  <input type="hidden" name="intent" value="withdraw" />
                  <input type="hidden" name="id" value={id} />
                </Form>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card tone="narrow" title={t('content:files.new')}>
        <Form submit={t('content:files.submit')} name="file" hasFiles>
          <Field
            kind="select"
            name="address"
            label={t('content:files.address')}
            hint={t('content:files.address-hint')}
            options={data.places}
            empty={t('content:files.as-download')}
          />
          <BothLanguages name="title" label="files.title" maxLength={160} />
          <FileField
            name="file"
            label={t('content:files.file')}
            hint={t('content:files.file-hint')}
            accept="application/pdf,.pdf"
            takes="pdf"
            required
          />
        </Form>
      </Card>
    </>
  )
}
