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
