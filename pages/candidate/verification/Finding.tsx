import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { href } from '#pages/ui/href.ts'
import { Banner } from '#pages/ui/shell/Banner.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { Verification } from '#server/features/content/printables/service.ts'
import { formatDateTime } from '#server/i18n/format.ts'

/** The details of a genuine document: enough to compare with the paper, and no more. */
export function Finding({ finding }: { finding: Verification }) {
  const { base, language } = useView()
  const t = useT()
  const { kind, userId, version, issuedAt, published, state } = finding
  return (
    <>
      <Banner tone={state === 'valid' ? 'ok' : 'warn'} role="status" title={t(`verify:state.${state}`)}>
        {t(`verify:state.${state}-about`)}
      </Banner>
      <Card tone="narrow">
        <Facts
          facts={[
            { label: t('verify:what'), value: t(`verify:${kind}`) },
            { label: t('verify:whose'), value: userId },
            version !== null && { label: t('verify:version'), value: version },
            published && {
              label: t('verify:published'),
              value: (
                <a href={href(base, 'public-log')}>
                  {t(published.changedBy === null ? 'verify:logged' : 'verify:log-changed', {
                    number: published.number,
                    at: formatDateTime(published.at, language),
                    by: published.changedBy ?? '',
                  })}
                </a>
              ),
            },
            issuedAt !== null && {
              label: t('verify:issued'),
              value: formatDateTime(issuedAt, language),
            },
          ]}
        />
      </Card>
    </>
  )
}
