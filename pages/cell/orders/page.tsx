import { ZoneTable } from '#pages/parts/allotment/ZoneTable.tsx'
import { ChoiceFilter } from '#pages/parts/desk/ChoiceFilter.tsx'
import { List } from '#pages/parts/desk/List.tsx'
import { SeatWithMeaning } from '#pages/parts/seat-matrix/SeatWithMeaning.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { orderKinds } from '#server/domain/admission/orders.ts'
import { isSeatOrder } from '#server/domain/admission/seat-orders.ts'
import { routeOfStep } from '#server/domain/terms/routes.ts'
import type { DataOf } from '#server/http/page.ts'
import { NewOrder } from './NewOrder'
import type { load } from './page.server'

/** Candidates with extra time; left out if there are none. */
function Clocks() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  if (!data.clocks.length) return null
  return (
    <Card title={t('orders:clock.title')}>
      <p>{t('orders:clock.about')}</p>
      <Table
        caption={t('orders:clock.title')}
        rows={data.clocks}
        keyOf={({ key }) => key}
        rowClass={({ isOver }) => (isOver ? 'late' : undefined)}
        empty=""
        columns={[
          {
            title: t('orders:clock.candidate'),
            cell: ({ userId, fullName }) =>
              userId === null ? (
                t('orders:clock.unregistered')
              ) : (
                <>
                  <a href={href(cellBase, 'help-desk/:userId', { userId })}>{userId}</a>{' '}
                  {fullName && <Written>{fullName}</Written>}
                </>
              ),
          },
          { title: t('orders:clock.to-do'), cell: ({ act }) => t(`orders:clock.act.${act}`) },
          { title: t('orders:clock.by'), cell: ({ reason }) => t(`orders:clock.reason.${reason}`) },
          {
            title: t('orders:clock.ends'),
            cell: ({ ends, isOver }) =>
              isOver ? <b className="overdue">{t('orders:clock.over', { at: ends })}</b> : ends,
          },
        ]}
      />
    </Card>
  )
}

