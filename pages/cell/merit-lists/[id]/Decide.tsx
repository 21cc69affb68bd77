import { Concerns } from '#pages/parts/release/Concerns.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { stateAfter } from '#server/domain/terms/release.ts'
import type { load } from './page.server'

/** The release by a second person, or the discarding of an edition that is not published. */
export function Decide() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { state, mayRelease, isOwn } = data
  if (stateAfter(state, 'discard') === null) return null
  return (
    <Card title={state === 'prepared' ? t('merit:release.title') : undefined} tone={mayRelease ? 'next' : 'plain'}>
      {state === 'prepared' && isOwn && <p>{t('staff:refusal.second-person')}</p>}
      {mayRelease && (
        <Form submit={t('merit:release')} name="release">
          <input type="hidden" name="intent" value="release" />
          <Concerns concerns={data.concerns} />
          <Field kind="checkbox" name="checked" label={t('merit:release.checked')} required />
        </Form>
      )}
      <Form submit={t('merit:discard')} kind="quiet" name="discard">
        <input type="hidden" name="intent" value="discard" />
      </Form>
    </Card>
  )
}
