import { BulkStateTag } from '#pages/parts/inbox/BulkStateTag.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { Category } from '#server/domain/terms/claims.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatCount, formatDateTime } from '#server/i18n/format.ts'
import type { load } from './page.server'

type Rendered = DataOf<typeof load>['rendered'][number]

/** A bulk message: its dry run, its release by another person, and its delivery. */
export default function Page() {
  const { cellBase, data, language } = useView<typeof load>()
  const t = useT()
  const { title, state, preparedBy, preparedAt, sendAt } = data
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
        {t('inbox:bulk.prepared-by', { name: preparedBy, time: formatDateTime(preparedAt, language) })}{' '}
        {sendAt !== null && t('inbox:bulk.sends-at', { time: formatDateTime(sendAt, language) })}
      </p>
      <Recipients />
      {data.rendered.map((one) => (
        <Words key={one.language} {...one} />
      ))}
      <Delivery />
      <Decide />
    </>
  )
}

/** Whom it reaches: the filters, the number when it was prepared, and the first of them now. */
function Recipients() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { audience, counted, sample, channels } = data
  const { stage, category, segment, institute, listed } = audience
  const ways = (['bySms', 'byWhatsapp', 'byEmail'] as const).filter((way) => channels[way])
  return (
    <Card title={t('inbox:bulk.reaches', { count: counted })}>
      <Facts
        facts={[
          stage && { label: t('inbox:bulk.stage'), value: t(`inbox:stage.${stage}`) },
          segment && { label: t('inbox:bulk.segment'), value: t(`inbox:segment.${segment}`) },
          listed !== null && { label: t('inbox:bulk.ids'), value: formatCount(listed) },
          data.typeName && { label: t('inbox:bulk.type'), value: data.typeName },
          category && { label: t('inbox:bulk.category'), value: t(`form:category.${category as Category}`) },
          audience.district && { label: t('inbox:bulk.district'), value: data.districtName },
          institute && { label: t('inbox:bulk.institute'), value: institute },
          {
            label: t('inbox:bulk.ways'),
            value: ways.length ? ways.map((way) => t(`inbox:bulk.${way}`)).join(' · ') : t('inbox:bulk.box-only'),
          },
        ]}
      />
      {sample.length > 0 && (
        <>
          <h3>{t('inbox:bulk.first')}</h3>
          <ul>
            {sample.map(({ userId, fullName }) => (
              <li key={userId}>
                <a href={href(cellBase, 'help-desk/:userId', { userId })}>{userId}</a> <Written>{fullName}</Written>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

/** The message as a reader of one language gets it. */
function Words({ language, subject, text, sms, parts }: Rendered) {
  const t = useT()
  return (
    <Card title={t(language === 'en' ? 'inbox:bulk.in-english' : 'inbox:bulk.in-marathi')}>
      <div lang={language} className="stack">
        <p>
          <b>{subject}</b>
        </p>
        <p className="words">{text}</p>
      </div>
      {sms !== null && (
        <>
          <h3>{t('inbox:bulk.sms-parts', { count: parts ?? 1 })}</h3>
          <p className="words hint" lang={language}>
            {sms}
          </p>
        </>
      )}
    </Card>
  )
}

/** How far sending has come, and what did not arrive. */
function Delivery() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { state, sent, counted, delivery } = data
  if (state !== 'sending' && state !== 'sent' && state !== 'stopped') return null
  const progress = t('inbox:bulk.progress', { sent, all: Math.max(counted, sent) })
  const { counts, failures } = delivery
  return (
    <Card title={t('inbox:delivery.title')}>
      <p>
        <progress max={Math.max(1, counted, sent)} value={sent} aria-label={progress} /> {progress}
      </p>
      <Table
        caption={t('inbox:delivery.title')}
        rows={counts}
        keyOf={({ channel, state: of }) => `${channel} ${of}`}
        empty={t('inbox:delivery.box-only')}
        columns={[
          { title: t('inbox:delivery.channel'), cell: ({ channel }) => t(`inbox:delivery.channel.${channel}`) },
          {
            title: t('inbox:delivery.state'),
            cell: ({ state: of }) => t(`inbox:delivery.state.${of}`),
          },
          { title: t('inbox:delivery.messages'), cell: ({ count }) => formatCount(count), isFigure: true },
        ]}
      />
      {failures.length > 0 && (
        <Disclosure summary={t('inbox:delivery.failures', { count: failures.length })}>
          <ul>
            {failures.map(({ userId, channel, state: of, reason }) => (
              <li key={`${userId} ${channel}`}>
                <a href={href(cellBase, 'help-desk/:userId', { userId })}>{userId}</a>{' '}
                {t(`inbox:delivery.channel.${channel}`)} · {t(`inbox:delivery.state.${of}`)}
                {reason && (
                  <>
                    {' · '}
                    <span lang="en">{reason}</span>
                  </>
                )}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </Card>
  )
}

function Decide() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { state, mayRelease } = data
  if (state === 'sending') {
    return (
      <Card>
        <p>{t('inbox:bulk.stop-about')}</p>
        <Form submit={t('inbox:bulk.stop')} kind="danger" name="stop">
          <input type="hidden" name="intent" value="stop" />
        </Form>
      </Card>
    )
  }
  if (state !== 'prepared' && state !== 'scheduled') return null
  return (
    <Card tone={mayRelease ? 'next' : 'plain'}>
      {state === 'prepared' && !mayRelease && <p>{t('staff:refusal.second-person')}</p>}
      {state === 'prepared' && mayRelease && (
        <Form submit={t('inbox:bulk.send')} name="send">
          <input type="hidden" name="intent" value="send" />
          <Field kind="checkbox" name="checked" label={t('inbox:bulk.checked')} required />
        </Form>
      )}
      <Form submit={t('inbox:bulk.withdraw')} kind="quiet" name="withdraw">
        <input type="hidden" name="intent" value="withdraw" />
      </Form>
    </Card>
  )
}
