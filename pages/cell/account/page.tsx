import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { load } from './page.server'
import { SecondFactor } from './SecondFactor'

/** The security of a staff account: its password, its second factor and its open sessions. */
export default function Page() {
  const { staff } = useView()
  const t = useT()
  const duty = staff?.duty
  return (
    <>
      <h1>{t('staff:menu.account')}</h1>
      {duty && <Banner tone="warn">{t(`staff:duty.${duty}`)}</Banner>}
      {duty !== 'second-factor' && <Password />}
      {duty !== 'password' && <SecondFactor />}
      {!duty && <Sessions />}
    </>
  )
}

function Password() {
  const t = useT()
  return (
    <Card tone="narrow" title={t('staff:password.title')}>
      <Form submit={t('staff:password.submit')} name="password">
        <Field
          kind="password"
          name="currentPassword"
          label={t('staff:password.current')}
          required
          autoComplete="current-password"
        />
        <Field
          kind="password"
          name="password"
          label={t('staff:password.new')}
          hint={t('staff:password.hint')}
          required
          autoComplete="new-password"
        />
        <Field
          kind="password"
          name="confirmPassword"
          label={t('staff:password.repeat')}
          required
          autoComplete="new-password"
        />
      </Form>
    </Card>
  )
}

function Sessions() {
  const { data, language } = useView<typeof load>()
  const t = useT()
  return (
    <Card tone="narrow" title={t('staff:sessions.title')}>
      <ul className="tasks">
        {data.sessions.map(({ at, device, isThis }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two sessions may have the same data
          <li key={index}>
            <div className="grow">
              {device}
              <small>{t('staff:sessions.since', { time: formatDateTime(at, language) })}</small>
            </div>
            {isThis && <Tag tone="done">{t('staff:sessions.this')}</Tag>}
          </li>
        ))}
      </ul>
      {data.sessions.length > 1 && (
        <Form submit={t('staff:sessions.end')} kind="quiet" name="sessions">
          <input type="hidden" name="intent" value="end-other-sessions" />
        </Form>
      )}
    </Card>
  )
}
