import type { ReactNode } from 'react'
import type { BannerTone } from './Banner'

/** A warning of one line under the top bar of every page, with its deadline and one act. `label`: names the region. */
export const ThinBar = ({
  tone,
  label,
  action,
  children,
}: {
  tone: BannerTone
  label: string
  action?: ReactNode
  children: ReactNode
}) => (
  <aside className={`thin ${tone}`} aria-label={label}>
    <p className="grow">{children}</p>
    {action}
  </aside>
)
