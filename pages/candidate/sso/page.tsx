import { Card } from '../../ui/data/Card'
import { Button } from '../../ui/form/Button'
import { Form } from '../../ui/form/Form'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
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
        <Card tone="narrow" title={t('accounts:sso.arrived')}>
          <p>{t('accounts:sso.arrived-about')}</p>
          <Form submit={t('accounts:sso.continue')} action={href(base, 'sso')} pending={t('accounts:login.pending')}>
            <input type="hidden" name="token" value={data.token ?? ''} />
          </Form>
        </Card>
      ) : (
        <Card tone="narrow">
          <p>{t(data.isOn ? 'accounts:sso.about' : 'accounts:sso.off')}</p>
          <div className="actions">
            <Button href={href(base, 'login')}>{t('accounts:sso.own-login')}</Button>
          </div>
        </Card>
      )}
    </>
  )
}
