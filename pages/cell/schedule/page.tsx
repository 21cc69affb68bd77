import { BothLanguages } from '../../parts/content/BothLanguages'
import { Card } from '../../ui/data/Card'
import { Tag } from '../../ui/data/Tag'
import { Button } from '../../ui/form/Button'
import { Confirm } from '../../ui/form/Confirm'
import { Field } from '../../ui/form/Field'
import { Form } from '../../ui/form/Form'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

const tones = { past: 'wait', now: 'done', next: 'todo', later: 'wait' } as const

/** The schedule at the desk: every activity, the form to change one, and the past changes. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.schedule')}</h1>
      <p className="lead">{t('content:schedule.lead')}</p>
      {data.chosen && <Change />}
      <Card title={t('content:schedule.list')}>
        <ul className="entries">
          {data.activities.map(({ key, title, when, state }) => (
            <li key={key}>
              <div className="head">
                <b>{title}</b>
                <Tag tone={tones[state]}>{t(`notices:dates.state.${state}`)}</Tag>
              </div>
              <p>{when}</p>
              <div className="actions">
                <Button href={href(cellBase, 'schedule', undefined, { activity: key })} kind="quiet" small>
                  {t('content:schedule.change', { title })}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      </Card>
      <Card title={t('content:schedule.history')}>
        {data.changes.length === 0 ? (
          <p>{t('content:schedule.no-history')}</p>
        ) : (
          <ul className="entries">
            {data.changes.map(({ id, title, words, reason }) => (
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
    </>
  )
}

function Change() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { key, title, hasBegun, opens, isSpan, opensDate, opensTime, closesDate, closesTime } = data.chosen!
  return (
    <Card tone="narrow" title={t('content:schedule.change', { title })}>
      <Form submit={t('content:schedule.preview')} name="schedule">
        <Confirm />
        <input type="hidden" name="activity" value={key} />
        {hasBegun ? (
          <>
            <p>{t('content:schedule.opened', { time: opens })}</p>
            <input type="hidden" name="opensDate" value={opensDate} />
            <input type="hidden" name="opensTime" value={opensTime} />
          </>
        ) : (
          <>
            <Field kind="date" name="opensDate" label={t('content:schedule.opens-date')} value={opensDate} required />
            <Field
              name="opensTime"
              label={t('content:schedule.opens-time')}
              value={opensTime}
              width="short"
              maxLength={5}
              required
            />
          </>
        )}
        {isSpan && (
          <>
            <Field
              kind="date"
              name="closesDate"
              label={t('content:schedule.closes-date')}
              value={closesDate}
              required
            />
            <Field
              name="closesTime"
              label={t('content:schedule.closes-time')}
              value={closesTime}
              width="short"
              maxLength={5}
              required
            />
          </>
        )}
        <BothLanguages
          name="reason"
          label="schedule.reason"
          hint={t('content:schedule.reason-hint')}
          rows={3}
          maxLength={500}
        />
      </Form>
    </Card>
  )
}
