import { Card } from '#pages/ui/data/Card.tsx'
import { Tag, type TagTone } from '#pages/ui/data/Tag.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { show } from './page.server'

const tones: Record<string, TagTone> = {
  waiting: 'warn',
  sent: 'done',
  refused: 'fix',
  failed: 'fix',
  expired: 'wait',
  stopped: 'todo',
}

/** The delivery of each OTP and message, the usual subject of a call. The texts are not shown. */
export function Deliveries() {
  const { data, demo, language } = useView<typeof show>()
  const t = useT()
  return (
    <Card title={t('helpdesk:messages.title')}>
      <p className="lead">{t('helpdesk:messages.about')}</p>
      {demo && <p className="hint">{t('staff:demo-times')}</p>}
      {(data.messages ?? []).length === 0 ? (
        <p>{t('helpdesk:messages.none')}</p>
      ) : (
        <ul className="entries">
          {(data.messages ?? []).map((line) => (
            <li key={line.id}>
              <div className="head">
                <b>{t(line.template.endsWith('-otp') ? 'helpdesk:messages.otp' : 'helpdesk:messages.message')}</b>
                <Tag tone={tones[line.state] ?? 'wait'}>{t(`helpdesk:delivery.${line.state}`)}</Tag>
              </div>
              <p>{line.about}</p>
              <p>
                {t(`helpdesk:channel.${line.channel}`)} {line.to && ` · ${line.to}`} ·{' '}
                {formatDateTime(line.createdAt, language)}
                {line.receiverId !== null && ` · ${t('helpdesk:messages.receiver')}`}
                {line.attempts > 1 && ` · ${t('helpdesk:messages.attempts', { attempts: line.attempts })}`}
              </p>
              {line.lastError !== null && <code>{line.lastError}</code>}
              {line.state !== 'waiting' && !line.template.endsWith('-otp') && (
                <Form submit={t('helpdesk:messages.resend')} kind="quiet" name={`resend-${line.id}`}>
                  <input type="hidden" name="intent" value="resend" />
                  <input type="hidden" name="message" value={line.id} />
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
