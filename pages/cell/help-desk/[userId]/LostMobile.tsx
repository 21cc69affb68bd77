import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { identityDocuments } from '#server/domain/desk/help-desk.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { show } from './page.server'

/**
 * A new number for a lost mobile: one officer checks the documents, another releases the number. Source: rules §2.10.
 */
export function LostMobile() {
  const { data } = useView<typeof show>()
  const t = useT()
  return (
    <Card tone="narrow" title={t('helpdesk:lost.title')}>
      <p>{t('helpdesk:lost.about')}</p>
      {data.request ? <Request request={data.request} /> : <Prepare />}
    </Card>
  )
}

function Prepare() {
  const t = useT()
  const number = { kind: 'tel', required: true, width: 'medium', autoComplete: 'off' } as const
  return (
    <Form submit={t('helpdesk:lost.prepare')} name="lost-mobile">
      <input type="hidden" name="intent" value="lost-mobile" />
      <Field {...number} name="newMobile" label={t('helpdesk:lost.new')} />
      <Field
        {...number}
        name="repeatedMobile"
        label={t('helpdesk:lost.repeat')}
        hint={t('helpdesk:lost.repeat-hint')}
      />
      <Field
        kind="select"
        name="seen"
        label={t('helpdesk:lost.seen')}
        required
        options={identityDocuments.map((kind) => ({ value: kind, label: t(`helpdesk:identity.${kind}`) }))}
      />
      <Field
        kind="textarea"
        name="note"
        label={t('helpdesk:lost.note')}
        hint={t('helpdesk:lost.note-hint')}
        required
        rows={3}
        maxLength={300}
      />
    </Form>
  )
}

function Request({ request }: { request: NonNullable<DataOf<typeof show>['request']> }) {
  const { language } = useView()
  const t = useT()
  return (
    <>
      <Facts
        facts={[
          { label: t('helpdesk:lost.new'), value: request.newMobile },
          { label: t('helpdesk:lost.seen'), value: t(`helpdesk:identity.${request.seen}`) },
          { label: t('helpdesk:lost.note'), value: request.note, isWritten: true },
          {
            label: t('helpdesk:lost.prepared-by'),
            value: `${request.preparedByName}, ${formatDateTime(request.preparedAt, language)}`,
          },
        ]}
      />
      {request.mayRelease ? (
        <Decide id={request.id} intent="release-mobile" />
      ) : (
        <p>
          <b>{t('staff:refusal.second-person')}</b>
        </p>
      )}
      <Decide id={request.id} intent="refuse-mobile" />
    </>
  )
}

function Decide({ id, intent }: { id: number; intent: 'release-mobile' | 'refuse-mobile' }) {
  const t = useT()
  return (
    <Form submit={t(`helpdesk:lost.${intent}`)} kind={intent === 'refuse-mobile' ? 'danger' : 'primary'} name={intent}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="request" value={id} />
    </Form>
  )
}
