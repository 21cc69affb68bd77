import { StatusTag } from '#pages/parts/payments/StatusTag.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { NetAddress } from '#pages/ui/data/NetAddress.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Tag, type TagTone } from '#pages/ui/data/Tag.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { type CandidateTab, candidateTabs } from '#server/domain/desk/help-desk.ts'
import type { AuditAct } from '#server/domain/terms/audit.ts'
import { formatCount, formatDateTime } from '#server/i18n/format.ts'
import { Deliveries } from './Deliveries'
import { LostMobile } from './LostMobile'
import styles from './page.module.css'
import type { show } from './page.server'

/** One candidate at the desk: the next act and what may be done at the top, everything else in tabs. */
export default function Page() {
  const { cellBase, data } = useView<typeof show>()
  const t = useT()
  const trail = [{ title: t('staff:menu.help-desk'), href: href(cellBase, 'help-desk') }, { title: data.userId }]
  const tabAt = (tab: CandidateTab) => `${href(cellBase, 'help-desk/:userId', { userId: data.userId }, { tab })}#record`
  const besides = (
    <>
      <Suspicions />
      <Acts />
    </>
  )
  return (
    <>
      <Breadcrumb trail={trail} />
      <div className="heading">
        <Written as="h1">{data.fullName}</Written>
        <Tag tone={data.standing.confirmedAt === null ? 'wait' : 'done'}>
          {t(`application:standing.${data.standing.state}`)}
        </Tag>
      </div>
      <p className="lead">
        {t('helpdesk:read-only')} <a href={tabAt('history')}>{t('helpdesk:tab.history')}</a>
      </p>
      <Head />
      {data.request && data.tab !== 'contact' && (
        <Banner tone="info">
          <a href={href(cellBase, 'help-desk/:userId', { userId: data.userId }, { tab: 'contact' })}>
            {t('helpdesk:lost.waits')}
          </a>
        </Banner>
      )}
      {data.excluded ? <Excluded /> : data.order && <Ordered />}
      {data.isOrderWaiting && (
        <Banner tone="info">
          {data.mayOrder ? (
            <a href={href(cellBase, 'orders')}>{t('helpdesk:excluded.waits')}</a>
          ) : (
            t('helpdesk:excluded.waits')
          )}
        </Banner>
      )}
      <nav className="tabs" id="record" tabIndex={-1} aria-label={t('helpdesk:tabs')}>
        {candidateTabs.map((tab) => (
          <a key={tab} href={tabAt(tab)} aria-current={tab === data.tab ? 'page' : undefined}>
            {t(`helpdesk:tab.${tab}`)}
          </a>
        ))}
        {/* The head of the record is out of sight where a tab opens. */}
        <span className={styles.whose} aria-hidden="true">
          {data.userId} <Written>{data.fullName}</Written>
        </span>
      </nav>
      {/* Under another tab than the first, somebody looks for what it holds. */}
      {data.tab === 'application' && besides}
      <Tab />
      {data.tab !== 'application' && besides}
    </>
  )
}

/** The order that keeps the candidate out of the admission. */
function Excluded() {
  const { cellBase, data } = useView<typeof show>()
  const t = useT()
  const { id, kind, kept, ...words } = data.excluded!
  const text = t(`helpdesk:excluded.${kind}`, words)
  return (
    <Banner tone="warn">
      {data.mayOrder ? <a href={`${href(cellBase, 'orders', undefined, { order: id })}#opened`}>{text}</a> : text}{' '}
      {kept && t('helpdesk:excluded.kept', { kept })}
    </Banner>
  )
}

/** The last order about the candidate, which the state of the form does not show. */
function Ordered() {
  const { cellBase, data } = useView<typeof show>()
  const t = useT()
  const { id, ...words } = data.order!
  const text = t('helpdesk:ordered', words)
  return (
    <Banner tone="info">
      {data.mayOrder ? <a href={`${href(cellBase, 'orders', undefined, { order: id })}#opened`}>{text}</a> : text}
    </Banner>
  )
}

