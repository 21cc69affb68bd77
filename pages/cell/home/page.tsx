import { Alarms } from '#pages/parts/desk/Alarms.tsx'
import { Attacks } from '#pages/parts/desk/Attacks.tsx'
import { Troubles } from '#pages/parts/desk/Troubles.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { href } from '#pages/ui/href.ts'
import { Banner } from '#pages/ui/shell/Banner.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { mostCounted } from '#server/domain/desk/waiting.ts'
import { formatCount } from '#server/i18n/format.ts'
import type { load } from './page.server'

/** The desk's inbox: alarms, the work that waits for this person by kind, and every page of the desk. */
export default function Page() {
  const { cellBase, data, staff } = useView<typeof load>()
  const t = useT()
  if (!staff) return null
  return (
    <>
      <h1>{t('staff:inbox.title')}</h1>
      <p className="lead">{t(`staff:role-about.${staff.role}`)}</p>
      {data.troubles && <Troubles {...data.troubles} />}
      <Alarms alarms={data.alarms} />
      <Attacks attacks={data.attacks} />
      {data.lateReturns > 0 && (
        <Banner tone="warn" action={<a href={href(cellBase, 'cancellations')}>{t('staff:menu.cancellations')}</a>}>
          {t('cancellation:cell.late', { count: data.lateReturns })}
        </Banner>
      )}
      <Work />
      <Pages />
    </>
  )
}

function Work() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Card>
      <Table
        caption={t('staff:inbox.title')}
        rows={data.work}
        keyOf={({ kind }) => kind}
        rowClass={({ isOverdue }) => (isOverdue ? 'late' : undefined)}
        empty={t('staff:inbox.none')}
        columns={[
          {
            title: t('staff:inbox.kind'),
            cell: ({ kind, href }) => <a href={href}>{t(`staff:inbox.${kind}`)}</a>,
          },
          {
            title: t('staff:inbox.count'),
            cell: ({ count }) => (count > mostCounted ? `${formatCount(mostCounted)}+` : formatCount(count)),
            isFigure: true,
          },
          { title: t('staff:inbox.since'), cell: ({ since }) => since },
          data.work.some(({ due }) => due) && {
            title: t('staff:inbox.due'),
            cell: ({ due, isOverdue }) =>
              isOverdue && due ? <b className="overdue">{t('staff:inbox.overdue', { at: due })}</b> : due,
          },
        ]}
      />
    </Card>
  )
}

/** Every page that this role can open, with a line about it. */
function Pages() {
  const { cellBase, staff } = useView()
  const t = useT()
  if (!staff) return null
  return (
    <Card>
      <Disclosure summary={t('staff:all-pages')} kind="inline">
        {staff.menu.map(({ group, routes }) => (
          <section key={group}>
            {group && <h2>{t(`staff:group.${group}`)}</h2>}
            <ul className="entries">
              {routes
                .filter((route) => route !== 'home')
                .map((route) => (
                  <li key={route}>
                    <a href={href(cellBase, route)}>{t(`staff:menu.${route}`)}</a>{' '}
                    <small>{t(`staff:about.${route}`)}</small>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </Disclosure>
    </Card>
  )
}
