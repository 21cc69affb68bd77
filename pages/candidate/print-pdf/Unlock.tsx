import { Proof } from '#pages/parts/accounts/Proof.tsx'
import { ResendButton } from '#pages/parts/accounts/ResendButton.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { show } from './page.server'

/** Withdraws the submitted form, until an officer begins its scrutiny. */
export function Unlock() {
  const { data } = useView<typeof show>()
  const t = useT()
  return (
    <Card title={t('steps:unlock.title')}>
      <div className="stack">
        <p>{t('steps:unlock.consequence', { by: data.unlockedBy })}</p>
        {data.proving === 'unlock' ? (
          <Form name="unlock" kind="danger" submit={t('steps:unlock.go')} beside={<ResendButton />}>
            <Proof hasPassword={data.hasPassword} />
          </Form>
        ) : (
          <Form name="unlock-otp" kind="quiet" submit={t('steps:unlock.send-otp')}>
            <input type="hidden" name="intent" value="unlock" />
          </Form>
        )}
      </div>
    </Card>
  )
}
