import { SearchCard } from '#pages/parts/content/SearchCard.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** Every public document. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const { q, count, named, worksheet, proformas, more } = data
  const t = useT()
  return (
    <>
      <h1>{t('shell:menu.download')}</h1>
      <p className="lead">{t('downloads:lead')}</p>
      <SearchCard
        label={t('downloads:search')}
        hint={t('downloads:search-hint')}
        q={q}
        found={
          q
            ? {
                words: count > 0 ? t('downloads:found', { count }) : t('downloads:found-none'),
                whole: { href: href(base, 'download'), words: t('downloads:all') },
              }
            : null
        }
      />
      {named.length > 0 && (
        <Card title={t('downloads:rules')}>
          <ul className="entries">
            {named.map(({ address, title, href: at, facts }) => (
              <li key={address}>
                <a href={at} target="_blank" rel="noopener">
                  {title}
                  <VisuallyHidden> {t('shell:opens-in-new-tab')}</VisuallyHidden>
                </a>
                <small>{facts}</small>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {worksheet && <Worksheet {...worksheet} />}
      {proformas.length > 0 && (
        <Card title={t('proformas:title')}>
          <p>{t('proformas:lead')}</p>
          <ul className="entries">
            {proformas.map(({ name, title, about, href: at }) => (
              <li key={name}>
                <a href={at} target="_blank" rel="noopener">
                  {title}
                  <VisuallyHidden> {t('shell:opens-in-new-tab')}</VisuallyHidden>
                </a>
                <small>{about}</small>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {(more.length > 0 || !q) && (
        <Card title={t('downloads:more')}>
          {more.length === 0 ? (
            <p>{t('downloads:none')}</p>
          ) : (
            <ul className="entries">
              {more.map(({ id, title, href: at, facts }) => (
                <li key={id}>
                  <a href={at}>{title}</a>
                  <small>{facts}</small>
                </li>
              ))}
            </ul>
          )}
        </Card>
      )}
      <p>
        <a href={href(base, 'public-log')}>{t('downloads:log')}</a>
      </p>
    </>
  )
}

/** The type and the category for which a worksheet is made. */
function Worksheet({ types, categories }: NonNullable<Awaited<ReturnType<typeof load>>['worksheet']>) {
  const { base } = useView()
  const t = useT()
  return (
    <Card title={t('worksheet:title')} place="worksheet">
      <p>{t('worksheet:lead')}</p>
      <form method="get" action={href(base, 'download/worksheet.pdf')} target="_blank" rel="noopener">
        <Field kind="select" name="type" label={t('worksheet:type')} options={types} required />
        <Field kind="select" name="category" label={t('worksheet:category')} options={categories} required />
        <div className="actions">
          <Button kind="quiet">{t('worksheet:print')}</Button>
        </div>
      </form>
    </Card>
  )
}
