import { ChoiceFilter } from '#pages/parts/desk/ChoiceFilter.tsx'
import { List } from '#pages/parts/desk/List.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { SearchForm } from '#pages/ui/form/SearchForm.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { scrutinyQueues } from '#server/domain/terms/states.ts'
import type { load } from './page.server'

/** The queues of e-scrutiny, one at a time, with filters and pages. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { queue, counts, list, unknown, finalListOf } = data
  return (
    <>
      <h1>{t('staff:menu.scrutiny')}</h1>
      <p className="lead">{t('scrutiny:lead')}</p>
      {finalListOf && <Banner tone="info">{t('staff:not-in-final-list', { at: finalListOf })}</Banner>}
      {unknown && (
        <Banner tone="warn" role="alert">
          {t('scrutiny:filter.unknown', { userId: unknown })}
        </Banner>
      )}
      <Form submit={t('scrutiny:take-next')} name="next">
        <input type="hidden" name="intent" value="next" />
      </Form>
      <nav className="tabs" aria-label={t('scrutiny:queue.label')}>
        {scrutinyQueues.map((name) => (
          <a
            key={name}
            href={href(cellBase, 'scrutiny', undefined, {
              ...Object.fromEntries(new URLSearchParams(list.search)),
              queue: name,
            })}
            aria-current={name === queue ? 'page' : undefined}
          >
            {t('scrutiny:queue.count', { queue: t(`scrutiny:queue.${name}`), count: counts[name] ?? 0 })}
          </a>
        ))}
        <a href={href(cellBase, 'grievances')}>
          {t('scrutiny:queue.count', { queue: t('staff:menu.grievances'), count: data.grievances })}
        </a>
      </nav>
      {data.second > 0 && (
        <Card title={t('scrutiny:second.title')}>
          <p>
            {t('scrutiny:second.waiting', { count: data.second })} {t('scrutiny:second.about')}
          </p>
          <Form submit={t('scrutiny:second.go')} name="second" kind="quiet">
            <input type="hidden" name="intent" value="second" />
          </Form>
        </Card>
      )}
      <Queue />
      <Card>
        <Open />
      </Card>
    </>
  )
}

function Queue() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const title = t('scrutiny:queue.title', { queue: t(`scrutiny:queue.${data.queue}`) })
  return (
    <Card title={title}>
      <List
        list={data.list}
        caption={title}
        empty={t('scrutiny:queue.none')}
        keyOf={({ userId }) => userId}
        tabs={['queue']}
        filters={<Filters />}
        cells={{
          userId: ({ userId }) => <a href={href(cellBase, 'scrutiny/:userId', { userId })}>{userId}</a>,
          claimedType: ({ claimedType }) => data.types.find(({ value }) => value === claimedType)?.label ?? claimedType,
          claimedCategory: ({ claimedCategory }) => claimedCategory && t(`form:category.${claimedCategory}`),
        }}
      />
    </Card>
  )
}

function Filters() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { mine, type, category, district } = data.list.filters
  return (
    <>
      <ChoiceFilter
        name="mine"
        label={t('scrutiny:filter.whose')}
        value={mine}
        any={t('scrutiny:filter.anybody')}
        choices={[
          { value: 'yes', label: t('scrutiny:filter.mine') },
          { value: 'held', label: t('scrutiny:filter.held') },
        ]}
      />
      <ChoiceFilter
        name="type"
        label={t('scrutiny:filter.type')}
        value={type}
        any={t('scrutiny:filter.any-type')}
        choices={data.types}
      />
      <ChoiceFilter
        name="category"
        label={t('scrutiny:filter.category')}
        value={category}
        any={t('scrutiny:filter.any-category')}
        choices={data.categories}
      />
      <ChoiceFilter
        name="district"
        label={t('scrutiny:filter.district')}
        value={district}
        any={t('scrutiny:filter.any-district')}
        choices={data.districts}
      />
    </>
  )
}

/** Opens one form by its Application ID. */
function Open() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <SearchForm submit={t('scrutiny:filter.go')} kind="quiet" name="open">
      <Field
        name="userId"
        label={t('scrutiny:filter.open')}
        hint={t('scrutiny:filter.open-hint', { example: data.exampleId })}
        width="short"
        maxLength={10}
      />
    </SearchForm>
  )
}
