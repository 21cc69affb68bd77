import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { SearchForm } from '#pages/ui/form/SearchForm.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import type { load } from './page.server'

/** Seats outside the rounds: the institutes where the candidate has registered an interest, and all the others. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { q, district, districts, opens, closes, isOver, hindrance, told, institutes, all } = data
  const title = t('signedin:title.non-cap')
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title }]} />
      <h1>{title}</h1>
      <p className="lead">{t('noncap:lead')}</p>
      {opens && closes && <p>{t(isOver ? 'noncap:window-over' : 'noncap:window', { opens, closes })}</p>}
      {hindrance && <Banner tone="info">{hindrance}</Banner>}
      <Card title={t('noncap:told.title')}>
        {/* Who tells an institute goes on at its new row; who takes the name back, at the list. */}
        <div id="told" tabIndex={-1} data-stays>
          {told.length === 0 ? (
            <p>{t(isOver ? 'noncap:told.nobody' : 'noncap:told.none')}</p>
          ) : (
            <ul className="tasks">
              {told.map((institute) => (
                <Institute key={institute.code} intent="withdraw" {...institute} />
              ))}
            </ul>
          )}
        </div>
      </Card>
      <Card title={t('noncap:institutes.title')}>
        {/* Who has told nobody yet begins with the search. */}
        <SearchForm
          submit={t('shell:form.search')}
          kind={told.length > 0 || hindrance ? 'quiet' : 'primary'}
          name="search"
        >
          <Field name="q" label={t('noncap:search.label')} value={q} />
          {districts.length > 1 && (
            <Field
              kind="select"
              name="district"
              label={t('noncap:search.district')}
              value={district}
              options={districts}
              empty={t('noncap:search.everywhere')}
            />
          )}
        </SearchForm>
        <p role="status">{t('noncap:institutes.found', { count: all, shown: institutes.length })}</p>
        <ul className="tasks" data-stays>
          {institutes.map((institute) => (
            <Institute key={institute.code} intent="register" {...institute} />
          ))}
        </ul>
        {institutes.length < all && (
          <p>
            <a href={href(base, 'non-cap', undefined, { q, district, list: 'all' })}>
              {t('noncap:institutes.all', { count: all })}
            </a>
          </p>
        )}
      </Card>
    </>
  )
}

type Shown = DataOf<typeof load>['institutes'][number] & { intent: 'register' | 'withdraw' }

function Institute({ code, name, district, seats, fee, intent }: Shown) {
  const { data } = useView<typeof load>()
  const t = useT()
  const id = `institute-${code}`
  return (
    <li id={intent === 'register' ? id : undefined}>
      <div
        className="grow"
        id={intent === 'withdraw' ? id : undefined}
        tabIndex={intent === 'withdraw' ? -1 : undefined}
      >
        <Written as="b">{name}</Written> {code}
        <small>
          {district} · {t('noncap:institutes.seats', { count: seats })}
          {fee && ` · ${fee}`}
        </small>
      </div>
      {!data.hindrance && (
        <Form
          submit={
            <>
              {t(`noncap:${intent}`)}{' '}
              <VisuallyHidden>
                <Written>{name}</Written>
              </VisuallyHidden>
            </>
          }
          kind="quiet"
          name={`${intent}-${code}`}
        >
          <input type="hidden" name="intent" value={intent} />
          <input type="hidden" name="institute" value={code} />
        </Form>
      )}
    </li>
  )
}
