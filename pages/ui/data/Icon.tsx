import sheet from './icons.svg'

/** The symbols of `icons.svg`. */
export type IconName =
  | 'alert'
  | 'back'
  | 'bell'
  | 'book'
  | 'building'
  | 'calendar'
  | 'camera'
  | 'chair'
  | 'chat'
  | 'clip'
  | 'clock'
  | 'close'
  | 'cross'
  | 'curve'
  | 'down'
  | 'download'
  | 'file'
  | 'filter'
  | 'grid'
  | 'help'
  | 'home'
  | 'info'
  | 'key'
  | 'link'
  | 'list'
  | 'lock'
  | 'login'
  | 'mail'
  | 'medal'
  | 'menu'
  | 'money'
  | 'news'
  | 'odds'
  | 'page'
  | 'person'
  | 'phone'
  | 'pin'
  | 'plus'
  | 'policy'
  | 'print'
  | 'rank'
  | 'register'
  | 'right'
  | 'seal'
  | 'search'
  | 'sort'
  | 'staff'
  | 'star'
  | 'step'
  | 'swap'
  | 'telephone'
  | 'ticket'

/**
 * An icon beside words, never instead of them: screen readers skip it. The shapes are one file of their own, which the
 * browser keeps, so that no page's script carries them.
 */
export const Icon = ({ name }: { name: IconName }) => (
  <svg className="icon" aria-hidden="true" focusable="false">
    <use href={`${sheet}#${name}`} />
  </svg>
)
