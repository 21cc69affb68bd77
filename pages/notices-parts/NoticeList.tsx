import { useT } from '../ui/view'
import './notices.css'

export type NoticeText = { id: number; title: string; body: string; date: string }

/** Notices, newest first. `level`: the heading that a notice's title is. */
export function NoticeList({ notices, level: Title }: { notices: readonly NoticeText[]; level: 'h2' | 'h3' }) {
  const t = useT()
  if (notices.length === 0) return <p>{t('notices:notices.none')}</p>
  return (
    <ul className="notices">
      {notices.map(({ id, title, body, date }) => (
        <li key={id}>
          <Title>{title}</Title>
          <p className="num date">{date}</p>
          <p>{body}</p>
        </li>
      ))}
    </ul>
  )
}
