import { Card } from '#pages/ui/data/Card.tsx'
import { Countdown, PortalTime } from '#pages/ui/data/Countdown.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Tag, type TagTone } from '#pages/ui/data/Tag.tsx'
import { withNumber } from '#pages/ui/data/with-number.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { ActivityState } from '#server/domain/terms/schedule.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import styles from './ScheduleTable.module.css'
import type { scheduleView } from './views'

const tones: Record<ActivityState, TagTone> = { past: 'wait', now: 'done', next: 'todo', later: 'wait' }

/**
 * The schedule for visitors and candidates: the next deadline with its countdown, or the portal's time, and every
 * activity.
 */
export function ScheduleTable({ title }: { title: string }) {
  const { data } = useView<typeof scheduleView>()
  const t = useT()
  const current = data.activities.filter(({ state }) => state !== 'past')
  const past = data.activities.filter(({ state }) => state === 'past')
  return (
    <>
      <h1>{title}</h1>
      <p className="lead">{t('notices:dates.lead')}</p>
      <NextDeadline />
      <section className="card">
        <Activities rows={current} />
        {past.length > 0 && (
          <Disclosure summary={t('notices:dates.past', { count: past.length })} isOpen={current.length === 0}>
            <Activities rows={past} />
          </Disclosure>
        )}
        {data.calendar && (
          <div className="screen-only">
            <div className="actions">
              <Button href={data.calendar} kind="quiet">
                {t('notices:dates.calendar')}
              </Button>
              <small className="grow">{t('notices:dates.calendar-about')}</small>
            </div>
          </div>
        )}
      </section>
    </>
  )
}

function Activities({ rows }: { rows: ReturnType<typeof scheduleView>['activities'] }) {
  const t = useT()
  if (rows.length === 0) return null
  return (
    <Table
      caption={t('notices:dates.table')}
      rows={rows}
      keyOf={({ key }) => key}
      rowClass={({ state }) => (state === 'past' ? styles.past : state === 'now' ? styles.now : undefined)}
      columns={[
        {
          title: t('notices:dates.activity'),
          cell: ({ title: activity, state, change, calendar }) => (
            <>
              {withNumber(activity)} <Tag tone={tones[state]}>{t(`notices:dates.state.${state}`)}</Tag>
              {change && (
                <small>
                  {change.words} {change.reason}
                </small>
              )}
              {calendar && (
                <small className="screen-only">
                  <a href={calendar} aria-label={t('notices:dates.remind-of', { title: activity })}>
                    {t('notices:dates.remind')}
                  </a>
                </small>
              )}
            </>
          ),
        },
        { title: t('notices:dates.opening'), cell: ({ opens }) => <span className={styles.time}>{opens}</span> },
        {
          title: t('notices:dates.closing'),
          cell: ({ closes }) => closes && <span className={styles.time}>{closes}</span>,
        },
      ]}
    />
  )
}

function NextDeadline() {
  const { data, language } = useView<typeof scheduleView>()
  const t = useT()
  const { deadline } = data
  return (
    <Card>
      <div className={styles.deadline}>
        <div className="grow">
          <h2>
            {deadline
              ? t(`notices:dates.${deadline.kind}`, { title: deadline.title })
              : t(data.hasUndated ? 'notices:dates.none-yet' : 'notices:dates.none-left')}
          </h2>
          {deadline && <p>{formatDateTime(deadline.at, language)}</p>}
        </div>
        {deadline ? <Countdown until={deadline.at} /> : <PortalTime />}
      </div>
    </Card>
  )
}
