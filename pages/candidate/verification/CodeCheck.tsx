import { OtherWays } from '#pages/parts/accounts/OtherWays.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { SearchForm } from '#pages/ui/form/SearchForm.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { EntryFinding } from './EntryFinding'
import { Finding } from './Finding'
import type { load } from './page.server'

/** The document that carries a printed code, and a field for another code. */
export function CodeCheck() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { code, finding, entry, listed, refusal } = data
  return (
    <>
      {finding && <Finding finding={finding} entry={entry} named={data.named} />}
      {!finding && listed && <EntryFinding listed={listed} />}
      {refusal === 'unknown-code' && (
        <Banner tone="warn" role="status" title={t('verify:unknown', { code: code ?? '' })}>
          {t('verify:unknown-about')}
        </Banner>
      )}
      {refusal === 'too-often' && <Banner tone="warn" role="status" title={t('verify:too-often')} />}
      <h1>{t('shell:menu.verification')}</h1>
      <p className="lead">{t('verify:about')}</p>
      <Card tone="narrow">
        <SearchForm submit={t('verify:check')}>
          <Field
            name="code"
            label={t('verify:code')}
            hint={t('verify:hint')}
            autoComplete="off"
            maxLength={60}
            width="medium"
            value={code ?? undefined}
          />
        </SearchForm>
      </Card>
      <OtherWays>
        <p>
          <a href={href(base, 'check-letter')}>{t('verify:offline')}</a>
        </p>
        <p>
          <a href={href(base, 'public-log')}>{t('verify:log')}</a>
        </p>
        <p>
          <a href={href(base, 'home')}>{t('shell:to-home')}</a>
        </p>
      </OtherWays>
    </>
  )
}
