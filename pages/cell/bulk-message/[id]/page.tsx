import { formatDateTime } from '../../../../server/i18n/format'
import { languages } from '../../../../server/kernel/languages'
import { BulkStateTag } from '../../../inbox-parts/BulkStateTag'
import { Breadcrumb } from '../../../ui/Breadcrumb'
import { Card } from '../../../ui/Card'
import { Field } from '../../../ui/Field'
import { Form } from '../../../ui/Form'
import { href } from '../../../ui/href'
import { useT, useView } from '../../../ui/view'
import type { load } from './page.server'
import '../../../inbox-parts/inbox.css'
import '../../../grievances-parts/thread.css'

type Load = (...page: Parameters<typeof load>) => NonNullable<ReturnType<typeof load>>

/** A message to many before it is sent: its words, whom it reaches, and the second confirmation. */
export default function Page() {
  const { cellBase, data, language } = useView<Load>()
  const t = useT()
  const { title, state, recipients, sample, sent, preparedBy, preparedAt, channels } = data
  const ways = (['bySms', 'byWhatsapp', 'byEmail'] as const).filter((way) => channels[way])
  const progress = t('inbox:bulk.progress', { sent, all: recipients })
  return (
    <>
      <Breadcrumb
        trail={[
          { title: t('staff:menu.bulk-message'), href: href(cellBase, 'bulk-message') },
          { title: title[language] },
        ]}
      />
      <div className="grievance-head">
        <h1>{title[language]}</h1>
        <BulkStateTag state={state} />
      </div>
      <p className="lead num">
        {t('inbox:bulk.prepared-by', { name: preparedBy, time: formatDateTime(preparedAt, language) })}
      </p>
      <Card title={t('inbox:bulk.reaches', { count: recipients })}>
        {sample.length > 0 && (
          <p className="num">{t('inbox:bulk.first', { ids: sample.map(({ userId }) => userId).join(', ') })}</p>
        )}
        {ways.length > 0 && <p>{ways.map((way) => t(`inbox:bulk.${way}`)).join(' · ')}</p>}
        {(state === 'sending' || state === 'sent') && (
          <p>
            <progress max={Math.max(1, recipients)} value={sent} aria-label={progress} />{' '}
            <span className="num">{progress}</span>
          </p>
        )}
      </Card>
      {languages.map((spoken) => (
        <Words key={spoken} spoken={spoken} />
      ))}
      {state === 'prepared' && <SecondConfirmation />}
    </>
  )
}

function Words({ spoken }: { spoken: 'en' | 'mr' }) {
  const { data } = useView<Load>()
  const t = useT()
  const { title, body, sms } = data
  return (
    <Card title={t(spoken === 'en' ? 'inbox:bulk.in-english' : 'inbox:bulk.in-marathi')}>
      <div lang={spoken} className="stack">
        <p>
          <b>{title[spoken]}</b>
        </p>
        <p className="message-words">{body[spoken]}</p>
        {sms && <p className="message-words hint">{sms[spoken]}</p>}
      </div>
    </Card>
  )
}

function SecondConfirmation() {
  const t = useT()
  return (
    <Card tone="next">
      <Form submit={t('inbox:bulk.send')} kind="danger" name="send">
        <input type="hidden" name="intent" value="send" />
        <Field kind="checkbox" name="checked" label={t('inbox:bulk.checked')} required />
      </Form>
      <Form submit={t('inbox:bulk.withdraw')} kind="quiet" name="withdraw">
        <input type="hidden" name="intent" value="withdraw" />
      </Form>
    </Card>
  )
}
