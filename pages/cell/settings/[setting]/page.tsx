import { Card } from '../../../ui/data/Card'
import { Facts } from '../../../ui/data/Facts'
import { Table } from '../../../ui/data/Table'
import { Tag } from '../../../ui/data/Tag'
import { Confirm } from '../../../ui/form/Confirm'
import { Field } from '../../../ui/form/Field'
import { Form } from '../../../ui/form/Form'
import { useT, useView } from '../../../ui/view'
import type { load } from './page.server'

type Loaded = NonNullable<ReturnType<typeof load>>

/** One setting of the season: the proposal that waits, the form of a new value, and every version. */
export default function Page() {
  const { data } = useView<() => Loaded>()
  const t = useT()
  return (
    <>
      <h1>{t(`season:name.${data.setting}`)}</h1>
      <p className="lead">{t(`season:about.${data.setting}`)}</p>
      <div className="stack">
        {data.waiting ? <Waiting waiting={data.waiting} /> : <Proposal />}
        <Versions />
      </div>
      <p>
        <a href={data.back}>{t('season:page.back')}</a>
      </p>
    </>
  )
}

function Waiting({ waiting }: { waiting: NonNullable<Loaded['waiting']> }) {
  const t = useT()
  const { id, lines, touches, by, takesEffect, order, mayApprove } = waiting
  return (
    <Card title={t('season:page.waiting')} tone="next">
      <p>{by}</p>
      <ul>
        {[...lines, ...touches].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>{t('season:page.takes-effect', { time: takesEffect })}</p>
      {order !== null && <p>{t('season:page.by-order', { order })}</p>}
      {!mayApprove && <p>{t('season:page.second')}</p>}
      <div className="acts">
        {mayApprove && (
          <Form submit={t('season:page.approve')} name="approve">
            <input type="hidden" name="intent" value="approve" />
            <input type="hidden" name="id" value={id} />
          </Form>
        )}
        <Form submit={t('season:page.discard')} kind="danger" name="discard">
          <input type="hidden" name="intent" value="discard" />
          <input type="hidden" name="id" value={id} />
        </Form>
      </div>
    </Card>
  )
}

function Proposal() {
  const { data, form } = useView<() => Loaded>()
  const t = useT()
  return (
    <Card tone="narrow" title={t(data.isOpened ? 'season:page.propose' : 'season:page.set')}>
      <Form submit={t('season:page.look')} name="propose">
        {form?.values.intent === 'propose' && <Confirm />}
        <input type="hidden" name="intent" value="propose" />
        <input type="hidden" name="base" value={data.base} />
        {data.fields.map((field) => (
          <SettingInput key={field.name} {...field} />
        ))}
        <Field
          kind="date"
          name="date"
          label={t('season:page.date')}
          hint={t(data.isOpened ? 'season:page.date-hint' : 'season:page.date-hint-first')}
        />
        {data.isOpened && (
          <Field
            name="orderNumber"
            label={t('season:page.order-number')}
            hint={t('season:page.order-hint')}
            maxLength={40}
          />
        )}
      </Form>
    </Card>
  )
}

function SettingInput({
  name,
  kind,
  label,
  hint,
  value,
  isRequired,
  maxLength,
  lang,
  options,
}: Loaded['fields'][number]) {
  const t = useT()
  const common = { name, label, hint, value, required: isRequired }
  if (kind === 'choice') return <Field kind="select" {...common} options={options} empty={t('season:field.none')} />
  if (kind === 'number' || kind === 'sum') return <Field {...common} inputMode="numeric" width="short" />
  return <Field kind={kind} {...common} maxLength={maxLength} lang={lang} />
}

function Versions() {
  const { data } = useView<() => Loaded>()
  const t = useT()
  return (
    <Card title={t('season:page.versions')}>
      <Table
        caption={t('season:page.versions')}
        rows={data.versions}
        keyOf={({ version }) => version}
        columns={[
          {
            title: t('season:page.from'),
            cell: ({ from, isInForce, isLater }) => (
              <>
                {from ?? t('season:page.beginning')} {isInForce && <Tag tone="done">{t('season:page.in-force')}</Tag>}
                {isLater && <Tag tone="wait">{t('season:page.later')}</Tag>}
              </>
            ),
          },
          { title: t('season:page.value'), cell: ({ facts }) => <Facts facts={facts} /> },
          { title: t('season:page.order'), cell: ({ orderNumber }) => orderNumber ?? '–' },
        ]}
      />
    </Card>
  )
}
