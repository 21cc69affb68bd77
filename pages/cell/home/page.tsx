import { Alarms } from '#pages/parts/desk/Alarms.tsx'
import { Attacks } from '#pages/parts/desk/Attacks.tsx'
import { Troubles } from '#pages/parts/desk/Troubles.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { mostCounted } from '#server/domain/desk/waiting.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatCount } from '#server/i18n/format.ts'
import type { load } from './page.server'

/** The desk's inbox: alarms, the plan of the season, and the work that waits for this person by kind. */
export default function Page() {
  const { data, staff } = useView<typeof load>()
  const t = useT()
  if (!staff) return null
  return (
    <>
      <h1>{t('staff:menu.home')}</h1>
      <p className="lead">{t(`staff:role-about.${staff.role}`)}</p>
      {data.troubles && <Troubles {...data.troubles} />}
      <Alarms alarms={data.alarms} />
      <Attacks attacks={data.attacks} />
      {/* Before the opening the plan only tells what will come. */}
      {data.season?.isOpened === false && <Work />}
      {data.season && <Season {...data.season} />}
      {data.season?.isOpened !== false && <Work />}
    </>
  )
}

type SeasonView = NonNullable<DataOf<typeof load>['season']>
type Instant = SeasonView['next'][number]

/** The most open activities that are named: what waits below stays in view. */
const mostOpen = 2

/** What is open, the next instants with what each needs, and at the end what follows the season. */
function Season({ isOpened, isOver, open, next, schedule }: SeasonView) {
  const t = useT()
  return (
    <Card title={t(isOver ? 'staff:plan.over' : 'staff:plan.title')}>
      <p>
        {!isOpened && `${t('staff:plan.not-open')} `}
        {open.length > 0 &&
          `${t('staff:plan.now')} ${open
            .slice(0, mostOpen)
            .map(({ title, until }) => t('staff:plan.until', { title, until }))
            .join(' · ')}`}
        {open.length > mostOpen && ` ${t('staff:plan.more', { count: open.length - mostOpen })}`}
        {isOver && t('staff:plan.over-about')}
      </p>
      {next.length > 0 && (
        <Table
          caption={t('staff:plan.title')}
          rows={next}
          keyOf={({ key }) => key}
          columns={[
            {
              title: t('staff:plan.when'),
              isTime: true,
              cell: ({ at, beside }) => (
                <>
                  {at} <small>{beside}</small>
                </>
              ),
            },
            {
              title: t('staff:plan.what'),
              cell: ({ title, edge, row }) => <a href={row}>{t(`staff:plan.${edge}`, { title })}</a>,
            },
            { title: t('staff:plan.needs'), cell: ({ need }) => <Needs need={need} /> },
            {
              title: t('staff:plan.who'),
              isShort: true,
              cell: ({ need }) => t(`staff:plan.who-${need?.who ?? 'portal'}`),
            },
            {
              title: t('staff:plan.ready'),
              isShort: true,
              cell: ({ need }) => {
                const isReady = need?.isReady ?? true
                return (
                  <Tag tone={isReady ? 'done' : 'todo'}>
                    {t(isReady ? 'staff:plan.is-ready' : 'staff:plan.not-ready')}
                  </Tag>
                )
              },
            },
          ]}
        />
      )}
      <p>
        <a href={schedule}>{t('staff:menu.schedule')}</a>
      </p>
    </Card>
  )
}

function Needs({ need }: Pick<Instant, 'need'>) {
  const t = useT()
  if (!need) return t('staff:plan.need-none')
  const words = t(`staff:plan.need-${need.kind}`)
  const left = need.count ? ` (${t('staff:plan.left', { count: need.count })})` : ''
  return (
    <>
      {need.href ? <a href={need.href}>{words}</a> : words}
      {left}
    </>
  )
}

function Work() {
  const { data } = useView<typeof load>()
  const t = useT()
  // Until the opening one line leads on: what another admin prepared, or the set-up, of which the ids are a part.
  const lead = data.season?.isOpened === false ? data.work.find(({ kind }) => kind !== 'message-ids') : undefined
  return (
    <Card title={t('staff:inbox.title')}>
      <Table
        caption={t('staff:inbox.title')}
        rows={data.work}
        keyOf={({ kind, href }) => `${kind} ${href}`}
        rowClass={({ isOverdue }) => (isOverdue ? 'late' : undefined)}
        empty={t('staff:inbox.none')}
        columns={[
          {
            title: t('staff:inbox.kind'),
            cell: ({ kind, href }) =>
              kind === lead?.kind ? (
                <Button href={href} small>
                  {t(`staff:inbox.${kind}`)}
                </Button>
              ) : (
                <a href={href}>{t(`staff:inbox.${kind}`)}</a>
              ),
          },
          {
            title: t('staff:inbox.count'),
            cell: ({ count }) => (count > mostCounted ? `${formatCount(mostCounted)}+` : formatCount(count)),
            isFigure: true,
          },
          { title: t('staff:inbox.since'), cell: ({ since }) => since, isTime: true },
          data.work.some(({ due }) => due) && {
            title: t('staff:inbox.due'),
            isTime: true,
            cell: ({ due, isOverdue }) =>
              isOverdue && due ? <b className="overdue">{t('staff:inbox.overdue', { at: due })}</b> : due,
          },
        ]}
      />
    </Card>
  )
}
