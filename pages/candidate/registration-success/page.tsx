import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import styles from './page.module.css'
import type { show } from './page.server'

/** The Application ID for the candidate to note down, and the way to the first step, for which they are logged in. */
export default function Page() {
  const { data, language } = useView<typeof show>()
  const t = useT()
  const { userId, fullName, closesAt, isLoggedIn, loginNeedsOtp } = data
  return (
    <>
      <h1>{t('shell:title.registration-success')}</h1>
      <p className="lead">{t('registered:lead', { name: fullName })}</p>
      <Card tone="next">
        <p className={styles.id}>
          {t('shell:application-id')}
          <b>{userId}</b>
        </p>
        <p className="prose">
          {isLoggedIn && t('registered:in')} {t('registered:note')}
        </p>
        <Ways />
      </Card>
      <Card title={t('registered:next')}>
        <div className="prose">
          <ol>
            {!isLoggedIn && <li>{t(loginNeedsOtp ? 'registered:step-login-otp' : 'registered:step-login')}</li>}
            <li>{t('registered:step-fill')}</li>
            <li>
              {closesAt === null
                ? t('registered:step-submit-undated')
                : t('registered:step-submit', { time: formatDateTime(closesAt, language) })}
            </li>
          </ol>
        </div>
      </Card>
    </>
  )
}

function Ways() {
  const { base, data } = useView<typeof show>()
  const t = useT()
  const isHydrated = useHydrated()
  const { userId, isLoggedIn } = data
  return (
    <div className="actions">
      {isLoggedIn ? (
        <>
          <Button href={href(base, 'type-of-candidature')}>{t('registered:start')}</Button>
          <a href={href(base, 'dashboard')}>{t('registered:later')}</a>
        </>
      ) : (
        <Button href={href(base, 'login', undefined, { userId })}>{t('shell:log-in')}</Button>
      )}
      {isHydrated && (
        <Button type="button" kind="quiet" onClick={() => window.print()}>
          {t('registered:print')}
        </Button>
      )}
    </div>
  )
}
