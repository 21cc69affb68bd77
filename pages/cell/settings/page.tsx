import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** Everything that differs between seasons, by group, with the value in force. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.settings')}</h1>
      <p className="lead">{t(data.isOpened ? 'season:list.lead' : 'season:list.lead-first')}</p>
      <div className="stack">
        {data.groups.map(({ group, settings }) => (
          <Card key={group} title={t(`season:group.${group}`)}>
            <Table
              caption={t(`season:group.${group}`)}
              rows={settings}
              keyOf={({ setting }) => setting}
              columns={[
                {
                  title: t('season:list.setting'),
                  cell: ({ setting, href, isWaiting, examples }) => (
                    <>
                      <a href={href}>{t(`season:name.${setting}`)}</a>{' '}
                      {isWaiting && <Tag tone="wait">{t('season:list.waits')}</Tag>}
                      {examples && <Tag tone="fix">{t('season:list.example')}</Tag>}
                    </>
                  ),
                },
                {
                  title: t('season:list.value'),
                  cell: ({ facts }) =>
                    facts.length === 0 ? (
                      t('season:field.none')
                    ) : (
                      <Facts facts={facts.map((fact) => ({ ...fact, isWritten: true }))} />
                    ),
                },
                {
                  title: t('season:list.since'),
                  cell: ({ since }) => since ?? t('season:page.beginning'),
                  isTime: true,
                },
              ]}
            />
          </Card>
        ))}
      </div>
    </>
  )
}
