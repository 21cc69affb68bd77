import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { demoAddresses } from './addresses'
import styles from './page.module.css'
import type { DemoView } from './page.server'

type Message = DemoView['outbox'][number]

/** Messages shown at once; the others open on request. */
const newest = 3

/** Every message that a live portal would have sent, newest first, with its OTP and its link. */
export function Outbox({ messages }: { messages: readonly Message[] }) {
  const t = useT()
  return (
    <Card place="outbox" title={t('demo:outbox')}>
      <p>{t('demo:outbox-text')}</p>
      <div className="actions">
        <Button href={demoAddresses.page} kind="quiet" small>
          {t('demo:outbox-reload')}
        </Button>
      </div>
      {messages.length === 0 ? (
        <p className="lead">{t('demo:outbox-empty')}</p>
      ) : (
        <Messages caption={t('demo:outbox')} messages={messages.slice(0, newest)} />
      )}
      {messages.length > newest && (
        <Disclosure summary={t('demo:outbox-earlier')}>
          <Messages caption={t('demo:outbox-earlier')} messages={messages.slice(newest)} />
        </Disclosure>
      )}
    </Card>
  )
}

function Messages({ caption, messages }: { caption: string; messages: readonly Message[] }) {
  const { language } = useView()
  const t = useT()
  return (
    <Table
      caption={caption}
      rows={messages}
      keyOf={({ course, id }) => `${course} ${id}`}
      columns={[
        { title: t('demo:outbox-time'), cell: ({ at }) => formatDateTime(Date.parse(at), language) },
        {
          title: t('demo:outbox-to'),
          cell: ({ channel, to }) => (
            <>
              {channel !== 'push' && to} <Tag tone="todo">{t(`demo:channel.${channel}`)}</Tag>
            </>
          ),
        },
        { title: t('demo:outbox-message'), cell: (message) => <Text message={message} /> },
      ]}
    />
  )
}

function Text({ message: { text, subject, otp, language } }: { message: Message }) {
  const t = useT()
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  return (
    <>
      {otp && (
        <p>
          {t('demo:outbox-otp')} <b className={styles.code}>{otp}</b>
        </p>
      )}
      {subject ? (
        <Disclosure summary={subject} kind="inline" lang={language}>
          <p className={styles.text}>{text}</p>
        </Disclosure>
      ) : (
        <p className={styles.text} lang={language}>
          {text}
        </p>
      )}
      {link && <a href={link}>{t('demo:outbox-link')}</a>}
    </>
  )
}
