import type { ReactNode } from 'react'
import { Tag, type TagTone } from './Tag'

export type Task = { title: string; note?: ReactNode; href?: string; tag: { tone: TagTone; text: string } }

/** Tasks, each with its state. A task without an address cannot be begun yet. */
export const TaskList = ({ tasks }: { tasks: readonly Task[] }) => (
  <ul className="tasks">
    {tasks.map(({ title, note, href, tag }) => (
      <li key={title}>
        <div className="grow">
          {href ? <a href={href}>{title}</a> : title}
          {note && <small>{note}</small>}
        </div>
        <Tag tone={tag.tone}>{tag.text}</Tag>
      </li>
    ))}
  </ul>
)
