import type { ReactNode } from 'react'
import { formatDateTime } from '../../server/i18n/format'
import { Button } from '../ui/Button'
import { Card } from '../ui/Card'
import { Tag } from '../ui/Tag'
import { useT, useView } from '../ui/view'
import { demoAddresses } from './addresses'
import type { DemoView } from './page.server'

type Message = DemoView['outbox'][number]

/** Every message that would have been sent, newest first; its OTP large, its links to follow. */
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
              <th scope="col">{t('demo:outbox-otp')}</th>
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
        {subject && <p lang={language}>{subject}</p>}
        <p className="text" lang={language}>
          {withLinks(text)}
        </p>
      </td>
      <td>{otp && <output className="code num">{otp}</output>}</td>
    </tr>
  )
}

/** The addresses in a message, as links. */
const withLinks = (text: string): ReactNode[] =>
  text.split(/(https?:\/\/\S+)/).map((part, place) =>
    place % 2 ? (
      <a key={part} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  )
