import { OtherWays } from '../../accounts-parts/OtherWays'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { Field } from '../../ui/Field'
import { Form } from '../../ui/Form'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

/** The code of a printed document. None has been issued yet, so none is known. */
export function CodeCheck() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { code } = data
  return (
    <>
      {code && (
        <Banner tone="warn" role="status" title={t('accounts:verification.unknown', { code })}>
          {t('accounts:verification.unknown-about')}
        </Banner>
      )}
      <h1>{t('shell:menu.verification')}</h1>
      <p className="lead">{t('accounts:verification.code-about')}</p>
      <Card tone="narrow">
        <Form method="get" submit={t('accounts:verification.check')}>
          <Field
            name="code"
            label={t('accounts:verification.code')}
            autoComplete="off"
            maxLength={60}
            width="medium"
            value={code ?? undefined}
          />
        </Form>
      </Card>
      <OtherWays>
        <p>
          <a href={href(base, 'home')}>{t('shell:to-home')}</a>
        </p>
      </OtherWays>
    </>
  )
}
