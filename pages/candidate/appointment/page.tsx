import { Findings } from '#pages/parts/scrutiny/Findings.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Deadline } from '#pages/ui/data/Deadline.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Telephones } from '#pages/ui/data/Telephones.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { SearchForm } from '#pages/ui/form/SearchForm.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import styles from './page.module.css'
import type { load } from './page.server'

/** Mode 2: books the visit at which a centre confirms the form. The address records each choice in turn. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { current, closed, isElsewhere, deadline } = data
  return (
    <>
      <Breadcrumb
        trail={[
          { title: t('shell:menu.dashboard'), href: href(base, 'dashboard') },
          { title: t('shell:title.appointment') },
        ]}
      />
      <h1>{t('shell:title.appointment')}</h1>
      {!closed && <p className="lead">{t(current?.state === 'booked' ? 'centres:current.lead' : 'centres:lead')}</p>}
      {data.found.length > 0 && (
        <Banner tone="warn" title={t('centres:current.found')}>
          {t('centres:current.found-about')}
          <Findings found={data.found} isLinked />
        </Banner>
      )}
      {current && <Current />}
      {closed && (
        <Banner
          tone="info"
          title={t('centres:closed')}
          action={<a href={href(base, 'print-pdf')}>{t(isElsewhere ? 'centres:change-mode' : 'centres:to-form')}</a>}
        >
          {closed}
        </Banner>
      )}
      {!closed && deadline !== null && <Deadline name={t('centres:visit-by')} until={deadline} />}
      {!closed && (current?.state === 'booked' ? <Change /> : <Choose />)}
    </>
  )
}

/** The choice of another time, folded while one is booked. */
function Change() {
  const { isChoosing } = useView<typeof load>().data
  const t = useT()
  return (
    <Disclosure summary={t('centres:choose.other')} isOpen={isChoosing}>
      <Choose />
    </Disclosure>
  )
}

const tones = { booked: 'todo', arrived: 'done', missed: 'fix', past: 'fix' } as const

function Current() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { centre, address, phone, directions, map, day, hours, state } = data.current!
  return (
    <Card tone={state === 'booked' ? 'next' : 'plain'} title={t('centres:current.title')}>
      <div className="stack">
        <p className="when">
          <b>{t('centres:current.when', { day, hours })}</b>{' '}
          <Tag tone={tones[state]}>{t(`centres:state.${state}`)}</Tag>
        </p>
        <p>
          <b>{centre}</b>
          <br />
          {address}
          {directions && (
            <>
              <br />
              {directions}
            </>
          )}
        </p>
        {state === 'booked' && (
          <p>
            {phone && (
              <>
                <Telephones of={phone} />
                <br />
              </>
            )}
            <a href={map} rel="noopener">
              {t('centres:current.map')}
            </a>
          </p>
        )}
        <p>
          {t(state === 'missed' || state === 'past' ? `centres:current.${state}` : 'centres:current.bring')}
          {(state === 'missed' || state === 'past') && !data.closed && ` ${t('centres:current.again')}`}
        </p>
        {/* Until the visit, what is left is to print the form; while another time is chosen, that act is the filled one. */}
        {state === 'booked' && (
          <div className="actions">
            <Button href={href(base, 'print-pdf')} kind={data.day === null ? 'primary' : 'quiet'}>
              {t('centres:current.print')}
            </Button>
          </div>
        )}
        {!data.closed && state === 'booked' && (
          <Form name="cancel" kind="quiet" submit={t('centres:current.cancel')}>
            <input type="hidden" name="intent" value="cancel" />
          </Form>
        )}
      </div>
    </Card>
  )
}

/** A day says how many places it has once there are no more than these. */
const fewPlaces = 20

/** Booking is the next act of everybody who has no visit ahead. */
const toneOf = ({ current }: DataOf<typeof load>) => (current?.state === 'booked' ? 'plain' : 'next')

