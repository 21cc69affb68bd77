import { OtpField } from '../../parts/accounts/OtpField'
import { ResendButton } from '../../parts/accounts/ResendButton'
import { Card } from '../../ui/data/Card'
import { Field } from '../../ui/form/Field'
import { Form } from '../../ui/form/Form'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
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
              label={t('accounts:password.label')}
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
