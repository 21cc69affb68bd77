import type { ReactNode } from 'react'
import { classNames } from '../class-names'
import type { BannerTone } from '../data/Banner'

/** A warning of one line under the top bar of every page, with its deadline and one act. `label`: names the region; `name`: for the style sheet. */
export const ThinBar = ({
  tone,
  label,
  name,
  action,
  children,
}: {
  tone: BannerTone
  label: string
  name?: string
  action?: ReactNode
  children: ReactNode
}) => (
  <aside className={classNames('thin', tone, name)} aria-label={label}>
    <p className="grow">{children}</p>
    {action}
  </aside>
)
