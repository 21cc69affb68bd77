import { Findings } from '#pages/parts/scrutiny/Findings.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from '../page.server'

/** The corrections that scrutiny has asked for. */
export function Scrutiny() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { application, next } = data
  if (!application) return null
  const { found, fullName } = application
  const mayCorrect = next.kind === 'correct'
  return (
    <>
      {found.length > 0 && (
        <Card title={t('scrutiny:candidate.title')}>
          <p>{t(mayCorrect ? 'scrutiny:candidate.about' : 'scrutiny:candidate.too-late')}</p>
          <Findings found={found} isLinked={mayCorrect} />
        </Card>
      )}
      {mayCorrect && found.some(({ field }) => field === 'fullName') && (
        <Card tone="narrow" title={t('scrutiny:name.title')}>
          <Form name="name" submit={t('scrutiny:name.save')}>
            <input type="hidden" name="intent" value="name" />
            <p>{t('scrutiny:name.about')}</p>
            <Field name="fullName" label={t('scrutiny:name.field')} value={fullName} required maxLength={100} />
          </Form>
        </Card>
      )}
    </>
  )
}

/** The fee for a claim that scrutiny removed. */
export function ConvertFee({ isNext }: { isNext: boolean }) {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { convertFee } = data
  return (
    convertFee && (
      <Card tone={isNext ? 'next' : undefined} title={t('scrutiny:convert.task', { amount: convertFee })}>
        <p>{t('scrutiny:convert.task-about')}</p>
        <div className="actions">
          <Button href={href(base, 'convert-fee')} kind={isNext ? 'primary' : 'quiet'}>
            {t('scrutiny:convert.task-go')}
          </Button>
        </div>
      </Card>
    )
  )
}
