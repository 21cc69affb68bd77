import { formatDateTime } from '../../../../server/i18n/format'
import { Card } from '../../../ui/Card'
import { Tag, type TagTone } from '../../../ui/Tag'
import { useT, useView } from '../../../ui/view'
import type { show } from './page.server'

const tones: Record<string, TagTone> = { waiting: 'warn', sent: 'done', refused: 'fix', failed: 'fix', expired: 'wait' }

/** Whether each OTP and message arrived: what a caller asks first. What they said is not here. */
export function Deliveries() {
  const { data, language } = useView<typeof show>()
  const t = useT()
  return (
    <Card title={t('helpdesk:messages.title')}>
      <p className="lead">{t('helpdesk:messages.about')}</p>
      {data.deliveries.length === 0 ? (
        <p>{t('helpdesk:messages.none')}</p>
      ) : (
        <ul className="desk-list">
          {data.deliveries.map((line) => (
            <li key={line.id}>
              <div className="head">
                <b>{t(line.template.endsWith('-otp') ? 'helpdesk:messages.otp' : 'helpdesk:messages.message')}</b>
                <Tag tone={tones[line.state] ?? 'wait'}>{t(`helpdesk:delivery.${line.state}`)}</Tag>
              </div>
              <p>{line.about}</p>
              <p>
                {t(`helpdesk:channel.${line.channel}`)} · <span className="num">{line.to}</span> ·{' '}
                <span className="num">{formatDateTime(line.createdAt, language)}</span>
                {line.attempts > 1 && ` · ${t('helpdesk:messages.attempts', { attempts: line.attempts })}`}
              </p>
              {line.lastError !== null && <code>{line.lastError}</code>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
