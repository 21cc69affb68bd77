import { Tag } from '#pages/ui/data/Tag.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { BoxMessage } from '#server/features/messages/inbox/service.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import styles from './MessageList.module.css'

/** Messages by subject; unread ones are marked. */
export function MessageList({ messages }: { messages: readonly BoxMessage[] }) {
  const { base, language } = useView()
  const t = useT()
  if (!messages.length) return <p>{t('inbox:none')}</p>
  return (
    <ul className="tasks">
      {messages.map(({ id, subject, language: spoken, at, isRead }) => (
        <li key={id} className={isRead ? undefined : styles.unread}>
          <div className="grow">
            <a href={href(base, 'singleMsg/:id', { id: String(id) })} lang={spoken}>
              {subject}
            </a>
            <small>{formatDateTime(at, language)}</small>
          </div>
          {!isRead && <Tag tone="todo">{t('inbox:unread')}</Tag>}
        </li>
      ))}
    </ul>
  )
}
