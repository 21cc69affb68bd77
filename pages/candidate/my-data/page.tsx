import { KeptTable } from '#pages/parts/privacy/KeptTable.tsx'
import { RequestTag } from '#pages/parts/privacy/RequestTag.tsx'
import { RetentionTable } from '#pages/parts/privacy/RetentionTable.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { requestKinds, requestRules } from '#server/domain/privacy/requests.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { load } from './page.server'

type Own = DataOf<typeof load>['requests'][number]

/** Everything about the candidate's personal data. Source: rules §13.6. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const title = t('signedin:menu.my-data')
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title }]} />
      <h1>{title}</h1>
      <p className="lead">{t('mydata:lead')}</p>
      {!data.hasReadNotice && <Notice />}
      <Download />
      <Consents />
      {data.requests.length > 0 && (
        <Card title={t('mydata:requests.own')}>
          <ul className="entries">
            {data.requests.map((request) => (
              <OwnRequest key={request.id} request={request} />
            ))}
          </ul>
        </Card>
      )}
      <NewRequest />
      <Access />
      <Card title={t('kept:title')}>
        <div className="stack">
          <p>{t('mydata:keep.about')}</p>
          <RetentionTable plan={data.plan} caption={t('kept:title')} />
        </div>
      </Card>
      <Card title={t('mydata:complain.title')} place="complain">
        <div className="stack">
          <p>{t('mydata:complain.first', data.officer)}</p>
          <p>{t('mydata:complain.then', { count: data.answerWithin })}</p>
        </div>
      </Card>
    </>
  )
}

function Notice() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  return (
    <Card tone="next" title={t('mydata:notice.title')}>
      <p>{t('mydata:notice.about', { version: data.noticeVersion })}</p>
      <p>
        <a href={href(base, 'privacyandpolicy')}>{t('mydata:notice.read')}</a>
      </p>
      <Form submit={t('mydata:notice.confirm')} name="notice">
        <input type="hidden" name="intent" value="notice" />
      </Form>
    </Card>
  )
}

function Download() {
  const { base } = useView()
  const t = useT()
  return (
    <Card title={t('mydata:download.title')}>
      <p>{t('mydata:download.about')}</p>
      <div className="actions">
        <Button href={href(base, 'my-data.pdf')} kind="quiet">
          {t('mydata:download.pdf')}
        </Button>
        <Button href={href(base, 'my-data.zip')} kind="quiet" download>
          {t('mydata:download.zip')}
        </Button>
      </div>
      <p className="hint">{t('mydata:download.care')}</p>
    </Card>
  )
}

function Consents() {
  const { data, language } = useView<typeof load>()
  const t = useT()
  const { consents, isOnWhatsapp } = data
  return (
    <Card title={t('mydata:consents.title')}>
      <Table
        caption={t('mydata:consents.title')}
        rows={consents}
        keyOf={({ id }) => id}
        empty={t('mydata:consents.none')}
        columns={[
          {
            title: t('mydata:consents.what'),
            cell: ({ subject, version }) => t(`mydata:subject.${subject}`, { version }),
          },
          { title: t('mydata:consents.act'), cell: ({ act }) => t(`mydata:act.${act}`) },
          { title: t('mydata:consents.when'), cell: ({ at }) => formatDateTime(at, language) },
        ]}
      />
      <p>{t(isOnWhatsapp ? 'mydata:whatsapp.on' : 'mydata:whatsapp.off')}</p>
      <Form submit={t(isOnWhatsapp ? 'mydata:whatsapp.stop' : 'mydata:whatsapp.start')} kind="quiet" name="whatsapp">
        <input type="hidden" name="intent" value={isOnWhatsapp ? 'whatsapp-off' : 'whatsapp-on'} />
      </Form>
    </Card>
  )
}

function OwnRequest({ request }: { request: Own }) {
  const { language } = useView()
  const t = useT()
  const { id, kind, text, state, filedAt, dueAt, isOverdue, answer, outcome, decidedAt } = request
  const time = (at: number) => formatDateTime(at, language)
  return (
    <li>
      <div className="head">
        <b>
          {t('mydata:requests.number', { id })}: {t(`mydata:kind.${kind}`)}
        </b>
        <RequestTag state={state} />
      </div>
      <p>
        {t('mydata:requests.filed', { at: time(filedAt) })}.{' '}
        {state === 'open' && `${t(`mydata:requests.${isOverdue ? 'overdue' : 'due'}`, { at: time(dueAt) })}.`}
        {decidedAt !== null &&
          `${t(state === 'withdrawn' ? 'mydata:requests.withdrawn' : 'mydata:requests.decided', { at: time(decidedAt) })}.`}
      </p>
      <Written as="p" className="words">
        {text}
      </Written>
      {answer !== null && (
        <p className="words">
          <b>{t('mydata:requests.answer')}:</b> <Written>{answer}</Written>
        </p>
      )}
      {outcome && <KeptTable outcome={outcome} />}
      {state === 'open' && (
        <Form submit={t('mydata:requests.withdraw')} kind="quiet" name={`withdraw-${id}`}>
          <input type="hidden" name="request" value={id} />
        </Form>
      )}
    </li>
  )
}

function NewRequest() {
  const { data } = useView<typeof load>()
  const t = useT()
  const max = requestRules.maxCharacters
  return (
    <Card title={t('mydata:requests.title')} place="request">
      <div className="stack">
        <p>{t(`mydata:correct.${data.ownChange}`)}</p>
        <p>{t('mydata:requests.about', { count: data.answerWithin })}</p>
        <p className="hint">{t('mydata:erasure.wait')}</p>
        {data.isMoneyPending && <Banner tone="info">{t('mydata:erasure.money')}</Banner>}
      </div>
      <Form submit={t('mydata:requests.submit')} kind={data.hasReadNotice ? 'primary' : 'quiet'} name="data-request">
        <Field
          kind="radios"
          name="kind"
          label={t('mydata:requests.kind')}
          required
          options={requestKinds.map((kind) => ({
            value: kind,
            label: t(`mydata:kind.${kind}`),
            hint: t(`mydata:kind.${kind}.hint`),
          }))}
        />
        <Field
          kind="textarea"
          name="text"
          label={t('mydata:requests.text')}
          hint={t('mydata:requests.text-hint', { max })}
          required
          rows={5}
          maxLength={max}
        />
      </Form>
    </Card>
  )
}

function Access() {
  const { base, data, language } = useView<typeof load>()
  const t = useT()
  const { access, older, isContinued } = data
  return (
    <Card title={t('mydata:access.title')} place="access">
      <p>{t('mydata:access.about')}</p>
      <Table
        caption={t('mydata:access.title')}
        rows={access}
        keyOf={({ id }) => id}
        empty={t('mydata:access.none')}
        columns={[
          { title: t('mydata:access.when'), cell: ({ at }) => formatDateTime(at, language) },
          { title: t('mydata:access.who'), cell: ({ who }) => who },
          { title: t('mydata:access.what'), cell: ({ what }) => what },
        ]}
      />
      {(older !== null || isContinued) && (
        <nav className="pager" aria-label={t('mydata:access.title')}>
          {isContinued && (
            <Button href={href(base, 'my-data')} kind="quiet" small>
              {t('mydata:access.newest')}
            </Button>
          )}
          {older !== null && (
            <Button
              href={`${href(base, 'my-data', undefined, { before: older })}#access`}
              kind="quiet"
              small
              rel="next"
            >
              {t('mydata:access.older')}
            </Button>
          )}
        </nav>
      )}
    </Card>
  )
}
