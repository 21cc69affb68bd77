import { OtherWays } from '#pages/parts/accounts/OtherWays.tsx'
import { UserIdField } from '#pages/parts/accounts/UserIdField.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** The first step of a recovery: asks for the Application ID. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('shell:menu.forgot-password')}</h1>
      <p className="lead">{t('accounts:forgot.lead')}</p>
      <Card tone="narrow">
        <Form submit={t('accounts:forgot.submit')}>
          <UserIdField example={data.exampleId} />
        </Form>
      </Card>
      <OtherWays>
        <p>
          {t('accounts:forgot.lost-number')} <a href={href(base, 'contactus')}>{t('accounts:forgot.contact')}</a>
        </p>
        <p>
          {t('accounts:forgot.remembered')} <a href={href(base, 'login')}>{t('accounts:login.submit')}</a>
        </p>
      </OtherWays>
    </>
  )
}
