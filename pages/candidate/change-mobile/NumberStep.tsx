import { Card } from '#pages/ui/data/Card.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { show } from './page.server'

/** Asks for the new number and explains the consequences. */
export function NumberStep() {
  const { data, session } = useView<typeof show>()
  const t = useT()
  return (
    <>
      {data.pending && <Pending {...data.pending} />}
      <Card tone="narrow">
        <Form submit={t('accounts:mobile.send')} name="number">
          <Field
            kind="tel"
            name="mobile"
            label={t('accounts:mobile.new')}
            hint={t('accounts:mobile.new-hint')}
            required
            autoComplete="tel"
            width="short"
          />
        </Form>
      </Card>
      <Card tone="narrow" title={t('accounts:mobile.how')}>
        <div className="prose">
          <ol>
            <li>{t('accounts:mobile.how-prove')}</li>
            <li>{t(session?.isToldByEmail ? 'accounts:mobile.how-told' : 'accounts:mobile.how-told-sms')}</li>
            <li>{t('accounts:mobile.how-effect')}</li>
          </ol>
        </div>
      </Card>
    </>
  )
}

/** A change that has not taken effect yet, with a button to stop it. */
function Pending({ mobile, takesEffectAt }: { mobile: string; takesEffectAt: number }) {
  const { language } = useView()
  const t = useT()
  const time = formatDateTime(takesEffectAt, language)
  return (
    <Card tone="narrow" title={t('accounts:mobile.pending', { time })}>
      <p className="prose">{t('accounts:mobile.pending-about', { mobile })}</p>
      <Form submit={t('proof:mobile.stop')} kind="quiet" name="stop">
        <input type="hidden" name="intent" value="stop" />
      </Form>
    </Card>
  )
}
