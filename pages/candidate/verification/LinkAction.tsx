import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'

/** The purpose of a link and the button that carries it out; after a failure, the alternative. */
export function LinkAction({ kind }: { kind: 'email' | 'stop' }) {
  const { base, form } = useView()
  const t = useT()
  const isEmail = kind === 'email'
  return (
    <>
      <h1>{t(`accounts:verification.${kind}`)}</h1>
      <Card tone="narrow">
        {form ? (
          <>
            <p>{t(`accounts:verification.${kind}-failed`)}</p>
            <div className="actions">
              <Button href={href(base, isEmail ? 'login' : 'contactus')}>
                {t(isEmail ? 'accounts:login.submit' : 'shell:menu.contactus')}
              </Button>
            </div>
          </>
        ) : (
          <>
            <div className="prose">
              <p>{t(`accounts:verification.${kind}-about`)}</p>
              {!isEmail && <p>{t('accounts:verification.stop-you')}</p>}
            </div>
            <Form
              submit={t(isEmail ? 'accounts:verification.email-submit' : 'accounts:mobile.stop')}
              kind={isEmail ? 'primary' : 'danger'}
            />
          </>
        )}
      </Card>
    </>
  )
}
