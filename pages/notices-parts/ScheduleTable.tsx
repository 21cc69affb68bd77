import { Fragment } from 'react'
import type { ActivityState } from '../../server/domain/schedule'
import { formatDateTime } from '../../server/i18n/format'
import { Button } from '../ui/Button'
import { Card } from '../ui/Card'
import { Countdown, PortalTime } from '../ui/Countdown'
import { classNames } from '../ui/class-names'
import { useHydrated } from '../ui/hydrated'
import { Tag, type TagTone } from '../ui/Tag'
import { useT, useView } from '../ui/view'
import type { scheduleView } from './views'
import './schedule.css'

const tones: Record<ActivityState, TagTone> = { past: 'wait', now: 'done', next: 'todo', later: 'wait' }

/** The schedule as a page: portal time, the next deadline with its countdown, every activity. For visitors and candidates. */
export function ScheduleTable({ title }: { title: string }) {
  const { data } = useView<typeof scheduleView>()
  const t = useT()
  return (
    <>
      <h1>{title}</h1>
      <p className="lead">{t('notices:dates.lead')}</p>
      <NextDeadline />
      <section className="card">
        <table className="schedule">
          <caption className="visually-hidden">{t('notices:dates.table')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('notices:dates.activity')}</th>
              <th scope="col">{t('notices:dates.opening')}</th>
              <th scope="col">{t('notices:dates.closing')}</th>
            </tr>
          </thead>
          <tbody>
            {data.activities.map(({ key, title: activity, opens, closes, state, change }) => (
              <Fragment key={key}>
                <tr className={classNames(state, change !== null && 'changed')}>
                  <th scope="row">
                    {activity} <Tag tone={tones[state]}>{t(`notices:dates.state.${state}`)}</Tag>
                  </th>
                  <td className="num" colSpan={closes === null ? 2 : undefined}>
                    {opens}
                  </td>
                  {closes !== null && <td className="num">{closes}</td>}
                </tr>
                {change && (
                  <tr className="change">
                    <td colSpan={3}>
                      <span className="num">{change.words}</span> {change.reason}
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
        {data.calendar && (
          <div className="actions">
            <Button href={data.calendar} download={t('notices:date.ics')} kind="quiet">
              {t('notices:dates.calendar')}
            </Button>
            <small className="grow">{t('notices:dates.calendar-about')}</small>
          </div>
        )}
      </section>
    </>
  )
}

function NextDeadline() {
  const { data, language } = useView<typeof scheduleView>()
  const t = useT()
  // Without a script, and before it, the countdown is the date itself.
  const isHydrated = useHydrated()
  const { deadline } = data
  return (
    <Card tone="next">
      <div className="deadline">
        <div className="grow">
          <h2>
            {deadline ? t(`notices:dates.${deadline.kind}`, { title: deadline.title }) : t('notices:dates.none-left')}
          </h2>
          {deadline && isHydrated && <p className="num">{formatDateTime(deadline.at, language)}</p>}
        </div>
        {deadline ? <Countdown until={deadline.at} /> : <PortalTime />}
      </div>
    </Card>
  )
}
