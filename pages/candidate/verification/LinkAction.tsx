import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'

/** The purpose of a link and the button that carries it out; after a failure, the alternative. */
export function LinkAction({ kind }: { kind: 'email' | 'stop' | 'receiver' }) {
  const { base, form, session } = useView()
  const t = useT()
  const isEmail = kind === 'email'
  const submit = isEmail ? t('verify:email-submit') : kind === 'stop' ? t('proof:mobile.stop') : t('verify:receiver')
  return (
    <>
      <h1>{t(`verify:${kind}`)}</h1>
      <Card tone="narrow">
        {form ? (
          <>
            <p>{t(`verify:${kind}-failed`)}</p>
            <div className="actions">
              {isEmail ? (
                <Button href={href(base, session ? 'dashboard' : 'login')}>
                  {t(session ? 'shell:menu.dashboard' : 'shell:log-in')}
                </Button>
              ) : (
                <Button href={href(base, 'contactus')}>{t('shell:menu.contactus')}</Button>
              )}
            </div>
          </>
        ) : (
          <>
            <div className="prose">
              <p>{t(`verify:${kind}-about`)}</p>
              {kind === 'stop' && <p>{t('verify:stop-you')}</p>}
            </div>
            <Form submit={submit} kind={isEmail ? 'primary' : 'danger'} />
          </>
        )}
      </Card>
    </>
  )
}
