import { OtherWays } from '../../accounts-parts/OtherWays'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { Field } from '../../ui/Field'
import { Form } from '../../ui/Form'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import { Finding } from './Finding'
import type { load } from './page.server'

/** The code of a printed document: what it stands for, and a field for another. */
export function CodeCheck() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { code, finding, refusal } = data
  return (
    <>
      {finding && <Finding finding={finding} />}
      {refusal === 'unknown-code' && (
        <Banner tone="warn" role="status" title={t('printables:verification.unknown', { code: code ?? '' })}>
          {t('printables:verification.unknown-about')}
        </Banner>
      )}
      {refusal === 'too-often' && <Banner tone="warn" role="status" title={t('printables:verification.too-often')} />}
      <h1>{t('shell:menu.verification')}</h1>
      <p className="lead">{t('printables:verification.about')}</p>
      <Card tone="narrow">
        <Form method="get" submit={t('printables:verification.check')}>
          <Field
            name="code"
            label={t('printables:verification.code')}
            hint={t('printables:verification.hint')}
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