/** The kinds of orders, each with its form. */
function Kinds() {
  const { cellBase } = useView()
  const t = useT()
  return (
    <Card title={t('orders:new.title')}>
      <ul className="grid">
        {orderKinds.map((kind) => (
          <li key={kind} className="card">
            <h3>
              <a href={href(cellBase, 'orders', undefined, { kind })}>{t(`orders:kind.${kind}`)}</a>
            </h3>
            <p>{t(`orders:about.${kind}`)}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** What else has the number of an order that waits. */
function Namesakes({
  orderNumber,
  all,
}: {
  orderNumber: string
  all: DataOf<typeof load>['waiting'][number]['namesakes']
}) {
  const { cellBase } = useView()
  const t = useT()
  if (!all.length) return null
  return (
    <Banner
      tone="warn"
      title={t('orders:namesakes.title')}
      action={
        <Button href={`${href(cellBase, 'orders', undefined, { orderNumber })}#all`} kind="quiet" small>
          {t('orders:namesakes.all')}
        </Button>
      }
    >
      <ul>
        {all.map(({ id, kind, state, userId }) => (
          <li key={id}>
            {t(`orders:kind.${kind}`)}
            {userId !== null && `, ${userId}`} <OutcomeTag state={state} />
          </li>
        ))}
      </ul>
    </Banner>
  )
}

type Shown = Omit<DataOf<typeof load>['waiting'][number], 'mayRelease' | 'isLapsed' | 'follows' | 'namesakes'>

/** Special orders: the form for a new one, those that wait for release by another person, and all of them. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.orders')}</h1>
      <p className="lead">{t('orders:lead')}</p>
      {data.kind && <NewOrder kind={data.kind} />}
      <Card title={t('orders:waiting.title')}>
        {data.waiting.length === 0 ? (
          <p>{t('orders:waiting.none')}</p>
        ) : (
          <ul className="entries">
            {data.waiting.map(({ mayRelease, isLapsed, follows, namesakes, ...order }) => (
              <li key={order.id}>
                <Order order={order} />
                {follows.length > 0 && (
                  <ul>
                    {follows.map((line) => (
                      <li key={line}>
                        <Written>{line}</Written>
                      </li>
                    ))}
                  </ul>
                )}
                <Namesakes orderNumber={order.orderNumber} all={namesakes} />
                {isLapsed && <Banner tone="warn">{t('orders:refusal.order-lapsed')}</Banner>}
                {!isLapsed && !mayRelease && <p>{t('staff:refusal.second-person')}</p>}
                <div className="acts">
                  {!isLapsed && mayRelease && <Decide id={order.id} intent="release" />}
                  <Decide id={order.id} intent="refuse" />
                </div>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Clocks />
      {!data.kind && <Kinds />}
      {data.opened && (
        <Card title={t('orders:opened.title', { number: data.opened.orderNumber })} place="opened">
          <Order order={data.opened} />
        </Card>
      )}
      {/* Beside the form of a new order the list's filters would be fields of the same names. */}
      {!data.kind && (
        <Card title={t('orders:all.title')} place="all">
          <List
            list={data.list}
            caption={t('orders:all.title')}
            empty={t('orders:all.none')}
            keyOf={({ id }) => id}
            filters={<Filters />}
            cells={{
              orderNumber: ({ id, orderNumber, state }) =>
                state === 'prepared' ? (
                  orderNumber
                ) : (
                  <a href={`${href(cellBase, 'orders', undefined, { order: id })}#opened`}>{orderNumber}</a>
                ),
              kind: ({ kind }) => t(`orders:kind.${kind}`),
              state: ({ state }) => <OutcomeTag state={state} />,
            }}
          />
        </Card>
      )}
      {data.kind && (
        <div className="actions">
          <Button href={href(cellBase, 'orders')} kind="quiet">
            {t('orders:back')}
          </Button>
        </div>
      )}
    </>
  )
}

const outcomes = {
  prepared: ['todo', 'waiting'],
  published: ['done', 'released'],
  discarded: ['wait', 'refused'],
} as const
type Outcome = keyof typeof outcomes

function OutcomeTag({ state }: { state: Shown['state'] }) {
  const t = useT()
  const [tone, outcome] = outcomes[state as Outcome]
  return <Tag tone={tone}>{t(`orders:outcome.${outcome}`)}</Tag>
}

function Filters() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { orderNumber, ofKind, state, applicationId } = data.list.filters
  return (
    <>
      <Field name="orderNumber" label={t('list:column.orderNumber')} value={orderNumber} maxLength={100} />
      <ChoiceFilter
        name="ofKind"
        label={t('list:column.kind')}
        value={ofKind}
        choices={orderKinds.map((kind) => ({ value: kind, label: t(`orders:kind.${kind}`) }))}
      />
      <ChoiceFilter
        name="state"
        label={t('list:column.state')}
        value={state}
        choices={(Object.keys(outcomes) as Outcome[]).map((one) => ({
          value: one,
          label: t(`orders:outcome.${outcomes[one][1]}`),
        }))}
      />
      <Field name="applicationId" label={t('shell:application-id')} value={applicationId} />
    </>
  )
}

/** One order: the candidate, the measure, the authority, and the persons who prepared and decided it. */
function Order({ order }: { order: Shown }) {
  const t = useT()
  const { kind, userId, fullName, mobile, orderNumber, authority, reason, state, until, since, hours } = order
  return (
    <>
      <div className="head">
        <b>{t(`orders:kind.${kind}`)}</b>
        {orderNumber}
        {state !== 'prepared' && <OutcomeTag state={state} />}
      </div>
      <Facts
        facts={[
          (userId ?? mobile) && {
            label: t('orders:for'),
            value: [userId ?? mobile, fullName].filter(Boolean).join(' '),
            isWritten: true,
          },
          order.keptUserId && { label: t('orders:kept'), value: order.keptUserId },
          until && { label: t('orders:until'), value: until },
          kind === 'correct' && {
            label: t('orders:steps'),
            value: order.correctSteps
              .map((step) => t(`signedin:menu.${routeOfStep(step) as 'type-details'}`))
              .join(', '),
          },
          order.seat && {
            label: t('orders:seat.label'),
            value: (
              <>
                {order.seat.choiceCode}, {t('allotment:round.title', { round: order.round! })}
                {order.isSupernumerary && `, ${t('orders:seat.supernumerary')}`}{' '}
                <SeatWithMeaning seatType={order.seat.seatType} />
              </>
            ),
          },
          since && { label: t('orders:outage.label'), value: t('orders:outage.since', { since, hours: hours ?? 0 }) },
          ...order.moves.map(({ title, from, to }) => ({
            label: title,
            value: t('orders:outage.from-to', { from, to }),
          })),
          { label: t('orders:authority'), value: authority, isWritten: true },
          { label: t('orders:reason'), value: reason, isWritten: true },
          { label: t('orders:prepared'), value: `${order.preparedByName}, ${order.preparedAt}` },
          order.decidedByName && { label: t('orders:decided.by'), value: `${order.decidedByName}, ${order.decidedAt}` },
        ]}
      />
      {order.round !== null && (
        <>
          <p>
            {t(
              order.isSupernumerary
                ? 'orders:seat.about.supernumerary'
                : `orders:seat.about.${isSeatOrder(kind) ? kind : 'cancel-allotment'}`,
            )}
          </p>
          <ZoneTable zone={order.zone} places={order.places} />
        </>
      )}
    </>
  )
}

function Decide({ id, intent }: { id: number; intent: 'release' | 'refuse' }) {
  const t = useT()
  return (
    <Form submit={t(`orders:${intent}`)} kind={intent === 'refuse' ? 'danger' : 'quiet'} name={`${intent}-${id}`}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="order" value={id} />
    </Form>
  )
}
