import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { show } from './page.server'

/** The staff login. The form is the same for all desks; the title names the one whose link was followed. */
export default function Page() {
  const { data } = useView<typeof show>()
  const t = useT()
  return (
    <>
      <h1>{data.name}</h1>
      <p className="lead">{t('staff:login.lead')}</p>
      {data.hasNext && <Banner tone="info">{t(data.isEnded ? 'staff:login.ended' : 'staff:login.onward')}</Banner>}
      <Card tone="narrow">
        <Form submit={t('staff:login.submit')} pending={t('staff:login.pending')}>
          <Field name="loginName" label={t('staff:login-name')} required autoComplete="username" />
          <Field kind="password" name="password" label={t('staff:password')} required autoComplete="current-password" />
          <Field kind="otp" name="totp" label={t('staff:code')} hint={t('staff:login.code-hint')} />
        </Form>
      </Card>
      <p className="lead">{t('staff:login.help')}</p>
    </>
  )
}
