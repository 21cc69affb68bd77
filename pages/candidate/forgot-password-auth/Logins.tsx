import { Card } from '#pages/ui/data/Card.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { load } from './page.server'

/** Every open login of the account, the previous one, and the button to end them all. */
export function Logins() {
  const { data, language } = useView<typeof load>()
  const t = useT()
  const { sessions, previous } = data
  const nameOf = (device: string | null) => device ?? t('accounts:logins.unknown-device')
  const timeOf = (at: number) => formatDateTime(at, language)
  return (
    <Card tone="narrow" title={t('accounts:logins.title')}>
      <ul className="tasks">
        {sessions.map(({ at, device, isThis }) => (
          <li key={at}>
            <div className="grow">
              {nameOf(device)}
              <small>{t('accounts:logins.at', { time: timeOf(at) })}</small>
            </div>
            {isThis && <Tag tone="done">{t('accounts:logins.this')}</Tag>}
          </li>
        ))}
      </ul>
      <div className="stack">
        <p>
          {previous
            ? t('accounts:logins.previous', { time: timeOf(previous.at), device: nameOf(previous.device) })
            : t('accounts:logins.first')}
        </p>
        <p>
          {t('accounts:logins.not-you')} {t('accounts:logins.everywhere-about')}
        </p>
        <Form submit={t('accounts:logins.everywhere')} kind="quiet" name="everywhere">
          <input type="hidden" name="intent" value="everywhere" />
        </Form>
      </div>
    </Card>
  )
}
