import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Telephones } from '#pages/ui/data/Telephones.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { ReportAt as Where } from '#server/features/admission/seat-acceptance/report-at.ts'

/** The institute's address as text, and the ways to reach it: telephone, map, its page. */
export function Reach({ where }: { where: Where }) {
  const { base } = useView()
  const t = useT()
  const { code, address, phone, map } = where
  return (
    <>
      {address && (
        <p>
          <Written>{address}</Written>
        </p>
      )}
      <p>
        {phone && (
          <>
            <Telephones of={phone} words={(one) => t('acceptance:report.call', { phone: one })} />
            {' · '}
          </>
        )}
        <a href={map} rel="noopener">
          {t('acceptance:report.map')}
        </a>
        {' · '}
        <a href={href(base, 'institude-list/:code', { code })}>{t('acceptance:report.institute')}</a>
      </p>
    </>
  )
}

/** Where to report with a seat: the place and how to get there, the originals to bring, and the fee. Source: rules §8.14. */
export function ReportAt({ where, by }: { where: Where; by?: string | null }) {
  const t = useT()
  const { institute, originals, fee } = where
  return (
    <Card title={t('acceptance:report.title')}>
      <p>
        <b>
          <Written>{institute}</Written>
        </b>
      </p>
      <Reach where={where} />
      {by && <p>{t('acceptance:report.by', { by })}</p>}
      <Facts
        facts={[
          originals.length > 0 && {
            label: t('acceptance:report.originals'),
            value: (
              <ul className="plain">
                {originals.map((name) => (
                  <li key={name}>{name}</li>
                ))}
              </ul>
            ),
          },
          {
            label: t('acceptance:report.fee'),
            value: fee ? t('acceptance:seat.annual-fee', { fee }) : t('acceptance:seat.ask-fee'),
          },
        ]}
      />
    </Card>
  )
}
