import { seatInWords, ZoneTable } from '#pages/parts/allotment/ZoneTable.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { SeatAtRisk } from '#server/features/scrutiny/certificates/seats-at-risk.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { atRiskView } from './at-risk'

/** The seats that a missing certificate takes, before it happens, and the zone of influence of one of them. */
export function AtRisk({ risk, next, shown }: Awaited<ReturnType<typeof atRiskView>>) {
  const { cellBase, language } = useView()
  const t = useT()
  return (
    <>
      {shown && <Influence {...shown} />}
      <Card title={t('certificates:risk.title')} place="risk">
        {risk.length > 0 && <p>{t('certificates:risk.lead')}</p>}
        <Table
          caption={t('certificates:risk.title')}
          rows={risk}
          keyOf={({ userId }) => userId}
          empty={t('certificates:risk.none')}
          isWide
          columns={[
            { title: t('shell:application-id'), cell: ({ userId }) => userId },
            { title: t('allotment:zone.name'), cell: ({ fullName }) => fullName, isWritten: true },
            { title: t('certificates:risk.certificates'), cell: ({ kinds }) => <Kinds kinds={kinds} /> },
            { title: t('certificates:risk.due'), cell: ({ dueAt }) => formatDateTime(dueAt, language), isTime: true },
            { title: t('certificates:risk.seat'), cell: (row) => `${row.choiceCode} ${row.seatType}` },
            {
              title: t('certificates:risk.outcome'),
              cell: ({ outcome }) => t(`certificates:risk.outcome.${outcome}`),
            },
            {
              title: t('certificates:risk.whom'),
              cell: ({ userId }) => (
                <a href={`${href(cellBase, 'certificates', undefined, { risk: userId })}#influence`}>
                  {t('certificates:risk.whom')}
                </a>
              ),
            },
          ]}
        />
        {next !== null && (
          <div className="actions">
            <Button href={`${href(cellBase, 'certificates', undefined, { from: String(next) })}#risk`} kind="quiet">
              {t('certificates:risk.more')}
            </Button>
          </div>
        )}
      </Card>
    </>
  )
}

function Kinds({ kinds }: Pick<SeatAtRisk, 'kinds'>) {
  const t = useT()
  return kinds.map((kind) => <div key={kind}>{t(`documents:kind.${kind}`)}</div>)
}

function Influence({ risk, zone, places, userId }: NonNullable<Awaited<ReturnType<typeof atRiskView>>['shown']>) {
  const t = useT()
  return (
    <Card title={t('certificates:risk.zone', { name: userId })} place="influence">
      <p>{t(`certificates:risk.outcome.${risk.outcome}`)}</p>
      {zone ? (
        <>
          <Facts
            facts={[
              { label: t('allotment:column.before'), value: seatInWords(zone.own?.before ?? null, places) },
              { label: t('allotment:column.after'), value: seatInWords(zone.own?.after ?? null, places) },
            ]}
          />
          <ZoneTable zone={zone} places={places} />
        </>
      ) : (
        <p>{t('certificates:risk.no-zone')}</p>
      )}
    </Card>
  )
}
