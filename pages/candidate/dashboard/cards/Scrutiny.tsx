import { Findings } from '#pages/parts/scrutiny/Findings.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from '../page.server'

/** The findings of scrutiny once they can no longer be corrected; before that they are part of the state at the top. */
export function Scrutiny() {
  const { application, next } = useView<typeof load>().data
  const t = useT()
  if (!application?.found.length || next.kind === 'correct') return null
  return (
    <Card title={t('scrutiny:candidate.title')}>
      <p>{t('scrutiny:candidate.too-late')}</p>
      <Findings found={application.found} />
    </Card>
  )
}

/** The name, where scrutiny found it wrong: no step of the form asks for it. */
export function NameCorrection() {
  const { application, next } = useView<typeof load>().data
  const t = useT()
  if (next.kind !== 'correct' || !application?.found.some(({ field }) => field === 'fullName')) return null
  return (
    <Card tone="narrow" title={t('scrutiny:name.title')}>
      <Form name="name" submit={t('scrutiny:name.save')} kind="quiet">
        <input type="hidden" name="intent" value="name" />
        <p>{t('scrutiny:name.about')}</p>
        <Field name="fullName" label={t('scrutiny:name.field')} value={application.fullName} required maxLength={100} />
      </Form>
    </Card>
  )
}

/** The fee for a claim that scrutiny removed. */
export function ConvertFee() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { convertFee } = data
  return (
    convertFee && (
      <Card title={t('scrutiny:convert.task', { amount: convertFee })}>
        <p>{t('scrutiny:convert.task-about')}</p>
        <p>{t('scrutiny:convert.no-date')}</p>
        <div className="actions">
          <Button href={href(base, 'convert-fee')} kind="quiet">
            {t('scrutiny:convert.task-go')}
          </Button>
        </div>
      </Card>
    )
  )
}
