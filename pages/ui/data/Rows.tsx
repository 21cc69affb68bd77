import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon'

export type Row = { href: string; title: ReactNode; note?: ReactNode; icon?: IconName; isFull?: boolean }

/**
 * Links to other pages, each a row as wide as its panel (`Card` with the tone `flush`). `isFull`: the address is a file, not a
 * page.
 */
export const Rows = ({ rows }: { rows: readonly Row[] }) => (
  <ul className="rows">
    {rows.map(({ href, title, note, icon, isFull }) => (
      <li key={href}>
        <a href={href} data-full={isFull || undefined}>
          {icon && <Icon name={icon} />}
          <span className="grow">
            {title}
            {note && <small>{note}</small>}
          </span>
        </a>
      </li>
    ))}
  </ul>
)
