import { CaseFacts, ReturnFacts } from '#pages/parts/cancellation/CaseFacts.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** One cancelled admission at the institute: its clock, and the record of what was returned. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { one } = data
  const title = t('cancellation:case', { number: one.caseNumber })
  return (
    <>
      <Breadcrumb trail={[{ title: t('staff:menu.returns'), href: href(cellBase, 'returns') }, { title }]} />
      <h1>{title}</h1>
      <Card>
        <CaseFacts one={one} />
      </Card>
      <Card tone={one.returned ? 'plain' : 'next'} title={t('cancellation:return.title')}>
        {one.returned ? <ReturnFacts returned={one.returned} /> : <Record />}
      </Card>
    </>
  )
}

function Record() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { most } = data
  const sum = (name: 'paid' | 'deposit' | 'charge') => (
    <Field
      name={name}
      label={t(`cancellation:return.${name}`)}
      hint={t(`cancellation:return.${name}-hint`)}
      inputMode="decimal"
      maxLength={10}
      width="short"
      required={name === 'paid'}
    />
  )
  return (
    <div className="stack">
      <p>
        {t('cancellation:return.about')}{' '}
        {most === null ? t('cancellation:return.deposits') : t('cancellation:return.limited', { charge: most })}
      </p>
      <Form name="return" submit={t('cancellation:return.submit')}>
        {sum('paid')}
        {sum('deposit')}
        {sum('charge')}
        <Field
          kind="select"
          name="mode"
          label={t('cancellation:return.mode')}
          required
          options={data.modes.map((mode) => ({ value: mode, label: t(`cancellation:mode.${mode}`) }))}
        />
        <Field
          name="number"
          label={t('cancellation:return.number')}
          hint={t('cancellation:return.number-hint')}
          maxLength={60}
          width="medium"
        />
        <Field kind="checkbox" name="originalsReturned" label={t('cancellation:return.originals-label')} required />
      </Form>
    </div>
  )
}
