import { BothLanguages } from '#pages/parts/content/BothLanguages.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
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
      <Rules />
      <Card tone="narrow" title={t('content:files.new')}>
        <Form
          submit={t('content:files.submit')}
          kind={data.missing.length > 0 ? 'quiet' : 'primary'}
          name="file"
          hasFiles
        >
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
      {data.back && (
        <p>
          <a href={data.back}>{t('season:page.back-first')}</a>
        </p>
      )}
    </>
  )
}

/** The rules of the menu, all files in one go. */
function Rules() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Card tone={data.missing.length > 0 ? 'next' : 'narrow'} title={t('content:files.rules')}>
      <p>
        {data.missing.length > 0
          ? t('content:files.rules-missing', { rules: data.missing.join(', ') })
          : t('content:files.rules-whole')}
      </p>
      <Form submit={t('content:files.rules-submit')} name="rules" hasFiles>
        <input type="hidden" name="intent" value="rules" />
        <FileField
          name="rules"
          label={t('content:files.rules-files')}
          hint={t('content:files.rules-hint')}
          accept="application/pdf,.pdf"
          takes="pdfs"
          multiple
          required
        />
        <Disclosure summary={t('content:files.rules-names')}>
          <Facts facts={data.rules.map(({ address, name }) => ({ label: name, value: address }))} />
        </Disclosure>
      </Form>
    </Card>
  )
}
