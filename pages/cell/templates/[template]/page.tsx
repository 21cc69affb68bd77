import { Card } from '#pages/ui/data/Card.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Confirm } from '#pages/ui/form/Confirm.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import { type Language, languages } from '#server/kernel/languages.ts'
import type { load } from './page.server'

/** The words of one message: a preview, and the form to change them. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <Breadcrumb
        trail={[{ title: t('staff:menu.templates'), href: href(cellBase, 'templates') }, { title: data.title }]}
      />
      <h1>{data.title}</h1>
      <p>
        <Tag tone={data.isChanged ? 'warn' : 'done'}>{t(data.isChanged ? 'templates:changed' : 'templates:own')}</Tag>
      </p>
      <Edit />
      {data.preview.map(({ language, parts }) => (
        <Card key={language} title={t(`templates:preview-${language}`)}>
          <div className="stack">
            {parts.map(({ part, text, smsParts }) => (
              <div key={part}>
                <b>{t(`templates:part.${part}`)}</b>
                {smsParts !== null && <small> · {t('templates:sms-parts', { count: smsParts })}</small>}
                <p lang={language} className="words">
                  {text}
                </p>
              </div>
            ))}
          </div>
        </Card>
      ))}
      <Versions />
    </>
  )
}

type Part = DataOf<typeof load>['parts'][number]

function Edit() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Card tone="narrow" title={t('templates:edit')}>
      <p>{t('templates:edit.about')}</p>
      <Form submit={t('templates:preview')} name="words">
        <Confirm />
        <input type="hidden" name="version" value={data.version} />
        {data.parts.map((part) =>
          languages.map((language) => <Words key={language} part={part} language={language} />),
        )}
        {languages.map((language) => (
          <Field
            key={language}
            name={language === 'en' ? 'idEn' : 'idMr'}
            label={t(`templates:id-${language}`)}
            hint={t('templates:id-hint')}
            value={data.ids[language]}
            maxLength={60}
          />
        ))}
      </Form>
    </Card>
  )
}

function Words({ part: { part, words, placeholders, longest, fields }, language }: { part: Part; language: Language }) {
  const t = useT()
  return (
    <Field
      kind="textarea"
      rows={part === 'email' ? 12 : part === 'subject' ? 2 : 4}
      name={fields[language]}
      label={t(`templates:words-${language}`, { part: t(`templates:part.${part}`) })}
      hint={
        <>
          {t('templates:may-name')} <code>{placeholders.map((name) => `{{${name}}}`).join(' ')}</code>
        </>
      }
      value={words[language]}
      lang={language}
      maxLength={longest}
      required
    />
  )
}

function Versions() {
  const { data } = useView<typeof load>()
  const t = useT()
  if (!data.versions.length) return null
  return (
    <Card title={t('templates:versions')}>
      <ol reversed className="stack">
        {data.versions.map(({ id, what, at, by }) => (
          <li key={id}>{t(`templates:version.${what}`, { at, by })}</li>
        ))}
      </ol>
      {data.isChanged && (
        <Form submit={t('templates:restore')} kind="quiet" name="own-words">
          <input type="hidden" name="intent" value="own-words" />
          <input type="hidden" name="version" value={data.version} />
        </Form>
      )}
    </Card>
  )
}
