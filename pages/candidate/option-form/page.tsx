import { FixedList } from '#pages/parts/option-form/FixedList.tsx'
import { RoundHead } from '#pages/parts/option-form/RoundHead.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { type Task, TaskList } from '#pages/ui/data/TaskList.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatCount } from '#server/i18n/format.ts'
import type { Translate } from '#server/i18n/page-text.ts'
import type { load } from './page.server'

/** The option form of a round: its steps, and every saved list. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { head, shown } = data
  const { round, confirmedAt, isOpen } = head
  const next = head.count ? 'lisitng-confirm' : 'select-institutes'
  return (
    <>
      <RoundHead title={t('signedin:menu.option-form')} />
      {shown && (
        <Card title={t('options:history.shown', { version: shown.version, at: shown.at })}>
          <FixedList lines={shown.lines} />
          <a href={href(base, 'option-form', undefined, { round })}>{t('options:history.back')}</a>
        </Card>
      )}
      {isOpen && (
        <Card tone={confirmedAt ? 'plain' : 'next'} title={t('options:task.title')}>
          <TaskList tasks={tasksOf(base, head, t)} />
          {!confirmedAt && (
            <Button href={href(base, `option-form/${next}`, undefined, { round })}>
              {t(head.count ? 'options:step.confirm' : 'options:step.institutes')}
            </Button>
          )}
        </Card>
      )}
      {data.mock && <Mock of={data.mock} />}
      <History />
    </>
  )
}

/** The steps of the option form of a round. */
function tasksOf(base: string, { round, count, confirmedAt }: DataOf<typeof load>['head'], t: Translate): Task[] {
  const at = (route: 'select-course' | 'select-institutes' | 'select-prefrence' | 'lisitng-confirm' | 'print') =>
    href(base, `option-form/${route}`, undefined, { round })
  const saved: Task['tag'] = count
    ? { tone: 'done', text: t('options:task.saved', { count }) }
    : { tone: 'todo', text: t('options:task.to-do') }
  return [
    {
      title: t('options:step.course'),
      note: t('options:task.course'),
      href: at('select-course'),
      tag: { tone: 'wait', text: t('options:task.look') },
    },
    {
      title: t('options:step.institutes'),
      note: t('options:task.institutes'),
      href: at('select-institutes'),
      tag: saved,
    },
    {
      title: t('options:step.preference'),
      note: t('options:task.preference'),
      href: at('select-prefrence'),
      tag: saved,
    },
    {
      title: t('options:step.confirm'),
      note: t('options:task.confirm'),
      href: at('lisitng-confirm'),
      tag: confirmedAt
        ? { tone: 'done', text: t('options:task.confirmed') }
        : { tone: 'fix', text: t('options:task.not-confirmed') },
    },
    {
      title: t('options:step.print'),
      note: t('options:task.print'),
      href: confirmedAt ? at('print') : undefined,
      tag: confirmedAt
        ? { tone: 'todo', text: t('options:task.ready') }
        : { tone: 'wait', text: t('options:task.later') },
    },
  ]
}

/** The outcome of the mock allotment, which binds nobody. */
function Mock({ of }: { of: NonNullable<DataOf<typeof load>['mock']> }) {
  const t = useT()
  return (
    <Card title={t('options:mock.title')}>
      <p>{t('options:mock.about', { at: of.at, forms: formatCount(of.participants) })}</p>
      <p>
        <strong>{t('options:mock.not-binding')}</strong>
      </p>
      {of.seat ? (
        <>
          <p>
            {t(of.seat.preference === null ? 'options:mock.kept' : 'options:mock.seat', {
              number: of.seat.preference ?? 0,
            })}
          </p>
          <p>
            {of.seat.choiceCode} {of.seat.place}
            <br />
            {of.seat.seatType}
          </p>
        </>
      ) : (
        <p>{t(of.hasTakenPart ? 'options:mock.no-seat' : 'options:mock.not-in-it')}</p>
      )}
    </Card>
  )
}

/** Every saved list. */
function History() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { round } = data.head
  return (
    <Card title={t('options:history.title')}>
      {data.history.length > 0 ? (
        <>
          <p>{t('options:history.about')}</p>
          <ul className="entries">
            {data.history.map(({ version, act, count: choices, at: time, device }) => (
              <li key={version}>
                <a href={href(base, 'option-form', undefined, { round, version })}>
                  {t('options:history.version', { version })}
                </a>{' '}
                {t(`options:act.${act}`)}
                <small>
                  {[t('options:history.count', { count: choices }), time, device].filter(Boolean).join(' · ')}
                </small>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>{t('options:history.none')}</p>
      )}
    </Card>
  )
}
