import { NewPasswordFields } from '#pages/parts/accounts/NewPasswordFields.tsx'
import { PasswordField } from '#pages/parts/accounts/PasswordField.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { Logins } from './Logins'
import type { load } from './page.server'

/** The account's security: its password, its logins and its mobile number. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const title = t('signedin:menu.forgot-password-auth')
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title }]} />
      <h1>{title}</h1>
      {data.hasPassword ? <PasswordForm /> : <NoPassword />}
      <Logins />
      <Card tone="narrow" title={t('accounts:mobile.title')}>
        <p>{t('accounts:mobile.now', { mobile: data.mobile })}</p>
        <div className="actions">
          <Button href={href(base, 'change-mobile')} kind="quiet">
            {t('accounts:mobile.change')}
          </Button>
        </div>
      </Card>
    </>
  )
}

function PasswordForm() {
  const t = useT()
  return (
    <>
      <p className="lead">{t('accounts:change.lead')}</p>
      <Card tone="narrow">
        <Form submit={t('accounts:change.submit')} name="password">
          <PasswordField name="currentPassword" label={t('proof:password.current')} />
          <NewPasswordFields />
        </Form>
      </Card>
    </>
  )
}

/** For an account without a password, created by single sign-on. */
function NoPassword() {
  const { base } = useView()
  const t = useT()
  return (
    <Card tone="narrow" title={t('accounts:change.no-password')}>
      <p>{t('accounts:change.no-password-about')}</p>
      <div className="actions">
        <Button href={href(base, 'forgot-password')}>{t('accounts:change.set-password')}</Button>
      </div>
    </Card>
  )
}
