import { formatDateTime } from '../../../../server/i18n/format'
import { languageIn } from '../../../../server/kernel/languages'
import { StatusTag } from '../../../parts/payments/StatusTag'
import { Card } from '../../../ui/data/Card'
import { Disclosure } from '../../../ui/data/Disclosure'
import { Facts } from '../../../ui/data/Facts'
import { Tag, type TagTone } from '../../../ui/data/Tag'
import { href } from '../../../ui/href'
import { Breadcrumb } from '../../../ui/shell/Breadcrumb'
import { useT, useView } from '../../../ui/view'
import { Deliveries } from './Deliveries'
import { LostMobile } from './LostMobile'
import type { show } from './page.server'

/** A candidate's record at the help desk, read-only except for a lost mobile. */
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
      <Facts
        facts={[
          { label: t('shell:application-id'), value: data.userId },
          { label: t('helpdesk:person.home'), value: data.home },
          { label: t('helpdesk:person.mobile'), value: contact.mobile },
          {
            label: t('helpdesk:person.email'),
            value: (
              <>
                {contact.email}{' '}
                <Tag tone={contact.isEmailVerified ? 'done' : 'wait'}>
                  {t(contact.isEmailVerified ? 'helpdesk:person.verified' : 'helpdesk:person.not-verified')}
                </Tag>
              </>
            ),
          },
          contact.pendingMobile && {
            label: t('helpdesk:person.pending-mobile'),
            value: `${contact.pendingMobile.mobile} · ${formatDateTime(contact.pendingMobile.takesEffectAt, language)}`,
          },
          {
            label: t('helpdesk:person.language'),
            value: t(data.language === 'mr' ? 'helpdesk:language.mr' : 'helpdesk:language.en'),
          },
          { label: t('helpdesk:person.registered'), value: formatDateTime(data.registeredAt, language) },
          { label: t('helpdesk:person.mode'), value: t(`helpdesk:mode.${standing.mode}`) },
          { label: t('helpdesk:person.standing'), value: t(`application:standing.${standing.state}`) },
          { label: t('helpdesk:person.submitted'), value: time(standing.submittedAt) },
          { label: t('helpdesk:person.picked-up'), value: time(standing.pickedUpAt) },
          standing.revertedAt !== null && { label: t('helpdesk:person.reverted'), value: time(standing.revertedAt) },
          { label: t('helpdesk:person.confirmed'), value: time(standing.confirmedAt) },
          { label: t('helpdesk:person.lock'), value: t(`helpdesk:lock.${standing.lock ?? 'none'}`) },
        ]}
      />
    </Card>
  )
}

/** The candidate's next acts, and the results so far. */
function Now() {
  const { data } = useView<typeof show>()
  const t = useT()
  if (!data.now.length) return null
  return (
    <Card title={t('helpdesk:now.title')}>
      <Facts facts={data.now.map((fact) => ({ ...fact, name: `${fact.label} ${fact.value}`, isWritten: true }))} />
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
              <li key={number}>{t('helpdesk:version', { number, at: formatDateTime(submittedAt, language) })}</li>
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
      <Facts
        facts={[
          {
            label: t('helpdesk:money.due'),
            value: data.due
              ? `${t(`payments:due.${data.due.name}`)}: ${data.due.amount}`
              : t('helpdesk:money.nothing-due'),
          },
          { label: t('helpdesk:money.paid'), value: data.paid },
        ]}
      />
      {data.attempts.length > 0 && (
        <ul className="entries">
          {data.attempts.map(({ reference, due, amount, standing, begun }) => (
            <li key={reference}>
              <div className="head">
                <b>{reference}</b>
                <StatusTag standing={standing} />
              </div>
              <p>
                {t(`payments:due.${due}`)} · {amount} · {begun}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** The names of the uploaded documents, without their content. */
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
              {uploadedAt !== null && <small>{formatDateTime(uploadedAt, language)}</small>}
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
        <Disclosure key={`${step} ${title}`} summary={title}>
          <Facts facts={rows.map((row) => ({ ...row, isWritten: true }))} />
        </Disclosure>
      ))}
    </Card>
  )
}
