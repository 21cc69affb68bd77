import { DateField } from '#pages/parts/desk/DateField.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { SearchForm } from '#pages/ui/form/SearchForm.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import styles from './page.module.css'
import type { show } from './page.server'

type Visit = NonNullable<DataOf<typeof show>['list']>['visits'][number]

/** The centre's visits on a day, each with a link to the candidate's form. */
export default function Page() {
  const { data } = useView<typeof show>()
  const t = useT()
  const { list, unknown } = data
  if (!list) {
    return (
      <>
        <h1>{t('staff:menu.appointments')}</h1>
        <Banner tone="warn">{t('centres:desk.no-centre')}</Banner>
      </>
    )
  }
  const count = list.visits.length
  return (
    <>
      <h1>{t('staff:menu.appointments')}</h1>
      <p className="lead">{t('centres:desk.lead')}</p>
      {unknown && (
        <Banner tone="error" role="alert">
          {t('centres:desk.unknown', { userId: unknown })}
        </Banner>
      )}
      <Card>
        <div className="filters">
          <SearchForm name="search" submit={t('centres:desk.search')}>
            <Field name="userId" label={t('shell:application-id')} maxLength={20} />
          </SearchForm>
          <SearchForm name="day" kind="quiet" submit={t('centres:desk.show-day')}>
            <DateField name="day" label={t('centres:desk.day')} value={list.day} />
          </SearchForm>
        </div>
      </Card>
      {list.earlier.length > 0 && (
        <Card title={t('centres:desk.earlier', { count: list.earlier.length })}>
          <p>{t('centres:desk.earlier-about')}</p>
          <Lines visits={list.earlier} />
        </Card>
      )}
      <Card title={t('centres:desk.list', { day: list.name, count })}>
        {count === 0 ? <p>{t('centres:desk.none')}</p> : <Lines visits={list.visits} />}
      </Card>
    </>
  )
}

function Lines({ visits }: { visits: readonly Visit[] }) {
  return (
    <ul className="entries">
      {visits.map((visit) => (
        <li key={visit.userId} className={styles.visit}>
          <Line visit={visit} />
        </li>
      ))}
    </ul>
  )
}

const tones = { booked: 'wait', arrived: 'todo', missed: 'fix', 'not-confirmed': 'fix', confirmed: 'done' } as const

function Line({ visit }: { visit: Visit }) {
  const { cellBase } = useView()
  const t = useT()
  const { userId, fullName, hours, state, isServed } = visit
  return (
    <>
      <div className="head">
        <b>{hours}</b>
        <a href={href(cellBase, 'centre/:userId', { userId })}>
          <Written>{fullName}</Written>
        </a>
        {userId}
        <Tag tone={tones[state]}>{t(`centres:state.${state}`)}</Tag>
      </div>
      <div className="acts">
        {state === 'booked' && isServed && <Mark userId={userId} mark="arrived" />}
        {state === 'booked' && <Mark userId={userId} mark="missed" />}
        {(state === 'arrived' || state === 'missed') && <Mark userId={userId} mark="expected" />}
        {state === 'arrived' && (
          <div className="actions">
            <Button href={href(cellBase, 'centre/:userId', { userId })}>{t('centres:desk.open')}</Button>
          </div>
        )}
      </div>
    </>
  )
}

function Mark({ userId, mark }: { userId: string; mark: 'arrived' | 'missed' | 'expected' }) {
  const t = useT()
  return (
    <Form name={`${mark}-${userId}`} kind="quiet" submit={t(`centres:mark.${mark}`)}>
      <input type="hidden" name="intent" value={mark} />
      <input type="hidden" name="userId" value={userId} />
    </Form>
  )
}
