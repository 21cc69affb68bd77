import { orderKinds } from '../../../server/domain/orders'
import { routeOfStep } from '../../../server/domain/routes'
import { languageIn } from '../../../server/kernel/languages'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Form } from '../../ui/Form'
import { href } from '../../ui/href'
import { Tag } from '../../ui/Tag'
import { useT, useView } from '../../ui/view'
import { NewOrder } from './NewOrder'
import type { load } from './page.server'
import '../../desk-parts/desk.css'

type Shown = Awaited<ReturnType<typeof load>>['decided'][number]

/** Special orders: write one, release what another person wrote, look at those that were decided. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.orders')}</h1>
      <p className="lead">{t('orders:lead')}</p>
      {data.kind ? (
        <NewOrder kind={data.kind} />
      ) : (
        <ul className="grid">
          {orderKinds.map((kind) => (
            <li key={kind} className="card desk-card">
              <h2>
                <a href={href(cellBase, 'orders', undefined, { kind })}>{t(`orders:kind.${kind}`)}</a>
              </h2>
              <p>{t(`orders:about.${kind}`)}</p>
            </li>
          ))}
        </ul>
      )}
      <Card title={t('orders:waiting.title')}>
        {data.waiting.length === 0 ? (
          <p>{t('orders:waiting.none')}</p>
        ) : (
          <ul className="desk-list">
            {data.waiting.map(({ mayRelease, ...order }) => (
              <li key={order.id}>
                <Order order={order} />
                {mayRelease ? <Decide id={order.id} intent="release" /> : <p>{t('orders:waiting.other-person')}</p>}
                <Decide id={order.id} intent="refuse" />
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card title={t('orders:decided.title')}>
        {data.decided.length === 0 ? (
          <p>{t('orders:decided.none')}</p>
        ) : (
          <ul className="desk-list">
            {data.decided.map((order) => (
              <li key={order.id}>
                <Order order={order} />
              </li>
            ))}
          </ul>
        )}
      </Card>
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

/** One order: for whom, what, on whose authority, and who had a hand in it. */
function Order({ order }: { order: Shown }) {
  const t = useT()
  const { kind, userId, fullName, mobile, orderNumber, authority, reason, outcome, until, since, hours } = order
  return (
    <>
      <div className="head">
        <b>{t(`orders:kind.${kind}`)}</b>
        <span className="num">{orderNumber}</span>
        {outcome && (
          <Tag tone={outcome === 'released' ? 'done' : 'wait'}>
            {t(outcome === 'released' ? 'orders:outcome.released' : 'orders:outcome.refused')}
          </Tag>
        )}
      </div>
      <dl className="facts">
        {(userId ?? mobile) && (
          <>
            <dt>{t('orders:for')}</dt>
            <dd>
              <span className="num">{userId ?? mobile}</span> {fullName}
            </dd>
          </>
        )}
        {until && (
          <>
            <dt>{t('orders:until')}</dt>
            <dd className="num">{until}</dd>
          </>
        )}
        {kind === 'correct' && (
          <>
            <dt>{t('orders:steps')}</dt>
            <dd>
              {order.correctSteps.map((step) => t(`shell:menu.${routeOfStep(step) as 'type-details'}`)).join(', ')}
            </dd>
          </>
        )}
        {since && (
          <>
            <dt>{t('orders:outage.label')}</dt>
            <dd>{t('orders:outage.since', { since, hours: hours ?? 0 })}</dd>
          </>
        )}
        {order.moves.map(({ title, from, to }) => (
          <Move key={title} title={title} text={t('orders:outage.from-to', { from, to })} />
        ))}
        <dt>{t('orders:authority')}</dt>
        <dd lang={languageIn(authority)}>{authority}</dd>
        <dt>{t('orders:reason')}</dt>
        <dd lang={languageIn(reason)}>{reason}</dd>
        <dt>{t('orders:prepared')}</dt>
        <dd>
          {order.preparedByName}, <span className="num">{order.preparedAt}</span>
        </dd>
        {order.decidedByName && (
          <>
            <dt>{t('orders:decided.by')}</dt>
            <dd>
              {order.decidedByName}, <span className="num">{order.decidedAt}</span>
            </dd>
          </>
        )}
      </dl>
    </>
  )
}

const Move = ({ title, text }: { title: string; text: string }) => (
  <>
    <dt>{title}</dt>
    <dd className="num">{text}</dd>
  </>
)

function Decide({ id, intent }: { id: number; intent: 'release' | 'refuse' }) {
  const t = useT()
  return (
    <Form submit={t(`orders:${intent}`)} kind={intent === 'refuse' ? 'quiet' : 'primary'} name={`${intent}-${id}`}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="order" value={id} />
    </Form>
  )
}
