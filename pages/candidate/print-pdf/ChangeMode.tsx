import { Proof } from '../../parts/accounts/Proof'
import { ResendButton } from '../../parts/accounts/ResendButton'
import { Card } from '../../ui/data/Card'
import { Form } from '../../ui/form/Form'
import { useT, useView } from '../../ui/view'
import type { show } from './page.server'

/** Offers the other mode of scrutiny and explains its consequences, until scrutiny begins. */
export function ChangeMode() {
  const { data } = useView<typeof show>()
  const t = useT()
  const { change, proving } = data
  if (!change) return null
  const { to, from, mode } = change
  return (
    <Card title={t('steps:mode.title')}>
      <div className="stack">
        <p>{t('steps:mode.now', { mode: from })}</p>
        <p>{t(to === 2 ? 'steps:mode.to-centre' : 'steps:mode.to-scrutiny')}</p>
        {proving === 'mode' ? (
          <Form name="mode" kind="danger" submit={t('steps:mode.go', { mode })} beside={<ResendButton />}>
            <input type="hidden" name="mode" value={to} />
            <Proof hasPassword={data.hasPassword} />
          </Form>
        ) : (
          <Form name="mode-otp" kind="quiet" submit={t('steps:mode.send-otp', { mode })}>
            <input type="hidden" name="intent" value="mode" />
            <input type="hidden" name="mode" value={to} />
          </Form>
        )}
      </div>
    </Card>
  )
}
