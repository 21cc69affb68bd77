import { formatDateTime } from '../../../../server/i18n/format'
import { languages } from '../../../../server/kernel/languages'
import { BulkStateTag } from '../../../parts/inbox/BulkStateTag'
import { Card } from '../../../ui/data/Card'
import { Field } from '../../../ui/form/Field'
import { Form } from '../../../ui/form/Form'
import { href } from '../../../ui/href'
import { Breadcrumb } from '../../../ui/shell/Breadcrumb'
import { useT, useView } from '../../../ui/view'
import type { load } from './page.server'

type Load = (...page: Parameters<typeof load>) => NonNullable<ReturnType<typeof load>>

/** A bulk message: its words, its recipients, and the second confirmation before it is sent. */
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
      <div className="heading">
        <h1>{title[language]}</h1>
        <BulkStateTag state={state} />
      </div>
      <p className="lead">
        {t('inbox:bulk.prepared-by', { name: preparedBy, time: formatDateTime(preparedAt, language) })}
      </p>
      <Card title={t('inbox:bulk.reaches', { count: recipients })}>
        {sample.length > 0 && <p>{t('inbox:bulk.first', { ids: sample.map(({ userId }) => userId).join(', ') })}</p>}
        {ways.length > 0 && <p>{ways.map((way) => t(`inbox:bulk.${way}`)).join(' · ')}</p>}
        {(state === 'sending' || state === 'sent') && (
          <p>
            <progress max={Math.max(1, recipients)} value={sent} aria-label={progress} /> {progress}
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
        <p className="words">{body[spoken]}</p>
        {sms && <p className="words hint">{sms[spoken]}</p>}
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
