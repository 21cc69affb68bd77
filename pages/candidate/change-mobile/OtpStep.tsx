import { OtpField } from '#pages/parts/accounts/OtpField.tsx'
import { PasswordField } from '#pages/parts/accounts/PasswordField.tsx'
import { ResendButton } from '#pages/parts/accounts/ResendButton.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { show } from './page.server'

/** Proves the new number. `mobile`: ten digits. */
export function OtpStep({ mobile }: { mobile: string }) {
  const { base, data } = useView<typeof show>()
  const t = useT()
  return (
    <Card tone="narrow" title={t('accounts:mobile.prove')}>
      <div className="stack">
        <p>{t('accounts:mobile.sent', { mobile })}</p>
        <p>{t('accounts:mobile.how-effect')}</p>
        <Form
          submit={t('accounts:mobile.confirm')}
          name="proof"
          beside={
            <>
              <ResendButton />
              <a href={href(base, 'change-mobile')}>{t('accounts:mobile.another')}</a>
            </>
          }
        >
          <input type="hidden" name="mobile" value={mobile} />
          <OtpField isNext />
          {data.hasPassword && <PasswordField hint={t('accounts:mobile.password-hint')} />}
        </Form>
      </div>
    </Card>
  )
}
