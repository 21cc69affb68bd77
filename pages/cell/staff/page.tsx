import { ChoiceFilter } from '#pages/parts/desk/ChoiceFilter.tsx'
import { CsvDownload } from '#pages/parts/desk/CsvDownload.tsx'
import { List } from '#pages/parts/desk/List.tsx'
import { PersonFields } from '#pages/parts/staff/PersonFields.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { NetAddress } from '#pages/ui/data/NetAddress.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { regionNames } from '#server/domain/terms/regions.ts'
import { staffRoles } from '#server/domain/terms/staff.ts'
import type { DataOf } from '#server/http/page.ts'
import styles from './page.module.css'
import type { load } from './page.server'

type Account = DataOf<typeof load>['list']['rows'][number]

/** All staff accounts, an admin's acts on them, and the form for a new one. */
export default function Page() {
  const { cellBase } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.staff')}</h1>
      <p className="lead">{t('staff:list.lead')}</p>
      <div className="actions">
        <Button href="#new" kind="quiet">
          {t('staff:new.title')}
        </Button>
        <Button href={href(cellBase, 'imports/:kind', { kind: 'staff' })} kind="quiet">
          {t('staff:list.from-file')}
        </Button>
      </div>
      <Card title={t('staff:list.title')}>
        <Accounts />
      </Card>
      <FirstPasswords />
      <Invitations />
      <Waiting />
      <NewAccount />
    </>
  )
}

function Accounts() {
  const { cellBase, data, language } = useView<typeof load>()
  const t = useT()
  return (
    <List
      list={data.list}
      caption={t('staff:list.title')}
      empty={t('staff:list.none')}
      keyOf={({ id }) => id}
      find={{ name: 'q', label: t('staff:list.search-name') }}
      filters={<Filters />}
      cells={{
        fullName: ({ id, fullName }) => (
          <a href={href(cellBase, 'staff/:id', { id: String(id) })}>
            <Written>{fullName}</Written>
          </a>
        ),
        role: ({ role }) => t(`staff:role.${role}`),
        place: ({ place, region }) => (region ? regionNames[region][language] : place),
        lastLoginAt: ({ lastLogin }) => lastLogin ?? t('staff:list.no-login'),
        state: (account) => <State account={account} />,
      }}
    />
  )
}

function Filters() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { inRole, state } = data.list.filters
  return (
    <>
      <ChoiceFilter
        name="inRole"
        label={t('staff:list.search-role')}
        value={inRole}
        any={t('staff:list.any-role')}
        choices={staffRoles.map((role) => ({ value: role, label: t(`staff:role.${role}`) }))}
      />
      <ChoiceFilter
        name="state"
        label={t('list:column.state')}
        value={state}
        choices={(['open', 'no-password', 'disabled'] as const).map((value) => ({
          value,
          label: t(`staff:list.${value}`),
        }))}
      />
    </>
  )
}

/** Accounts that came with a file have no password until an admin hands one out. */
function FirstPasswords() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { all, withEmail } = data.withoutPassword
  if (all === 0) return null
  return (
    <Card tone="next" title={t('staff:passwords.title')}>
      {withEmail > 0 && (
        <Form submit={t('staff:invitation.send-all', { count: withEmail })} name="invite-all">
          <p>{t('staff:invitation.about', { count: withEmail })}</p>
          <input type="hidden" name="invite" value="all" />
        </Form>
      )}
      <p>{t('staff:passwords.about', { count: all })}</p>
      <CsvDownload address={href(cellBase, 'one-time-passwords.csv')} label={t('staff:passwords.submit')} />
    </Card>
  )
}

/** The links that were sent and not used, to be sent again or ended. */
function Invitations() {
  const { data } = useView<typeof load>()
  const t = useT()
  if (data.invitations.length === 0) return null
  return (
    <Card title={t('staff:invitation.open')}>
      <Table
        caption={t('staff:invitation.open')}
        rows={data.invitations}
        keyOf={({ staffId }) => staffId}
        columns={[
          { title: t('list:column.fullName'), cell: ({ fullName }) => <Written>{fullName}</Written> },
          { title: t('staff:login-name'), cell: ({ loginName }) => loginName },
          { title: t('staff:new.email'), cell: ({ email }) => <NetAddress of={email} /> },
          { title: t('staff:invitation.sent'), cell: ({ sent, madeByName }) => `${sent}, ${madeByName}` },
          {
            title: t('staff:invitation.ends'),
            cell: ({ ends, isOver }) => (isOver ? <Tag tone="fix">{t('staff:invitation.over')}</Tag> : ends),
          },
          {
            title: t('staff:invitation.acts'),
            cell: ({ staffId, loginName }) => (
              <div className="acts">
                <Invite staffId={staffId} invite="one" label={t('staff:invitation.again')} of={loginName} />
                <Invite staffId={staffId} invite="withdraw" label={t('staff:invitation.withdraw')} of={loginName} />
              </div>
            ),
          },
        ]}
      />
    </Card>
  )
}

function Invite({
  staffId,
  invite,
  label,
  of,
}: {
  staffId: number
  invite: 'one' | 'withdraw'
  label: string
  /** Whose it is, for those who hear the button alone. */
  of: string
}) {
  return (
    <Form
      submit={
        <>
          {label} <VisuallyHidden>{of}</VisuallyHidden>
        </>
      }
      kind={invite === 'one' ? 'quiet' : 'danger'}
      name={`${invite}-${staffId}`}
    >
      <input type="hidden" name="invite" value={invite} />
      <input type="hidden" name="staffId" value={staffId} />
    </Form>
  )
}

const tones = { disabled: 'fix', 'no-password': 'warn', 'one-time': 'wait', open: 'done' } as const

/** The state of an account, and an admin's acts on it. */
function State({ account }: { account: Account }) {
  const { data } = useView<typeof load>()
  const t = useT()
  const { id, loginName, state, hasTotp } = account
  return (
    <div className={styles.state}>
      <Tag tone={tones[state]}>{t(`staff:list.${state}`)}</Tag>{' '}
      {hasTotp === 1 && <Tag tone="done">{t('staff:list.second-factor')}</Tag>}
      {id === data.ownId ? (
        <small>{t('staff:list.own')}</small>
      ) : (
        <Disclosure
          summary={
            <>
              {t('staff:list.change')} <VisuallyHidden>{loginName}</VisuallyHidden>
            </>
          }
          kind="inline"
        >
          <div className="acts">
            <Act id={id} intent="reset-password" />
            {hasTotp === 1 && <Act id={id} intent="reset-second-factor" />}
            <Act id={id} intent={state === 'disabled' ? 'enable' : 'disable'} />
          </div>
        </Disclosure>
      )}
    </div>
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
        {data.waiting.map(({ id, kind, edit, loginName, fullName, preparedAt, preparedByName, mayRelease }) => (
          <li key={id}>
            <div className="head">
              <Written as="b">{fullName}</Written>
              <span>{loginName}</span>
            </div>
            <p>
              {t(`staff:waiting.${kind}`)}
              {edit &&
                `: ${edit.fullName}, ${t(`staff:role.${edit.role}`)}, ${edit.centre ?? edit.institute ?? edit.region ?? '–'}`}
            </p>
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
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Card tone="narrow" title={t('staff:new.title')} place="new">
      <Form submit={t('staff:new.submit')} name="new">
        <Field name="loginName" label={t('staff:login-name')} hint={t('staff:new.login-name-hint')} required />
        <PersonFields centres={data.centres} />
      </Form>
    </Card>
  )
}
