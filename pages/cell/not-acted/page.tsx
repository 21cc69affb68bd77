import { ChoiceFilter } from '#pages/parts/desk/ChoiceFilter.tsx'
import { List } from '#pages/parts/desk/List.tsx'
import { useRecheck } from '#pages/ui/browser/recheck.ts'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { type Bands, type TimeBand, timeBands } from '#server/domain/admission/calls.ts'
import { type SeatDuty, seatDuties } from '#server/domain/admission/offer.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatCount, formatDateTime } from '#server/i18n/format.ts'
import styles from './calls.module.css'
import type { load } from './page.server'

type Shown = NonNullable<DataOf<typeof load>['counted']>
type Line = Shown['list']['rows'][number]

/** The candidates who have not done the next act for their seat, and the calls to them. */
export default function Page() {
  const { counted } = useView<typeof load>().data
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.not-acted')}</h1>
      <p className="lead">{t('helpdesk:calls.lead')}</p>
      <OwnCalls />
      {counted ? <Counted shown={counted} /> : <Counting />}
    </>
  )
}

/** In place of everything counted while a large season is counted for the first time. */
function Counting() {
  const { url } = useView()
  const t = useT()
  useRecheck(true)
  return (
    <Banner
      tone="info"
      title={t('helpdesk:calls.counting')}
      action={<a href={url}>{t('helpdesk:calls.look-again')}</a>}
    >
      {t('helpdesk:calls.counting-about')}
    </Banner>
  )
}

function Counted({ shown }: { shown: Shown }) {
  const { language } = useView()
  const t = useT()
  return (
    <>
      <p className="hint">{t('helpdesk:calls.at', { at: formatDateTime(shown.at, language) })}</p>
      <Counts shown={shown} />
      <Card title={t('helpdesk:calls.list')} place="list">
        <PhoneList shown={shown} />
      </Card>
    </>
  )
}

/** Columns with the number of candidates in each time left, and in all; each leads to its list. */
function useBands<Row extends { bands: Bands; total: number }>(
  filtersOf: (row: Row) => { act?: SeatDuty; institute?: string },
) {
  const { cellBase } = useView()
  const t = useT()
  const count = (number: number, row: Row, left?: TimeBand) =>
    number === 0 ? (
      '0'
    ) : (
      <a href={`${href(cellBase, 'not-acted', undefined, { ...filtersOf(row), ...(left && { left }) })}#list`}>
        {formatCount(number)}
      </a>
    )
  return [
    ...timeBands.map((left) => ({
      title: t(`helpdesk:calls.left.${left}`),
      cell: (row: Row) => count(row.bands[left], row, left),
      isFigure: true,
    })),
    { title: t('helpdesk:calls.total'), cell: (row: Row) => count(row.total, row), isFigure: true },
  ]
}

/** The counts by act and time left. */
function Counts({ shown }: { shown: Shown }) {
  const t = useT()
  const title = t('helpdesk:calls.counts', { count: formatCount(shown.counts.total) })
  const bands = useBands(({ act }: Shown['counts']['acts'][number]) => ({ act }))
  return (
    <Card title={title}>
      <Table
        caption={title}
        rows={shown.counts.acts}
        keyOf={({ act }) => act}
        columns={[{ title: t('helpdesk:calls.act'), cell: ({ act }) => t(`helpdesk:calls.act.${act}`) }, ...bands]}
      />
      <Institutes shown={shown} />
    </Card>
  )
}

/** The counts by institute and time left, of the act that the list shows or of all; the most first. */
function Institutes({ shown: { act, institutes } }: { shown: Shown }) {
  const t = useT()
  const bands = useBands(({ code }: Shown['institutes'][number]) => ({ ...(act && { act }), institute: code }))
  if (!institutes.length) return null
  const of = { act: t(act ? `helpdesk:calls.act.${act}` : 'helpdesk:calls.every-act') }
  return (
    <Disclosure summary={t('helpdesk:calls.institutes', { ...of, count: formatCount(institutes.length) })}>
      <Table
        caption={t('helpdesk:calls.by-institute', of)}
        rows={institutes}
        keyOf={({ code }) => code}
        columns={[
          {
            title: t('helpdesk:calls.institute'),
            cell: ({ code, name }) => (
              <>
                {code} <Written>{name}</Written>
              </>
            ),
          },
          ...bands,
        ]}
      />
    </Disclosure>
  )
}

