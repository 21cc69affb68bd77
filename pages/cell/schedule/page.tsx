import { BothLanguages } from '#pages/parts/content/BothLanguages.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { Preview } from './Preview'
import styles from './page.module.css'
import type { load } from './page.server'
import { ScheduleInForce, ScheduleRows } from './ScheduleRows'

/** The schedule at the desk: the draft beside the dates in force, its preview and release, and the past changes. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { change, isWaiting } = data
  return (
    <>
      <h1>{t('staff:menu.schedule')}</h1>
      <p className="lead">{t('content:schedule.lead')}</p>
      {change && (
        <Banner tone={isWaiting ? 'warn' : 'info'}>
          {t(isWaiting ? 'content:schedule.waits' : 'content:schedule.draft', {
            count: change.count,
            name: change.savedBy,
            at: change.savedAt,
          })}
        </Banner>
      )}
      {data.onHolidays.length > 0 && <OnHolidays />}
      {data.preview && <Preview />}
      {isWaiting ? (
        <Card title={t('content:schedule.list')}>
          <ScheduleInForce />
        </Card>
      ) : (
        <Draft />
      )}
      {!isWaiting && <OwnActivity />}
      <Holidays />
      <History />
    </>
  )
}

/** What is set for a day that the cell lists as a holiday: nothing of it moves by itself. */
function OnHolidays() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Banner tone="warn">
      <p>{t('content:schedule.on-holiday')}</p>
      <ul>
        {data.onHolidays.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Banner>
  )
}

/** The table as one form, with a shift from a row on. */
function Draft() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { version, change, hasFaults } = data
  return (
    <Card title={t(change ? 'content:schedule.table' : 'content:schedule.list')}>
      {hasFaults && <Banner tone="warn">{t('content:schedule.faulty')}</Banner>}
      <Form
        submit={t('content:schedule.save')}
        kind="quiet"
        name="schedule"
        beside={
          <Button name="intent" value="preview" kind={data.preview ? 'quiet' : 'primary'}>
            {t('content:schedule.preview')}
          </Button>
        }
      >
        <input type="hidden" name="version" value={version} />
        <ScheduleRows />
        <div className={styles.shift}>
          <Field
            name="days"
            label={t('content:schedule.shift-days')}
            hint={t('content:schedule.shift-hint')}
            inputMode="numeric"
            maxLength={4}
            width="short"
          />
          <Button name="intent" value="shift" kind="quiet">
            {t('content:schedule.shift')}
          </Button>
        </div>
      </Form>
      {change && (
        <Form submit={t('content:schedule.discard')} kind="danger" name="discard">
          <input type="hidden" name="intent" value="discard" />
          <input type="hidden" name="id" value={change.id} />
        </Form>
      )}
    </Card>
  )
}

function OwnActivity() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Disclosure summary={t('content:schedule.own')}>
      <Form submit={t('content:schedule.own-add')} kind="quiet" name="own">
        <input type="hidden" name="intent" value="add" />
        <input type="hidden" name="version" value={data.version} />
        <BothLanguages name="title" label="notices.title" maxLength={160} />
        <Field
          kind="radios"
          name="kind"
          label={t('content:schedule.own-kind')}
          value="window"
          options={(['window', 'instant'] as const).map((value) => ({
            value,
            label: t(`content:schedule.kind.${value}`),
          }))}
          required
        />
      </Form>
    </Disclosure>
  )
}

function Holidays() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Disclosure summary={t('content:schedule.holidays')}>
      {data.stateHolidays.map(({ year, source, count }) =>
        count ? (
          <Form
            key={year}
            submit={t('content:schedule.state-holidays-add', { count, year })}
            kind="quiet"
            name={`state-holidays-${year}`}
          >
            <input type="hidden" name="intent" value="state-holidays" />
            <input type="hidden" name="year" value={year} />
            <p>{t('content:schedule.state-holidays-source', { year, source })}</p>
          </Form>
        ) : (
          <p key={year}>{t('content:schedule.state-holidays-there', { year, source })}</p>
        ),
      )}
      {data.unknownYears && <p>{t('content:schedule.state-holidays-other', { years: data.unknownYears })}</p>}
      <Form submit={t('content:schedule.holidays-save')} kind="quiet" name="holidays">
        <input type="hidden" name="intent" value="holidays" />
        <Field
          kind="textarea"
          name="holidays"
          label={t('content:schedule.holidays-label')}
          hint={t('content:schedule.holidays-hint')}
          value={data.holidays}
          rows={8}
          maxLength={6000}
        />
      </Form>
    </Disclosure>
  )
}

function History() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Card title={t('content:schedule.history')}>
      {data.history.length === 0 ? (
        <p>{t('content:schedule.no-history')}</p>
      ) : (
        <ul className="entries">
          {data.history.map(({ id, title, words, reason }) => (
            <li key={id}>
              <div className="head">
                <b>{title}</b>
              </div>
              <p>{words}</p>
              <p>{reason}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
