import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { SecondReadings as Service } from '#server/features/scrutiny/second-readings/service.ts'

type Figures = NonNullable<Awaited<ReturnType<Service['figures']>>>
type Agreement = Figures['officers'][number]
/** The figures with their instants in words. */
type Shown = Omit<Figures, 'at' | 'misses' | 'unopened'> & {
  at: string
  misses: readonly (Omit<Figures['misses'][number], 'at'> & { at: string })[]
  unopened: readonly (Omit<Figures['unopened'][number], 'at'> & { at: string })[]
}

/** So many of a list that can be long are in sight; the others open on request. */
const firstShown = 10

/** How far second readers agree with the forms that were confirmed: for leads only. Source: rules §5.9. */
export function SecondReadings({ at: countedAt, officers, centres, facts, misses, unopened }: Shown) {
  const t = useT()
  return (
    <>
      <Card title={t('scrutiny:team.second')}>
        <p>{t('scrutiny:team.second-about')}</p>
        <p className="hint">{t('scrutiny:team.second-counted', { at: countedAt })}</p>
        <Agreements title={t('scrutiny:team.officer')} rows={officers} />
        {centres.length > 0 && <Agreements title={t('scrutiny:team.centre')} rows={centres} />}
        {facts.length > 0 && (
          <Table
            caption={t('scrutiny:team.fact')}
            rows={facts}
            keyOf={({ fact }) => fact}
            columns={[
              { title: t('scrutiny:team.fact'), cell: ({ fact }) => t(`scrutiny:fact.${fact}`) },
              { title: t('scrutiny:team.read'), isFigure: true, cell: ({ read }) => read },
              { title: t('scrutiny:team.disagreed'), isFigure: true, cell: ({ disagreed }) => disagreed },
            ]}
          />
        )}
      </Card>
      <Card title={t('scrutiny:team.misses')}>
        <Table
          caption={t('scrutiny:team.misses')}
          rows={misses}
          keyOf={({ userId, fact }) => `${userId} ${fact}`}
          empty={t('scrutiny:team.no-misses')}
          columns={[
            { title: t('scrutiny:team.form'), cell: ({ userId }) => <OfForm userId={userId} /> },
            { title: t('scrutiny:team.fact'), cell: ({ fact }) => t(`scrutiny:fact.${fact}`) },
            {
              title: t('scrutiny:reason'),
              cell: ({ reason, expected }) => (
                <>
                  {reason && t(`scrutiny:reason.${reason}`)} <Written>{expected}</Written>
                </>
              ),
            },
            { title: t('scrutiny:team.confirmed-by'), cell: ({ first }) => first, isWritten: true },
            { title: t('scrutiny:team.when'), cell: ({ at }) => at, isTime: true },
          ]}
        />
      </Card>
      {unopened.length > 0 && (
        <Card title={t('scrutiny:team.unopened')}>
          <Unopened rows={unopened.slice(0, firstShown)} />
          {unopened.length > firstShown && (
            <Disclosure summary={t('scrutiny:team.unopened-more', { count: unopened.length - firstShown })}>
              <Unopened rows={unopened.slice(firstShown)} />
            </Disclosure>
          )}
        </Card>
      )}
    </>
  )
}

/** The candidate whose form it is, at the help desk. */
function OfForm({ userId }: { userId: string }) {
  const { cellBase } = useView()
  return <a href={href(cellBase, 'help-desk/:userId', { userId })}>{userId}</a>
}

/** Forms that were confirmed although some documents had not been opened. */
function Unopened({ rows }: { rows: Shown['unopened'] }) {
  const t = useT()
  return (
    <Table
      caption={t('scrutiny:team.unopened')}
      rows={rows}
      keyOf={({ userId, at }) => `${userId} ${at}`}
      columns={[
        { title: t('scrutiny:team.form'), cell: ({ userId }) => <OfForm userId={userId} /> },
        { title: t('scrutiny:team.not-opened'), isFigure: true, cell: (row) => row.unopened },
        { title: t('scrutiny:team.confirmed-by'), cell: ({ first }) => first, isWritten: true },
        { title: t('scrutiny:team.when'), cell: ({ at }) => at, isTime: true },
      ]}
    />
  )
}

function Agreements({ title, rows }: { title: string; rows: readonly Agreement[] }) {
  const t = useT()
  return (
    <Table
      caption={title}
      rows={rows}
      keyOf={({ name }) => name}
      empty={t('scrutiny:team.second-none')}
      columns={[
        { title, cell: ({ name }) => name, isWritten: true },
        { title: t('scrutiny:team.drawn'), isFigure: true, cell: ({ drawn }) => drawn },
        { title: t('scrutiny:team.read'), isFigure: true, cell: ({ read }) => read },
        {
          title: t('scrutiny:team.agreed'),
          isFigure: true,
          cell: ({ agreed, read }) => (read ? `${agreed} (${Math.round((agreed / read) * 100)} %)` : '–'),
        },
      ]}
    />
  )
}