/** One question at a time: the centre, then the day, then the time. What is chosen is a line above, with the way to change it. */
function Choose() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { district, centres, days, day, isAnyLeft } = data
  const chosen = isAnyLeft ? centres.find(({ code }) => code === data.centre) : undefined
  const chosenDay = chosen && days.find((one) => one.day === day)
  const free = days.filter((one) => one.free > 0)
  const here = (query: Record<string, string | undefined>) => href(base, 'appointment', undefined, query)
  const own = { district: district ?? '' }
  if (!chosen) return <Centres />
  return (
    <Card tone={toneOf(data)} title={t(data.current ? 'centres:choose.other' : 'centres:choose.title')}>
      <ul className="tasks">
        <li>
          <div className="grow">
            <b>{chosen.name}</b>
            <small>{chosen.address}</small>
          </div>
          {/* A district with one centre has chosen it: the others are in other districts. */}
          <a href={here({ district: centres.length > 1 ? own.district : '' })}>{t('centres:choose.change-centre')}</a>
        </li>
        {chosenDay && (
          <li>
            <div className="grow">
              <b>{chosenDay.name}</b>
            </div>
            <a href={here({ ...own, centre: chosen.code })}>{t('centres:choose.change-day')}</a>
          </li>
        )}
      </ul>
      {free.length === 0 ? (
        <p>{t('centres:choose.no-days')}</p>
      ) : chosenDay ? (
        <Slots />
      ) : (
        <>
          <h3>{t('centres:choose.day')}</h3>
          <ul className={styles.days}>
            {free.map((one) => (
              <li key={one.day}>
                <a href={here({ ...own, centre: chosen.code, day: one.day })}>
                  <b>{one.short}</b>
                  {one.free < fewPlaces && <small>{t('centres:free', { count: one.free })}</small>}
                  {one.holiday && <small>{t('centres:choose.holiday', { name: one.holiday })}</small>}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

/** The centres of a district, or all. */
function Centres() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { districts, district, isHomeWithout, centres, isAnyLeft } = data
  return (
    <Card tone={toneOf(data)} title={t(data.current ? 'centres:choose.other' : 'centres:choose.title')}>
      <SearchForm name="district" kind="quiet" submit={t('centres:choose.show')}>
        <Field
          kind="select"
          name="district"
          label={t('centres:choose.district')}
          hint={t('centres:choose.district-hint')}
          value={district ?? ''}
          width="medium"
          options={districts.map(({ code, name }) => ({ value: code, label: name }))}
        />
      </SearchForm>
      {!isAnyLeft && <p>{t('centres:choose.none-left')}</p>}
      {isHomeWithout && <p className={styles.note}>{t('centres:choose.none-at-home')}</p>}
      <ul className="tasks">
        {centres.map(({ code, name, address, district: of, free }) => (
          <li key={code}>
            <div className="grow">
              <b>{name}</b>
              <small>{address}</small>
              <small>
                {of} · {t('centres:free', { count: free })}
              </small>
            </div>
            <Button
              href={href(base, 'appointment', undefined, { district: district ?? '', centre: code })}
              kind="quiet"
              small
            >
              {t('centres:choose.days-of', { name })}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Slots() {
  const { data } = useView<typeof load>()
  const t = useT()
  const free = data.slots.filter((slot) => slot.free > 0)
  return (
    <>
      <h3>{t('centres:choose.slot')}</h3>
      {free.length === 0 ? (
        <p>{t('centres:choose.full')}</p>
      ) : (
        <Form name="book" submit={t(data.current ? 'centres:choose.change' : 'centres:choose.book')}>
          <div className={styles.slots}>
            <Field
              kind="radios"
              name="slot"
              label={t('centres:choose.slot-label')}
              required
              options={free.map(({ id, hours, free }) => ({
                value: String(id),
                label: hours,
                hint: t('centres:free', { count: free }),
              }))}
            />
          </div>
        </Form>
      )}
    </>
  )
}
