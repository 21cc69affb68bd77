import { regionNames, regions } from '../../../server/domain/portal/regions'
import { staffRoles } from '../../../server/domain/portal/staff'
import { Card } from '../../ui/data/Card'
import { Disclosure } from '../../ui/data/Disclosure'
import { Tag } from '../../ui/data/Tag'
import { Field } from '../../ui/form/Field'
import { Form } from '../../ui/form/Form'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

type Account = Awaited<ReturnType<typeof load>>['staff'][number]

/** All staff accounts, an admin's acts on them, and the form for a new one. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.staff')}</h1>
      <p className="lead">{t('staff:list.lead')}</p>
      <Card title={t('staff:list.title')}>
        <ul className="entries">
          {data.staff.map((account) => (
            <li key={account.id}>
              <Line account={account} />
            </li>
          ))}
        </ul>
      </Card>
      <Waiting />
      <NewAccount />
    </>
  )
}

function Line({ account }: { account: Account }) {
  const { language } = useView()
  const t = useT()
  const { id, loginName, fullName, role, centre, region, institute, isOwn, isDisabled } = account
  const place = centre ?? institute ?? (region && regionNames[region][language])
  return (
    <>
      <div className="head">
        <b>{fullName}</b>
        <span>{loginName}</span>
        {isDisabled && <Tag tone="fix">{t('staff:list.disabled')}</Tag>}
        {account.mustChangePassword && !isDisabled && <Tag tone="wait">{t('staff:list.one-time')}</Tag>}
        {account.hasTotp && <Tag tone="done">{t('staff:list.second-factor')}</Tag>}
      </div>
      <p>{place ? t('staff:list.role-at', { role: t(`staff:role.${role}`), place }) : t(`staff:role.${role}`)}</p>
      {isOwn ? (
        <small>{t('staff:list.own')}</small>
      ) : (
        <Disclosure summary={t('staff:list.acts', { name: loginName })} kind="inline">
          <div className="acts">
            <Act id={id} intent="reset-password" />
            {account.hasTotp && <Act id={id} intent="reset-second-factor" />}
            <Act id={id} intent={isDisabled ? 'enable' : 'disable'} />
          </div>
        </Disclosure>
      )}
    </>
  )
}

function Act({ id, intent }: { id: number; intent: 'reset-password' | 'reset-second-factor' | 'disable' | 'enable' }) {
  const t = useT()
  return (
    <Form submit={t(`staff:act.${intent}`)} kind={intent === 'disable' ? 'danger' : 'quiet'} name={`${intent}-${id}`}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="staffId" value={id} />
    </Form>
  )
}

/** Changes to admins' accounts, which another admin has to release or refuse. */
function Waiting() {
  const { data } = useView<typeof load>()
  const t = useT()
  if (data.waiting.length === 0) return null
  return (
    <Card title={t('staff:waiting.title')}>
      <p>{t('staff:waiting.about')}</p>
      <ul className="entries">
        {data.waiting.map(({ id, kind, loginName, fullName, preparedAt, preparedByName, mayRelease }) => (
          <li key={id}>
            <div className="head">
              <b>{fullName}</b>
              <span>{loginName}</span>
            </div>
            <p>{t(`staff:waiting.${kind}`)}</p>
            <small>{t('staff:waiting.by', { name: preparedByName, time: preparedAt })}</small>
            {!mayRelease && <small>{t('staff:refusal.second-person')}</small>}
            <div className="acts">
              {mayRelease && <Decision id={id} decision="release" />}
              <Decision id={id} decision="refuse" />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Decision({ id, decision }: { id: number; decision: 'release' | 'refuse' }) {
  const t = useT()
  return (
    <Form
      submit={t(`staff:waiting.${decision}`)}
      kind={decision === 'refuse' ? 'danger' : 'quiet'}
      name={`${decision}-${id}`}
    >
      <input type="hidden" name="decision" value={decision} />
      <input type="hidden" name="change" value={id} />
    </Form>
  )
}

function NewAccount() {
  const { data, language } = useView<typeof load>()
  const t = useT()
  const none = { value: '', label: t('staff:new.none') }
  return (
    <Card tone="narrow" title={t('staff:new.title')}>
      <Form submit={t('staff:new.submit')} name="new">
        <Field name="loginName" label={t('staff:login-name')} hint={t('staff:new.login-name-hint')} required />
        <Field name="fullName" label={t('staff:new.full-name')} required />
        <Field
          kind="select"
          name="role"
          label={t('staff:new.role')}
          required
          options={[none, ...staffRoles.map((role) => ({ value: role, label: t(`staff:role.${role}`) }))]}
        />
        <Field
          kind="select"
          name="centre"
          label={t('staff:new.centre')}
          hint={t('staff:new.centre-hint')}
          options={[none, ...data.centres.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` }))]}
        />
        <Field
          kind="select"
          name="region"
          label={t('staff:new.region')}
          hint={t('staff:new.region-hint')}
          options={[none, ...regions.map((region) => ({ value: region, label: regionNames[region][language] }))]}
        />
        <Field
          name="institute"
          label={t('staff:new.institute')}
          hint={t('staff:new.institute-hint')}
          width="short"
          maxLength={16}
        />
      </Form>
    </Card>
  )
}
