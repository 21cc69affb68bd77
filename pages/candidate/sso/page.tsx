import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** Login from the cell's main portal. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const hasArrived = data.isOn && data.token !== null
  return (
    <>
      <h1>{t('shell:menu.sso')}</h1>
      {hasArrived ? (
        <Card tone="narrow" title={t('login:sso.arrived')}>
          <p>{t('login:sso.arrived-about')}</p>
          <Form submit={t('login:sso.continue')} action={href(base, 'sso')} pending={t('login:pending')}>
            <input type="hidden" name="token" value={data.token ?? ''} />
          </Form>
        </Card>
      ) : (
        <Card tone="narrow">
          <p>{t(data.isOn ? 'login:sso.about' : 'login:sso.off')}</p>
          <div className="actions">
            <Button href={href(base, 'login')}>{t('login:sso.own-login')}</Button>
          </div>
        </Card>
      )}
    </>
  )
}
