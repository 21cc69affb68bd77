import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** The owner of a new account chooses a password, by the link that the office got. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { account, refusal } = data
  return (
    <>
      <h1>{t('staff:invitation.title')}</h1>
      {account === null ? (
        <Banner tone="warn" role="alert">
          {refusal}
        </Banner>
      ) : (
        <>
          <p className="lead">{t('staff:invitation.lead', { at: account.ends })}</p>
          <Card tone="narrow">
            <Facts
              facts={[
                { label: t('staff:login-name'), value: account.loginName },
                { label: t('staff:new.full-name'), value: account.fullName, isWritten: true },
                { label: t('staff:new.role'), value: t(`staff:role.${account.role}`) },
              ]}
            />
            <Form submit={t('staff:invitation.submit')}>
              <input type="hidden" name="username" autoComplete="username" value={account.loginName} disabled />
              <Field
                kind="password"
                name="password"
                label={t('staff:password.new')}
                hint={t('staff:password.hint')}
                required
                autoComplete="new-password"
              />
              <Field
                kind="password"
                name="confirmPassword"
                label={t('staff:password.repeat')}
                required
                autoComplete="new-password"
              />
            </Form>
          </Card>
          <p className="lead">{t('staff:invitation.after')}</p>
        </>
      )}
    </>
  )
}
