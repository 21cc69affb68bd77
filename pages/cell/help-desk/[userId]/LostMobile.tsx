import { identityDocuments } from '../../../../server/domain/help-desk'
import { formatDateTime } from '../../../../server/i18n/format'
import { languageIn } from '../../../../server/kernel/languages'
import { Card } from '../../../ui/Card'
import { Field } from '../../../ui/Field'
import { Form } from '../../../ui/Form'
import { useT, useView } from '../../../ui/view'
import type { show } from './page.server'

/** A new number for a lost mobile: one person sees the documents, another one releases it. Source: decisions §2. */
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

function Request({ request }: { request: NonNullable<ReturnType<typeof show>['request']> }) {
  const { language } = useView()
  const t = useT()
  return (
    <>
      <dl className="facts">
        <dt>{t('helpdesk:lost.new')}</dt>
        <dd className="num">{request.newMobile}</dd>
        <dt>{t('helpdesk:lost.seen')}</dt>
        <dd>{t(`helpdesk:identity.${request.seen}`)}</dd>
        <dt>{t('helpdesk:lost.note')}</dt>
        <dd lang={languageIn(request.note)}>{request.note}</dd>
        <dt>{t('helpdesk:lost.prepared-by')}</dt>
        <dd>
          {request.preparedByName}, <span className="num">{formatDateTime(request.preparedAt, language)}</span>
        </dd>
      </dl>
      {request.mayRelease ? (
        <Decide id={request.id} intent="release-mobile" />
      ) : (
        <p>
          <b>{t('helpdesk:lost.other-person')}</b>
        </p>
      )}
      <Decide id={request.id} intent="refuse-mobile" />
    </>
  )
}

function Decide({ id, intent }: { id: number; intent: 'release-mobile' | 'refuse-mobile' }) {
  const t = useT()
  return (
    <Form submit={t(`helpdesk:lost.${intent}`)} kind={intent === 'refuse-mobile' ? 'quiet' : 'primary'} name={intent}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="request" value={id} />
    </Form>
  )
}
