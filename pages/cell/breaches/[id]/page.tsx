import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { breachFact } from '#server/domain/privacy/breaches.ts'
import { requestRules } from '#server/domain/privacy/requests.ts'
import { languages } from '#server/kernel/languages.ts'
import styles from './page.module.css'
import type { load } from './page.server'

/** One breach: its clocks, and the notices to copy. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const name = t('dataoffice:breaches.number', { id: data.id })
  return (
    <>
      <Breadcrumb trail={[{ title: t('staff:menu.breaches'), href: href(cellBase, 'breaches') }, { title: name }]} />
      <h1>
        {name}, {data.noticed}
      </h1>
      <Clocks />
      <Known />
      <Card title={t('dataoffice:drafts.title')}>
        <p>{t('dataoffice:drafts.about')}</p>
        {data.drafts.map(({ notice, texts }) => (
          <Disclosure key={notice} summary={t(`dataoffice:notice.${notice}`)}>
            {notice === 'people' && (
              <p>
                {t('dataoffice:drafts.people-by')}{' '}
                <a href={href(cellBase, 'bulk-message')}>{t('staff:menu.bulk-message')}</a>
              </p>
            )}
            {texts.map(({ lang, text }) => (
              <pre key={lang} lang={lang} className={styles.draft}>
                {text}
              </pre>
            ))}
          </Disclosure>
        ))}
      </Card>
    </>
  )
}

/** What is known so far, to be completed as the facts come in. */
function Known() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Card title={t('dataoffice:known.title')}>
      <p>{t('dataoffice:known.about')}</p>
      <Form submit={t('dataoffice:known.submit')} kind="quiet" name="facts">
        <input type="hidden" name="intent" value="facts" />
        <Field
          name="people"
          label={t('dataoffice:field.people')}
          width="short"
          inputMode="numeric"
          value={data.people === null ? '' : String(data.people)}
        />
        <div className={styles.facts}>
          {data.parts.flatMap(({ part, ...said }) =>
            languages.map((lang) => (
              <Field
                key={`${part}-${lang}`}
                kind="textarea"
                name={breachFact(part, lang)}
                label={t(`dataoffice:field.in-${lang}`, { label: t(`dataoffice:field.${part}`) })}
                rows={2}
                maxLength={requestRules.maxCharacters}
                value={said[lang] ?? ''}
                lang={lang}
              />
            )),
          )}
        </div>
      </Form>
    </Card>
  )
}

function Clocks() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Card title={t('dataoffice:clocks.title')}>
      <Table
        caption={t('dataoffice:clocks.title')}
        rows={data.notices}
        keyOf={({ notice }) => notice}
        rowClass={({ isLate }) => (isLate ? 'late' : undefined)}
        columns={[
          { title: t('dataoffice:clocks.notice'), cell: ({ notice }) => t(`dataoffice:notice.${notice}`) },
          {
            title: t('dataoffice:clocks.due'),
            cell: ({ due, isLate }) => (
              <>
                {due ?? t('dataoffice:clocks.at-once')} {isLate && <Tag tone="fix">{t('dataoffice:clocks.late')}</Tag>}
              </>
            ),
          },
          {
            title: t('dataoffice:clocks.sent'),
            cell: ({ notice, sent }) =>
              sent ?? (
                <Form submit={t('dataoffice:clocks.send')} kind="quiet" name={`sent-${notice}`}>
                  <input type="hidden" name="notice" value={notice} />
                </Form>
              ),
          },
        ]}
      />
    </Card>
  )
}
