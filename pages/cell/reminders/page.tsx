import { Card } from '#pages/ui/data/Card.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatCount, formatDateTime } from '#server/i18n/format.ts'
import styles from './page.module.css'
import type { load } from './page.server'

type Line = DataOf<typeof load>['lines'][number]

/** The reminders that the portal sends by itself, with their counts. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.reminders')}</h1>
      <p className="lead">{t('reminders:lead')}</p>
      <p>
        {t('reminders:night')} {t('reminders:news')}
      </p>
      <Card>
        <p className="hint">{t('reminders:counted', { at: data.countedAt })}</p>
        <Lines />
      </Card>
    </>
  )
}

function Lines() {
  const { cellBase, data, language } = useView<typeof load>()
  const t = useT()
  const figure = (key: 'waiting' | 'stopped' | 'failed') => ({
    title: t(`reminders:${key}`),
    cell: (line: Line) => formatCount(line[key]),
    isFigure: true,
  })
  return (
    <Table
      caption={t('reminders:table')}
      isWide
      rows={data.lines}
      keyOf={({ name }) => name}
      columns={[
        {
          title: t('reminders:reminder'),
          isName: true,
          cell: ({ name }) => (
            <div className={styles.name}>
              <b>{t(`reminders:${name}`)}</b>
              <small>{t(`reminders:${name}.about`)}</small>
            </div>
          ),
        },
        { title: t('reminders:when'), cell: (line) => <Times line={line} /> },
        {
          title: t('reminders:next'),
          isTime: true,
          cell: ({ nextAt }) => (nextAt === null ? t('reminders:none-ahead') : formatDateTime(nextAt, language)),
        },
        {
          title: t('reminders:people'),
          isFigure: true,
          cell: ({ name, people, nextAt }) => {
            if (nextAt === null) return t('reminders:none-ahead')
            if (people !== null) return formatCount(people)
            return name === 'seat-lapsed' ? (
              t('reminders:none-ahead')
            ) : (
              <a href={href(cellBase, 'not-acted')} className={styles.seats}>
                {t('staff:menu.not-acted')}
              </a>
            )
          },
        },
        figure('waiting'),
        figure('stopped'),
        figure('failed'),
      ]}
    />
  )
}

/** Each time of a reminder, and how many were reminded at it. */
function Times({ line: { name, times } }: { line: Line }) {
  const t = useT()
  return times.map(({ hours, sent }) => (
    <div key={hours} className={styles.time}>
      {t('reminders:sent', { when: whenOf(t, name, hours), count: formatCount(sent) })}
    </div>
  ))
}

/** How far from its instant a reminder is sent. */
function whenOf(t: ReturnType<typeof useT>, name: Line['name'], hours: number): string {
  if (name === 'appointment-tomorrow') return t('reminders:evening')
  if (hours === 0) return t('reminders:at-once')
  if (hours < 0) return t('reminders:after', { hours: -hours })
  return hours > 72 ? t('reminders:before.days', { days: hours / 24 }) : t('reminders:before', { hours })
}
