import { Proof } from '#pages/parts/accounts/Proof.tsx'
import { ResendButton } from '#pages/parts/accounts/ResendButton.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
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