/** Others who may be the same person; left out if nobody is suspected. */
function Suspicions() {
  const { cellBase, data } = useView<typeof show>()
  const t = useT()
  if (!data.suspicions.length) return null
  return (
    <Card title={t('helpdesk:duplicates.of')}>
      <ul className="entries">
        {data.suspicions.map(({ suspicion, userId, fullName, signs }) => (
          <li key={userId}>
            <p>
              <Written>{`${userId} ${fullName}`}</Written> · {signs.join(' · ')}{' '}
              <a
                href={`${href(cellBase, 'duplicates', undefined, { suspicion, userId: data.userId, kept: userId })}#opened`}
              >
                {t('helpdesk:duplicates.compare')}
              </a>
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Tab() {
  const { data } = useView<typeof show>()
  switch (data.tab) {
    case 'documents':
      return <Files />
    case 'payments':
      return <Money />
    case 'messages':
      return <Deliveries />
    case 'merit':
      return <Merit />
    case 'options':
      return <Options />
    case 'allotment':
      return <Allotments />
    case 'contact':
      return (
        <>
          <Person />
          <LostMobile />
        </>
      )
    case 'history':
      return <History />
    default:
      return (
        <>
          <Now />
          <Steps />
          <Answers />
        </>
      )
  }
}

/** The one next act, and the facts that a caller is asked for first. */
function Head() {
  const { data } = useView<typeof show>()
  const t = useT()
  return (
    <Card>
      <p>
        {data.next ? (
          <>
            <b>{t('helpdesk:now.reads')}:</b> “{data.next}”
          </>
        ) : (
          t('helpdesk:now.nothing')
        )}
      </p>
      <Facts
        facts={[
          { label: t('shell:application-id'), value: data.userId },
          { label: t('helpdesk:person.mobile'), value: data.contact.mobile },
          { label: t('helpdesk:person.home'), value: data.home },
          { label: t('helpdesk:person.lock'), value: t(`helpdesk:lock.${data.standing.lock ?? 'none'}`) },
        ]}
      />
    </Card>
  )
}

/** A call note, a login after wrong passwords, and the orders that an admin may prepare. */
function Acts() {
  const { cellBase, data, language } = useView<typeof show>()
  const t = useT()
  const { userId, notes, isLoginSlowed, mayOrder, excluded } = data
  const orders = excluded
    ? excluded.kind === 'debar'
      ? (['readmit'] as const)
      : (['readmit', 'debar'] as const)
    : ([
        'extend',
        'correct',
        'withdraw-acceptance',
        'cancel-allotment',
        'withdraw-admission',
        'restore-allotment',
        'cancel-application',
        'debar',
      ] as const)
  return (
    <Card title={t('helpdesk:acts')}>
      {notes.length > 0 && (
        <ul className="entries">
          {notes.map(({ id, text, at, staffName }) => (
            <li key={id}>
              <Written as="p" className="words">
                {text}
              </Written>
              <small>
                {staffName} · {formatDateTime(at, language)}
              </small>
            </li>
          ))}
        </ul>
      )}
      <Disclosure summary={t('helpdesk:note.title')}>
        <Form submit={t('helpdesk:note.submit')} name="note" kind="quiet">
          <input type="hidden" name="intent" value="note" />
          <Field kind="textarea" name="callNote" label={t('helpdesk:note.label')} rows={2} maxLength={500} required />
        </Form>
      </Disclosure>
      {isLoginSlowed && (
        <Form submit={t('helpdesk:unlock.submit')} name="unlock" kind="quiet">
          <input type="hidden" name="intent" value="unlock" />
          <p>{t('helpdesk:unlock.about')}</p>
        </Form>
      )}
      {mayOrder && (
        <Disclosure summary={t('helpdesk:orders.title')}>
          <p>{t('helpdesk:orders.about')}</p>
          <ul>
            {orders.map((kind) => (
              <li key={kind}>
                <a href={href(cellBase, 'orders', undefined, { kind, applicationId: userId })}>
                  {t(`helpdesk:orders.${kind}`)}
                </a>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </Card>
  )
}

function Merit() {
  const { data } = useView<typeof show>()
  const t = useT()
  return (
    <Card title={t('helpdesk:tab.merit')}>
      <Table
        caption={t('helpdesk:tab.merit')}
        rows={data.merit ?? []}
        keyOf={({ stage, list }) => `${stage} ${list}`}
        empty={t('helpdesk:merit.none')}
        columns={[
          { title: t('helpdesk:merit.stage'), cell: ({ stage }) => stage },
          { title: t('helpdesk:merit.list'), cell: ({ list }) => list },
          { title: t('helpdesk:merit.number'), cell: ({ meritNumber }) => formatCount(meritNumber), isFigure: true },
          { title: t('helpdesk:merit.of'), cell: ({ of }) => formatCount(of), isFigure: true },
        ]}
      />
    </Card>
  )
}

function Options() {
  const { data, language } = useView<typeof show>()
  const t = useT()
  const rounds = data.options ?? []
  if (!rounds.length) return <Card>{t('helpdesk:options.none')}</Card>
  return (
    <>
      {rounds.map(({ round, choices, confirmedAt }) => (
        <Card key={round} title={t('helpdesk:now.options', { round })}>
          <p>
            {confirmedAt === null
              ? t('helpdesk:now.options-open', { count: choices.length })
              : t('helpdesk:now.options-confirmed', {
                  count: choices.length,
                  at: formatDateTime(confirmedAt, language),
                })}
          </p>
          <ol>
            {choices.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ol>
        </Card>
      ))}
    </>
  )
}

function Allotments() {
  const { data } = useView<typeof show>()
  const t = useT()
  const rounds = data.allotment ?? []
  return (
    <Card title={t('helpdesk:tab.allotment')}>
      {rounds.length === 0 ? (
        <p>{t('helpdesk:allotment.none')}</p>
      ) : (
        <Facts facts={rounds.map(({ label, seat }) => ({ label, value: seat }))} />
      )}
    </Card>
  )
}

/** Who did what about this candidate, and who looked: the newest lines of the audit log. */
function History() {
  const { data, language } = useView<typeof show>()
  const t = useT()
  return (
    <Card title={t('helpdesk:tab.history')}>
      <Table
        caption={t('helpdesk:tab.history')}
        rows={data.history ?? []}
        keyOf={({ id }) => id}
        empty={t('helpdesk:history.none')}
        columns={[
          { title: t('helpdesk:history.at'), cell: ({ at }) => formatDateTime(at, language), isTime: true },
          {
            title: t('helpdesk:history.act'),
            cell: ({ act, times, since }) =>
              t(`staff:act.${act as AuditAct}`) +
              (times > 1
                ? ` · ${t('helpdesk:history.times', { count: times, at: formatDateTime(since, language) })}`
                : ''),
          },
          {
            title: t('helpdesk:history.by'),
            cell: ({ actorName, fullName, role }) => (
              <>
                <Written>{fullName ?? actorName}</Written>
                {role !== null && ` · ${t(`staff:role.${role}`)}`}
              </>
            ),
          },
        ]}
      />
    </Card>
  )
}

function Person() {
  const { data, language } = useView<typeof show>()
  const t = useT()
  const { contact, standing } = data
  const time = (at: number | null) => (at === null ? t('helpdesk:not-yet') : formatDateTime(at, language))
  const { submittedAt, firstAt } = standing
  const submitted =
    firstAt === null
      ? time(submittedAt)
      : t('helpdesk:person.submitted-again', { at: time(submittedAt), first: time(firstAt) })
  return (
    <Card title={t('helpdesk:person.title')}>
      <Facts
        facts={[
          { label: t('helpdesk:person.mobile'), value: contact.mobile },
          {
            label: t('helpdesk:person.email'),
            value: (
              <>
                <NetAddress of={contact.email} />{' '}
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
          { label: t('helpdesk:person.submitted'), value: submitted },
          standing.newestVersion && {
            label: t('helpdesk:person.newest'),
            value: t('helpdesk:version', {
              number: standing.newestVersion.number,
              at: time(standing.newestVersion.submittedAt),
            }),
          },
          { label: t('helpdesk:person.picked-up'), value: time(standing.pickedUpAt) },
          standing.revertedAt !== null && { label: t('helpdesk:person.reverted'), value: time(standing.revertedAt) },
          { label: t('helpdesk:person.confirmed'), value: time(standing.confirmedAt) },
          { label: t('helpdesk:person.lock'), value: t(`helpdesk:lock.${standing.lock ?? 'none'}`) },
        ]}
      />
    </Card>
  )
}

/** What waits besides the next act, and the results so far. */
function Now() {
  const { data } = useView<typeof show>()
  const t = useT()
  const lines = data.application?.now ?? []
  if (!lines.length) return null
  return (
    <Card title={t('helpdesk:now.title')}>
      <Facts facts={lines.map((fact) => ({ ...fact, name: `${fact.label} ${fact.value}`, isWritten: true }))} />
    </Card>
  )
}

const stepTones: Record<string, TagTone> = { complete: 'done', 'to-do': 'todo', correct: 'fix', locked: 'done' }

function Steps() {
  const { data, language } = useView<typeof show>()
  const t = useT()
  const versions = data.application?.versions ?? []
  return (
    <Card title={t('helpdesk:steps.title')}>
      <ul className="tasks">
        {(data.application?.tasks ?? []).map(({ route, state }) => (
          <li key={route}>
            <div className="grow">{t(`signedin:menu.${route}`)}</div>
            <Tag tone={stepTones[state] ?? 'wait'}>{t(`application:state.${state}`)}</Tag>
          </li>
        ))}
      </ul>
      {versions.length > 0 && (
        <>
          <h3>{t('helpdesk:versions')}</h3>
          <ul>
            {versions.map(({ number, submittedAt }) => (
              <li key={number}>{t('helpdesk:version', { number, at: formatDateTime(submittedAt, language) })}</li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

function Money() {
  const { cellBase, data } = useView<typeof show>()
  const t = useT()
  if (!data.payments) return null
  const { due: owed, paid, attempts } = data.payments
  return (
    <Card title={t('helpdesk:money.title')}>
      <Facts
        facts={[
          {
            label: t('helpdesk:money.due'),
            value: !owed
              ? t('helpdesk:money.nothing-due')
              : t(owed.isAsked ? 'helpdesk:money.owed' : 'helpdesk:money.not-asked', {
                  due: t(`payments:due.${owed.name}`),
                  amount: owed.amount,
                }),
          },
          { label: t('helpdesk:money.paid'), value: paid },
        ]}
      />
      {attempts.length > 0 && (
        <ul className="entries">
          {attempts.map(({ reference, due, amount, standing, begun, mayRefund }) => (
            <li key={reference}>
              <div className="head">
                <b>{reference}</b>
                <StatusTag standing={standing} />
              </div>
              <p>
                {t(`payments:due.${due}`)} · {amount} · {begun}
              </p>
              {mayRefund && (
                <a href={href(cellBase, 'refunds', undefined, { payment: reference })}>{t('helpdesk:money.refund')}</a>
              )}
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
        {(data.documents ?? []).map(({ kind, uploadedAt }) => (
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
      {(data.application?.sections ?? []).map(({ title, step, rows }) => (
        <Disclosure key={`${step} ${title}`} summary={title}>
          <Facts facts={rows.map((row) => ({ ...row, isWritten: true }))} />
        </Disclosure>
      ))}
    </Card>
  )
}
