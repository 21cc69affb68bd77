import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react'
import { classNames } from '../class-names'

type Look = {
  /** `primary`: one on each screen. `danger`: takes something away, never the act that a page is for. */
  kind?: 'primary' | 'quiet' | 'danger'
  small?: boolean
}
type AsLink = Look & { href: string } & AnchorHTMLAttributes<HTMLAnchorElement>
type AsButton = Look & { href?: undefined } & ButtonHTMLAttributes<HTMLButtonElement>

/** A button, or with `href` a link that looks like one. A button submits its form unless it has another `type`. */
export function Button({ kind = 'primary', small, ...rest }: AsLink | AsButton) {
  const className = classNames('btn', kind !== 'primary' && kind, small && 'small')
  if (rest.href !== undefined) return <a {...rest} className={className} />
  return <button type="submit" {...rest} className={className} />
}
