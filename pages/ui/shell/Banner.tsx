import type { ReactNode } from 'react'

export type BannerTone = 'info' | 'ok' | 'warn' | 'error'

/** Something that stands above the content until it is no longer so. `action`: one button or link. */
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
