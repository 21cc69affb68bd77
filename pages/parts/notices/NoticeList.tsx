import { useT } from '#pages/ui/view.ts'
import type { Piece } from '#server/domain/site/notices.ts'
import { Prose } from './Prose'

type NoticeText = {
  id: number
  title: string
  body: readonly (readonly Piece[])[]
  date: string
  /** The day on which its words were changed; null if they never were. */
  changed: string | null
}

/** Notices, newest first. `level`: the heading level of the titles; `none`: the words for an empty list. */
export function NoticeList({
  notices,
  level: Title,
  none,
}: {
  notices: readonly NoticeText[]
  level: 'h2' | 'h3'
  none?: string
}) {
  const t = useT()
  if (notices.length === 0) return <p>{none ?? t('notices:none')}</p>
  return (
    <ul className="entries">
      {notices.map(({ id, title, body, date, changed }) => (
        <li key={id} id={`notice-${id}`}>
          <Title>{title}</Title>
          <small>
            {date}
            {changed && ` · ${t('notices:changed', { date: changed })}`}
          </small>
          <Prose text={body} />
        </li>
      ))}
    </ul>
  )
}