function PhoneList({ shown }: { shown: Shown }) {
  const { cellBase, language } = useView()
  const t = useT()
  return (
    <List
      list={shown.list}
      caption={t('helpdesk:calls.list')}
      empty={t(shown.counts.total === 0 ? 'helpdesk:calls.nobody' : 'helpdesk:calls.none')}
      keyOf={({ userId }) => userId}
      filters={<Filters shown={shown} />}
      onPhone={{ first: ['fullName', 'dueAt'], second: ['userId', 'act', 'mobile'] }}
      cells={{
        userId: ({ userId }) => <a href={href(cellBase, 'help-desk/:userId', { userId })}>{userId}</a>,
        act: ({ act, note }) => (
          <>
            <Tag tone="todo">{t(`helpdesk:calls.act.${act}`)}</Tag>{' '}
            {note && (
              <span className={styles.short}>
                <Written>{note}</Written>
              </span>
            )}
          </>
        ),
        dueAt: ({ dueAt }) => (dueAt === null ? t('helpdesk:calls.no-date') : formatDateTime(dueAt, language)),
        language: ({ language }) => t(`helpdesk:language.${language}`),
        mobile: (line) => <Call line={line} />,
      }}
    />
  )
}

function Filters({ shown: { list, places } }: { shown: Shown }) {
  const t = useT()
  const { act, institute, left, called } = list.filters
  return (
    <>
      <ChoiceFilter
        name="act"
        label={t('helpdesk:calls.act')}
        value={act}
        choices={seatDuties.map((value) => ({ value, label: t(`helpdesk:calls.act.${value}`) }))}
      />
      <ChoiceFilter
        name="left"
        label={t('helpdesk:calls.left')}
        value={left}
        choices={timeBands.map((value) => ({ value, label: t(`helpdesk:calls.left.${value}`) }))}
      />
      <ChoiceFilter
        name="institute"
        label={t('helpdesk:calls.institute')}
        value={institute}
        choices={places.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))}
      />
      <ChoiceFilter
        name="called"
        label={t('helpdesk:calls.called')}
        value={called}
        choices={(['no', 'yes'] as const).map((value) => ({ value, label: t(`helpdesk:calls.called.${value}`) }))}
      />
    </>
  )
}

/** Begins a call; a call of the officer's own that goes on leads to its note. */
function Call({ line: { userId, mobile, call, isOwn } }: { line: Line }) {
  const t = useT()
  if (isOwn) return <a href="#calls">{t('helpdesk:calls.goes-on')}</a>
  return (
    <Form
      name={`call-${userId}`}
      submit={
        <>
          <span className={styles.long}>
            {t(call ? 'helpdesk:calls.call-again' : 'helpdesk:calls.call', { mobile })}
          </span>
          <span className={styles.short}>{t('helpdesk:calls.call-short')}</span>
        </>
      }
      kind="quiet"
    >
      <input type="hidden" name="intent" value="call" />
      <input type="hidden" name="userId" value={userId} />
      <input type="hidden" name="seen" value={call} />
    </Form>
  )
}

/** The officer's calls that go on: the number, and the note that ends the call. */
function OwnCalls() {
  const { cellBase, data, language } = useView<typeof load>()
  const t = useT()
  if (!data.calls.length) return null
  return (
    <Card title={t('helpdesk:calls.own')} place="calls">
      <ul className="entries">
        {data.calls.map(({ id, userId, fullName, mobile, about, calledAt, ...candidate }) => (
          <li key={id}>
            <div className="head">
              <a href={href(cellBase, 'help-desk/:userId', { userId })}>
                <Written as="b">{fullName}</Written>
              </a>
              {userId}
              <Tag tone="todo">{t(`helpdesk:calls.act.${about}`)}</Tag>
            </div>
            <p>
              {t('helpdesk:calls.phone')} <a href={`tel:+91${mobile}`}>{mobile}</a> ·{' '}
              {t(`helpdesk:language.${candidate.language}`)} · {formatDateTime(calledAt, language)}
            </p>
            <Form name={`note-${userId}`} submit={t('helpdesk:calls.save-note')} kind="quiet">
              <input type="hidden" name="intent" value="note" />
              <input type="hidden" name="call" value={id} />
              <Field
                name="note"
                of={id}
                label={t('helpdesk:calls.note')}
                hint={t('helpdesk:calls.note-hint')}
                required
                maxLength={200}
              />
            </Form>
          </li>
        ))}
      </ul>
    </Card>
  )
}
