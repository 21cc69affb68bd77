import { OtpField } from '#pages/parts/accounts/OtpField.tsx'
import { ResendButton } from '#pages/parts/accounts/ResendButton.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
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
          <OtpField />
          {data.hasPassword && (
            <Field
              kind="password"
              name="password"
              label={t('proof:password.label')}
              hint={t('accounts:mobile.password-hint')}
              required
              autoComplete="current-password"
            />
          )}
        </Form>
      </div>
    </Card>
  )
}
