import type { ReactNode } from 'react'

export type BannerTone = 'info' | 'ok' | 'warn' | 'error'

/** A message above the content for as long as it applies. `action`: one button or link. */
export const Banner = ({
  tone,
  title,
  action,
  role,
  children,
}: {
  tone: BannerTone
  title?: ReactNode
  action?: ReactNode
  role?: 'status' | 'alert'
  children?: ReactNode
}) => (
  <div className={`banner ${tone}`} role={role}>
    <div className="grow">
      {title && <b>{title}</b>}
      {children}
    </div>
    {action}
  </div>
)
