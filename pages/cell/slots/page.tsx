import { DateField } from '#pages/parts/desk/DateField.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Confirm } from '#pages/ui/form/Confirm.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { SearchForm } from '#pages/ui/form/SearchForm.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import styles from './page.module.css'
import type { load } from './page.server'

/** The slots of a centre: its days, the slots of one day, and the form to add slots. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { centre, centres } = data
  return (
    <>
      <h1>{t('staff:menu.slots')}</h1>
      <p className="lead">{centre ? t('centres:slots.of', { name: centre.name }) : t('centres:slots.choose')}</p>
      {centres.length > 0 && (
        <Card>
          <SearchForm name="centre" kind="quiet" submit={t('centres:choose.show')}>
            <Field
              kind="select"
              name="centre"
              label={t('centres:slots.centre')}
              value={centre?.code}
              options={centres.map(({ code, name }) => ({ value: code, label: name }))}
            />
          </SearchForm>
        </Card>
      )}
      {/* A season has a month of days: the chosen one is not below them all. */}
      {data.day && <Day />}
      {centre && <Days />}
      {centre && (data.over === null ? <Plan /> : <p>{t('centres:slots.over', { at: data.over })}</p>)}
    </>
  )
}

function Days() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { centre, centres, days, day: chosen } = data
  const query = centres.length ? { centre: centre!.code } : {}
  return (
    <Card title={t('centres:slots.days')}>
      {days.length === 0 ? (
        <p>{t('centres:slots.none')}</p>
      ) : (
        <ul className={`plain ${styles.days}`}>
          {days.map(({ day, name, capacity, booked, free }) => (
            <li key={day}>
              <div className="head">
                <a
                  href={href(cellBase, 'slots', undefined, { ...query, day })}
                  aria-current={chosen?.day === day ? 'true' : undefined}
                >
                  {name}
                </a>
                {capacity > 0 && <span>{t('centres:slots.booked', { booked, capacity })}</span>}
                {free === 0 && <Tag tone="warn">{t(capacity ? 'centres:slots.full' : 'centres:slots.none-left')}</Tag>}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Day() {
  const { data, form } = useView<typeof load>()
  const t = useT()
  return (
    <Card title={data.day!.name}>
      <ul className="entries">
        {data.slots.map(({ id, hours, capacity, booked }) => (
          <li key={id}>
            <div className="head">
              <b>{hours}</b>
              {capacity > 0 ? (
                <span>{t('centres:slots.booked', { booked, capacity })}</span>
              ) : (
                <Tag tone="warn">{t('centres:slots.none-left')}</Tag>
              )}
            </div>
          </li>
        ))}
      </ul>
      <Form name="places" kind="quiet" submit={t('centres:slots.set-capacity')}>
        <input type="hidden" name="intent" value="capacity" />
        <Field
          kind="select"
          name="slot"
          label={t('centres:slots.slot')}
          width="medium"
          required
          options={data.slots.map(({ id, hours }) => ({ value: String(id), label: hours }))}
        />
        <Places name="places" hint={t('centres:slots.places-hint')} />
        {form?.values.intent === 'capacity' && <Confirm />}
      </Form>
      {data.mayClose && (
        <Form name="close-day" kind="quiet" submit={t('centres:slots.close-day')}>
          <input type="hidden" name="intent" value="close-day" />
          <input type="hidden" name="day" value={data.day!.day} />
          {form?.values.intent === 'close-day' && <Confirm />}
        </Form>
      )}
    </Card>
  )
}

/** The number of candidates that a slot takes. */
function Places({ name, hint, value }: { name: string; hint: string; value?: string }) {
  const t = useT()
  return (
    <Field
      name={name}
      label={t('centres:slots.capacity')}
      hint={hint}
      value={value}
      inputMode="numeric"
      width="short"
      maxLength={3}
      required
    />
  )
}

function Plan() {
  const { data, form } = useView<typeof load>()
  const t = useT()
  return (
    <Card tone="narrow" title={t('centres:slots.plan')}>
      <Form name="plan" submit={t('centres:slots.add')}>
        <input type="hidden" name="intent" value="plan" />
        <p className="hint">{t('centres:slots.plan-about')}</p>
        <DateField name="firstDay" label={t('centres:slots.first-day')} value={data.today} required />
        <DateField name="lastDay" label={t('centres:slots.last-day')} value={data.today} required />
        <Field
          name="from"
          label={t('centres:slots.from')}
          hint={t('centres:slots.time-hint')}
          value="10:00"
          width="short"
          maxLength={5}
          required
        />
        <Field name="until" label={t('centres:slots.until')} value="17:00" width="short" maxLength={5} required />
        <Field
          kind="select"
          name="minutes"
          label={t('centres:slots.minutes')}
          value="30"
          width="short"
          required
          options={data.lengths.map((length) => ({ value: String(length), label: String(length) }))}
        />
        <Places name="capacity" hint={t('centres:slots.capacity-hint')} value="4" />
        {form?.values.intent === 'plan' && <Confirm />}
      </Form>
    </Card>
  )
}
