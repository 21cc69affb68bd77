import { timeBands } from '../../../server/domain/admission/calls'
import { seatDuties } from '../../../server/domain/admission/offer'
import { formatCount, formatDateTime } from '../../../server/i18n/format'
import { languageIn } from '../../../server/kernel/languages'
import { Card } from '../../ui/data/Card'
import { Disclosure } from '../../ui/data/Disclosure'
import { Table } from '../../ui/data/Table'
import { Tag } from '../../ui/data/Tag'
import { Button } from '../../ui/form/Button'
import { Field } from '../../ui/form/Field'
import { Form } from '../../ui/form/Form'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import type { show } from './page.server'

type Shown = Awaited<ReturnType<typeof show>>
type Line = Shown['lines'][number]

/** The candidates who have not done the next act for their seat, and the calls to them. */
export default function Page() {
  const { data, language } = useView<typeof show>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.not-acted')}</h1>
      <p className="lead">
        {t('helpdesk:calls.lead')} {t('helpdesk:calls.at', { at: formatDateTime(data.at, language) })}
      </p>
      <Counts />
      <Card>
        <Search />
      </Card>
      <Card title={t('helpdesk:calls.list')}>
        <Lines />
      </Card>
    </>
  )
}

/** The counts by act and time left; each leads to its list. */
function Counts() {
  const { cellBase, data } = useView<typeof show>()
  const t = useT()
  const count = (number: number, search: Shown['search']) =>
    number === 0 ? '0' : <a href={href(cellBase, 'not-acted', undefined, search)}>{formatCount(number)}</a>
  return (
    <Card title={t('helpdesk:calls.counts', { count: formatCount(data.counts.total) })}>
      <Table
        caption={t('helpdesk:calls.counts', { count: formatCount(data.counts.total) })}
        rows={data.counts.acts}
        keyOf={({ act }) => act}
        columns={[
          { title: t('helpdesk:calls.act'), cell: ({ act }) => t(`helpdesk:calls.act.${act}`) },
          ...timeBands.map((left) => ({
            title: t(`helpdesk:calls.left.${left}`),
            cell: ({ act, bands }: Shown['counts']['acts'][number]) => count(bands[left], { act, left }),
            isFigure: true,
          })),
          { title: t('helpdesk:calls.total'), cell: ({ act, total }) => count(total, { act }), isFigure: true },
        ]}
      />
      <Institutes />
    </Card>
  )
}

/** The counts by institute, the most first. */
function Institutes() {
  const { cellBase, data } = useView<typeof show>()
  const t = useT()
  if (!data.institutes.length) return null
  return (
    <Disclosure summary={t('helpdesk:calls.institutes', { count: formatCount(data.institutes.length) })}>
      <Table
        caption={t('helpdesk:calls.by-institute')}
        rows={data.institutes}
        keyOf={({ code }) => code}
        columns={[
          {
            title: t('helpdesk:calls.institute'),
            cell: ({ code, name }) => (
              <a href={href(cellBase, 'not-acted', undefined, { institute: code })} lang={languageIn(name)}>
                {code} {name}
              </a>
            ),
          },
          { title: t('helpdesk:calls.total'), cell: ({ count }) => formatCount(count), isFigure: true },
        ]}
      />
    </Disclosure>
  )
}

function Search() {
  const { data } = useView<typeof show>()
  const t = useT()
  const { act, institute, left, called } = data.search
  return (
    <Form method="get" submit={t('helpdesk:calls.search')} name="search">
      <div className="filters">
        <Field
          kind="select"
          name="act"
          label={t('helpdesk:calls.act')}
          value={act}
          options={seatDuties.map((value) => ({ value, label: t(`helpdesk:calls.act.${value}`) }))}
        />
        <Field
          kind="select"
          name="left"
          label={t('helpdesk:calls.left')}
          value={left}
          options={timeBands.map((value) => ({ value, label: t(`helpdesk:calls.left.${value}`) }))}
        />
        <Field
          kind="select"
          name="institute"
          label={t('helpdesk:calls.institute')}
          value={institute}
          options={data.institutes.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))}
        />
        <Field
          kind="select"
          name="called"
          label={t('helpdesk:calls.called')}
          value={called}
          options={(['no', 'yes'] as const).map((value) => ({ value, label: t(`helpdesk:calls.called.${value}`) }))}
        />
      </div>
    </Form>
  )
}

function Lines() {
  const { cellBase, data } = useView<typeof show>()
  const t = useT()
  const { lines, search, next } = data
  return (
    <>
      {lines.length === 0 ? (
        <p>{t('helpdesk:calls.none')}</p>
      ) : (
        <ul className="entries">
          {lines.map((line) => (
            <li key={line.userId}>
              <CallEntry line={line} />
            </li>
          ))}
        </ul>
      )}
      {next !== null && (
        <div className="actions">
          <Button href={href(cellBase, 'not-acted', undefined, { ...search, after: next })} kind="quiet">
            {t('helpdesk:calls.more')}
          </Button>
        </div>
      )}
    </>
  )
}

/** A candidate to phone: the seat, the act with its deadline, the last call, and the next one. */
function CallEntry({ line }: { line: Line }) {
  const { cellBase, language } = useView()
  const t = useT()
  const { userId, fullName, act, round, by, choiceCode, institute, course, call } = line
  return (
    <>
      <div className="head">
        <a href={href(cellBase, 'help-desk/:userId', { userId })}>
          <b lang={languageIn(fullName)}>{fullName}</b>
        </a>
        {userId}
        <Tag tone="todo">{t(`helpdesk:calls.act.${act}`)}</Tag>
      </div>
      <p>
        {by === null ? t('helpdesk:calls.no-date') : t('helpdesk:calls.by', { by: formatDateTime(by, language) })} ·{' '}
        {t('helpdesk:calls.round', { round })} · {choiceCode}, {institute}, {course} ·{' '}
        {t(`helpdesk:language.${line.language}`)}
      </p>
      {call && (
        <p>
          {t('helpdesk:calls.called-at', { at: formatDateTime(call.calledAt, language), name: call.callerName })}
          {call.note !== null && (
            <>
              {': '}
              <span lang={languageIn(call.note)}>{call.note}</span>
            </>
          )}
        </p>
      )}
      {call?.isOwn && call.note === null ? <OwnCall line={line} call={call.id} /> : <BeginCall line={line} />}
    </>
  )
}

/** The number, and the note that ends the call. */
function OwnCall({ line: { userId, mobile }, call }: { line: Line; call: number }) {
  const t = useT()
  return (
    <Form name={`note-${userId}`} submit={t('helpdesk:calls.save-note')} kind="quiet">
      <p>
        {t('helpdesk:calls.phone')} <a href={`tel:+91${mobile}`}>{mobile}</a>
      </p>
      <input type="hidden" name="intent" value="note" />
      <input type="hidden" name="call" value={call} />
      <Field
        name="note"
        label={t('helpdesk:calls.note')}
        hint={t('helpdesk:calls.note-hint')}
        required
        maxLength={200}
      />
    </Form>
  )
}

function BeginCall({ line: { userId, mobile, call } }: { line: Line }) {
  const t = useT()
  return (
    <Form
      name={`call-${userId}`}
      submit={t(call ? 'helpdesk:calls.call-again' : 'helpdesk:calls.call', { mobile })}
      kind="quiet"
    >
      <input type="hidden" name="intent" value="call" />
      <input type="hidden" name="userId" value={userId} />
      <input type="hidden" name="seen" value={call?.id ?? 0} />
    </Form>
  )
}
