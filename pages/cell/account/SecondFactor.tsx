import { Card } from '#pages/ui/data/Card.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { load } from './page.server'
import styles from './SecondFactor.module.css'

/** The second factor: off, waiting for its first code (with the QR code), or on. */
export function SecondFactor() {
  const { data, language } = useView<typeof load>()
  const t = useT()
  const { secondFactor } = data
  return (
    <Card tone="narrow" title={t('staff:second-factor.title')}>
      <div className="stack">
        {secondFactor.state === 'on' ? (
          <>
            <p>{t('staff:second-factor.on', { time: formatDateTime(secondFactor.since, language) })}</p>
            <p>{t('staff:second-factor.lost')}</p>
          </>
        ) : (
          <p>{t('staff:second-factor.about')}</p>
        )}
        {secondFactor.state === 'off' && <Begin submit={t('staff:second-factor.begin')} />}
        {secondFactor.state === 'waiting' && (
          <>
            <ol>
              <li>{t('staff:second-factor.step-scan')}</li>
              <li>{t('staff:second-factor.step-code')}</li>
            </ol>
            <svg
              className={styles.qr}
              viewBox={`0 0 ${secondFactor.qr.size} ${secondFactor.qr.size}`}
              role="img"
              aria-label={t('staff:second-factor.qr')}
              shapeRendering="crispEdges"
            >
              <path d={secondFactor.qr.path} />
            </svg>
            <p>
              {t('staff:second-factor.by-hand')} <code>{secondFactor.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
            </p>
            <Form submit={t('staff:second-factor.confirm')} name="second-factor">
              <Field kind="otp" name="totp" label={t('staff:code')} hint={t('staff:code-hint')} required />
            </Form>
            <Begin submit={t('staff:second-factor.again')} />
          </>
        )}
      </div>
    </Card>
  )
}

const Begin = ({ submit }: { submit: string }) => (
  <Form submit={submit} kind="quiet" name="begin">
    <input type="hidden" name="intent" value="begin-second-factor" />
  </Form>
)
