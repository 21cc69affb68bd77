import { OtherWays } from '#pages/parts/accounts/OtherWays.tsx'
import { UserIdField } from '#pages/parts/accounts/UserIdField.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** The first step of a recovery: asks for the Application ID. */
export default function Page() {
  const { base, data, session } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('shell:menu.forgot-password')}</h1>
      <p className="lead">{t('login:forgot.lead')}</p>
      <Card tone="narrow">
        <Form submit={t('login:forgot.submit')}>
          <UserIdField example={data.exampleId} value={session?.details.user_id} />
        </Form>
      </Card>
      <OtherWays>
        <p>
          {t('login:forgot.lost-number')} <a href={href(base, 'contactus')}>{t('login:forgot.contact')}</a>
        </p>
        <p>
          {t('login:forgot.remembered')} <a href={href(base, 'login')}>{t('shell:log-in')}</a>
        </p>
      </OtherWays>
    </>
  )
}
