import { formatDateTime } from '../../server/i18n/format'
import { Button } from '../ui/Button'
import { Card } from '../ui/Card'
import { Tag } from '../ui/Tag'
import { useT, useView } from '../ui/view'
import { demoAddresses } from './addresses'
import type { DemoView } from './page.server'

type Message = DemoView['outbox'][number]

/** Every message that would have been sent, newest first; its OTP large, its link ready to follow. */
export function Outbox({ messages }: { messages: readonly Message[] }) {
  const t = useT()
  return (
    <Card title={t('demo:outbox')}>
      <p>{t('demo:outbox-text')}</p>
      <div className="actions">
        <Button href={demoAddresses.page} kind="quiet" small>
          {t('demo:outbox-reload')}
        </Button>
      </div>
      {messages.length === 0 ? (
        <p className="lead">{t('demo:outbox-empty')}</p>
      ) : (
        <table className="outbox">
          <thead>
            <tr>
              <th scope="col">{t('demo:outbox-time')}</th>
              <th scope="col">{t('demo:outbox-message')}</th>
            </tr>
          </thead>
          <tbody>
            {messages.map((message) => (
              <Row key={`${message.course} ${message.id}`} message={message} />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}

function Row({ message: { at, channel, to, text, subject, otp, language } }: { message: Message }) {
  const view = useView()
  const t = useT()
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  return (
    <tr>
      <td>
        <span className="num">{formatDateTime(Date.parse(at), view.language)}</span>
        <Tag tone="todo">{t(`demo:channel.${channel}`)}</Tag>
      </td>
      <td>
        <p className="to">
          {t('demo:outbox-to')} <b>{to}</b>
        </p>
        {otp && (
          <p>
            {t('demo:outbox-otp')} <b className="code num">{otp}</b>
          </p>
        )}
        {subject ? (
          <details lang={language}>
            <summary>{subject}</summary>
            <p className="text">{text}</p>
          </details>
        ) : (
          <p className="text" lang={language}>
            {text}
          </p>
        )}
        {link && <a href={link}>{t('demo:outbox-link')}</a>}
      </td>
    </tr>
  )
}
