import { scrutinyQueues } from '../../../server/domain/application/states'
import { languageIn } from '../../../server/kernel/languages'
import { Card } from '../../ui/data/Card'
import { Disclosure } from '../../ui/data/Disclosure'
import { Button } from '../../ui/form/Button'
import { Field } from '../../ui/form/Field'
import { Form } from '../../ui/form/Form'
import { href } from '../../ui/href'
import { Banner } from '../../ui/shell/Banner'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

type Data = Exclude<Awaited<ReturnType<typeof load>>, { to: string }>
type Loaded = () => Data

/** The queues of e-scrutiny, one at a time, with filters and pages. */
export default function Page() {
  const { cellBase, data } = useView<Loaded>()
  const t = useT()
  const { queue, counts, search, isUnderstood, unknown } = data
  return (
    <>
      <h1>{t('staff:menu.scrutiny')}</h1>
      <p className="lead">{t('scrutiny:lead')}</p>
      {!isUnderstood && (
        <Banner tone="error" role="alert">
          {t('scrutiny:filter.bad')}
        </Banner>
      )}
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
            href={href(cellBase, 'scrutiny', undefined, { ...search, queue: name })}
            aria-current={name === queue ? 'page' : undefined}
          >
            {t('scrutiny:queue.count', { queue: t(`scrutiny:queue.${name}`), count: counts[name] ?? 0 })}
          </a>
        ))}
        <a href={href(cellBase, 'grievances')}>
          {t('scrutiny:queue.count', { queue: t('staff:menu.grievances'), count: data.grievances })}
        </a>
      </nav>
      <Card>
        <Disclosure
          summary={t('scrutiny:filter.search')}
          isOpen={Object.keys(search).some((name) => name !== 'queue')}
          kind="inline"
        >
          <Filters />
          <Open />
        </Disclosure>
      </Card>
      <Queue />
    </>
  )
}

function Queue() {
  const { cellBase, data } = useView<Loaded>()
  const t = useT()
  const { queue, rows, next, search, isFirstPage } = data
  return (
    <Card title={t('scrutiny:queue.title', { queue: t(`scrutiny:queue.${queue}`) })}>
      {rows.length === 0 ? (
        <p>{t('scrutiny:queue.none')}</p>
      ) : (
        <ul className="entries">
          {rows.map(({ userId, fullName, district, submitted, officer, holder }) => (
            <li key={userId}>
              <div className="head">
                <a href={href(cellBase, 'scrutiny/:userId', { userId })}>{userId}</a>
                <b lang={languageIn(fullName)}>{fullName}</b>
                <span>{district}</span>
              </div>
              <p>
                {t('scrutiny:submitted', { at: submitted })}
                {(holder ?? officer) && ' · '}
                {holder ? t('scrutiny:held', { holder }) : officer && t('scrutiny:assigned', { officer })}
              </p>
            </li>
          ))}
        </ul>
      )}
      {(next !== null || !isFirstPage) && (
        <div className="actions">
          {next !== null && (
            <Button href={href(cellBase, 'scrutiny', undefined, { ...search, after: next })} kind="quiet">
              {t('scrutiny:queue.more')}
            </Button>
          )}
          {!isFirstPage && <a href={href(cellBase, 'scrutiny', undefined, search)}>{t('scrutiny:queue.first')}</a>}
        </div>
      )}
    </Card>
  )
}

function Filters() {
  const { data } = useView<Loaded>()
  const t = useT()
  const { mine, type, category, district, order } = data.search
  return (
    <Form method="get" submit={t('scrutiny:filter.show')} kind="quiet" name="filter">
      <input type="hidden" name="queue" value={data.queue} />
      <div className="filters">
        <Field
          kind="select"
          name="mine"
          label={t('scrutiny:filter.whose')}
          value={mine}
          options={[
            { value: '', label: t('scrutiny:filter.anybody') },
            { value: 'yes', label: t('scrutiny:filter.mine') },
          ]}
        />
        <Field
          kind="select"
          name="type"
          label={t('scrutiny:filter.type')}
          value={type}
          options={[{ value: '', label: t('scrutiny:filter.any-type') }, ...data.types]}
        />
        <Field
          kind="select"
          name="category"
          label={t('scrutiny:filter.category')}
          value={category}
          options={[{ value: '', label: t('scrutiny:filter.any-category') }, ...data.categories]}
        />
        <Field
          kind="select"
          name="district"
          label={t('scrutiny:filter.district')}
          value={district}
          options={[{ value: '', label: t('scrutiny:filter.any-district') }, ...data.districts]}
        />
        <Field
          kind="select"
          name="order"
          label={t('scrutiny:filter.order')}
          value={order}
          options={[
            { value: 'oldest', label: t('scrutiny:filter.oldest') },
            { value: 'newest', label: t('scrutiny:filter.newest') },
          ]}
        />
      </div>
    </Form>
  )
}

/** Opens one form by its Application ID. */
function Open() {
  const t = useT()
  return (
    <Form method="get" submit={t('scrutiny:filter.go')} kind="quiet" name="open">
      <Field
        name="userId"
        label={t('scrutiny:filter.open')}
        hint={t('scrutiny:filter.open-hint')}
        width="short"
        maxLength={10}
      />
    </Form>
  )
}
