import { Fragment } from 'react'
import { formatDateTime } from '../../../../server/i18n/format'
import { languageIn } from '../../../../server/kernel/languages'
import { StatusTag } from '../../../payments-parts/StatusTag'
import { Breadcrumb } from '../../../ui/Breadcrumb'
import { Card } from '../../../ui/Card'
import { href } from '../../../ui/href'
import { Tag, type TagTone } from '../../../ui/Tag'
import { useT, useView } from '../../../ui/view'
import { Deliveries } from './Deliveries'
import { LostMobile } from './LostMobile'
import type { show } from './page.server'
import '../../../desk-parts/desk.css'

/** A candidate as the help desk sees one: everything that they see, nothing to be changed but a lost mobile. */
export default function Page() {
  const { cellBase, data } = useView<typeof show>()
  const t = useT()
  const trail = [{ title: t('staff:menu.help-desk'), href: href(cellBase, 'help-desk') }, { title: data.userId }]
  return (
    <>
      <Breadcrumb trail={trail} />
      <h1 lang={languageIn(data.fullName)}>{data.fullName}</h1>
      <p className="lead">{t('helpdesk:read-only')}</p>
      <Person />
      <Now />
      <Steps />
      <Deliveries />
      <Money />
      <Files />
      <Answers />
      <LostMobile />
    </>
  )
}

function Person() {
  const { data, language } = useView<typeof show>()
  const t = useT()
  const { contact, standing } = data
  const time = (at: number | null) => (at === null ? t('helpdesk:not-yet') : formatDateTime(at, language))
  return (
    <Card title={t('helpdesk:person.title')}>
      <dl className="facts">
        <dt>{t('shell:application-id')}</dt>
        <dd className="num">{data.userId}</dd>
        <dt>{t('helpdesk:person.home')}</dt>
        <dd>{data.home}</dd>
        <dt>{t('helpdesk:person.mobile')}</dt>
        <dd className="num">{contact.mobile}</dd>
        <dt>{t('helpdesk:person.email')}</dt>
        <dd>
          {contact.email}{' '}
          <Tag tone={contact.isEmailVerified ? 'done' : 'wait'}>
            {t(contact.isEmailVerified ? 'helpdesk:person.verified' : 'helpdesk:person.not-verified')}
          </Tag>
        </dd>
        {contact.pendingMobile && (
          <>
            <dt>{t('helpdesk:person.pending-mobile')}</dt>
            <dd className="num">
              {contact.pendingMobile.mobile} · {formatDateTime(contact.pendingMobile.takesEffectAt, language)}
            </dd>
          </>
        )}
        <dt>{t('helpdesk:person.language')}</dt>
        <dd>{t(data.language === 'mr' ? 'helpdesk:language.mr' : 'helpdesk:language.en')}</dd>
        <dt>{t('helpdesk:person.registered')}</dt>
        <dd className="num">{formatDateTime(data.registeredAt, language)}</dd>
        <dt>{t('helpdesk:person.mode')}</dt>
        <dd>{t(`helpdesk:mode.${standing.mode}`)}</dd>
        <dt>{t('helpdesk:person.submitted')}</dt>
        <dd className="num">{time(standing.submittedAt)}</dd>
        <dt>{t('helpdesk:person.picked-up')}</dt>
        <dd className="num">{time(standing.pickedUpAt)}</dd>
        {standing.revertedAt !== null && (
          <>
            <dt>{t('helpdesk:person.reverted')}</dt>
            <dd className="num">{time(standing.revertedAt)}</dd>
          </>
        )}
        <dt>{t('helpdesk:person.confirmed')}</dt>
        <dd className="num">{time(standing.confirmedAt)}</dd>
        <dt>{t('helpdesk:person.lock')}</dt>
        <dd>{t(`helpdesk:lock.${standing.lock ?? 'none'}`)}</dd>
      </dl>
    </Card>
  )
}

/** What waits on the candidate, and what came of the form. */
function Now() {
  const { data } = useView<typeof show>()
  const t = useT()
  if (!data.now.length) return null
  return (
    <Card title={t('helpdesk:now.title')}>
      <dl className="facts">
        {data.now.map(({ label, value }) => (
          <Fragment key={`${label} ${value}`}>
            <dt>{label}</dt>
            <dd lang={languageIn(value)}>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </Card>
  )
}

const stepTones: Record<string, TagTone> = { complete: 'done', 'to-do': 'todo', correct: 'fix', locked: 'done' }

function Steps() {
  const { data, language } = useView<typeof show>()
  const t = useT()
  return (
    <Card title={t('helpdesk:steps.title')}>
      <ul className="tasks">
        {data.tasks.map(({ route, state }) => (
          <li key={route}>
            <div className="grow">{t(`shell:menu.${route}`)}</div>
            <Tag tone={stepTones[state] ?? 'wait'}>{t(`application:state.${state}`)}</Tag>
          </li>
        ))}
      </ul>
      {data.versions.length > 0 && (
        <>
          <h3>{t('helpdesk:versions')}</h3>
          <ul>
            {data.versions.map(({ number, submittedAt }) => (
              <li key={number} className="num">
                {t('helpdesk:version', { number, at: formatDateTime(submittedAt, language) })}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

function Money() {
  const { data } = useView<typeof show>()
  const t = useT()
  return (
    <Card title={t('helpdesk:money.title')}>
      <dl className="facts">
        <dt>{t('helpdesk:money.due')}</dt>
        <dd>
          {data.due ? `${t(`payments:due.${data.due.name}`)}: ${data.due.amount}` : t('helpdesk:money.nothing-due')}
        </dd>
        <dt>{t('helpdesk:money.paid')}</dt>
        <dd className="num">{data.paid}</dd>
      </dl>
      {data.attempts.length > 0 && (
        <ul className="desk-list">
          {data.attempts.map(({ reference, due, amount, standing, begun }) => (
            <li key={reference}>
              <div className="head">
                <b className="num">{reference}</b>
                <StatusTag standing={standing} />
              </div>
              <p>
                {t(`payments:due.${due}`)} · <span className="num">{amount}</span> ·{' '}
                <span className="num">{begun}</span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Which documents are there; not the documents. */
function Files() {
  const { data, language } = useView<typeof show>()
  const t = useT()
  return (
    <Card title={t('helpdesk:files.title')}>
      <ul className="tasks">
        {data.files.map(({ kind, uploadedAt }) => (
          <li key={kind}>
            <div className="grow">
              {t(`documents:kind.${kind}`)}
              {uploadedAt !== null && <small className="num">{formatDateTime(uploadedAt, language)}</small>}
            </div>
            <Tag tone={uploadedAt === null ? 'wait' : 'done'}>
              {t(uploadedAt === null ? 'helpdesk:files.missing' : 'helpdesk:files.there')}
            </Tag>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Answers() {
  const { data } = useView<typeof show>()
  const t = useT()
  return (
    <Card title={t('helpdesk:answers.title')}>
      {data.sections.map(({ title, step, rows }) => (
        <details key={`${step} ${title}`} className="desk-section">
          <summary>{title}</summary>
          <dl className="facts">
            {rows.map(({ name, label, value }) => (
              <Fragment key={name}>
                <dt>{label}</dt>
                <dd lang={languageIn(value)}>{value}</dd>
              </Fragment>
            ))}
          </dl>
        </details>
      ))}
    </Card>
  )
}
