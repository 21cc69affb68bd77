import type { Verification } from '../../../server/features/printables/service'
import { formatDateTime } from '../../../server/i18n/format'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { useT, useView } from '../../ui/view'

/** What a genuine code stands for: enough to compare with the paper, and no more. */
export function Finding({ finding }: { finding: Verification }) {
  const { language } = useView()
  const t = useT()
  const { kind, userId, version, issuedAt, state } = finding
  return (
    <>
      <Banner
        tone={state === 'valid' ? 'ok' : 'warn'}
        role="status"
        title={t(`printables:verification.state.${state}`)}
      >
        {t(`printables:verification.state.${state}-about`)}
      </Banner>
      <Card tone="narrow">
        <dl className="facts">
          <dt>{t('printables:verification.what')}</dt>
          <dd>{t(`printables:verification.${kind}`)}</dd>
          <dt>{t('printables:verification.whose')}</dt>
          <dd>{userId}</dd>
          {version !== null && (
            <>
              <dt>{t('printables:verification.version')}</dt>
              <dd>{version}</dd>
            </>
          )}
          {issuedAt !== null && (
            <>
              <dt>{t('printables:verification.issued')}</dt>
              <dd>{formatDateTime(issuedAt, language)}</dd>
            </>
          )}
        </dl>
      </Card>
    </>
  )
}
