import type { StaffView } from '#server/domain/site/view.ts'
import { Icon, type IconName } from '../data/Icon'
import { href } from '../href'
import { useT, useView } from '../view'

/** Above the desk's menu: the officer's name, role and place. */
export function DeskMark({ staff: { fullName, role, scope } }: { staff: StaffView }) {
  const t = useT()
  const { language } = useView()
  return (
    <div className="id">
      <p>
        {t(`staff:role.${role}`)} <b>{fullName}</b>
      </p>
      {scope && <small>{t('staff:scope', { scope: typeof scope === 'string' ? scope : scope[language] })}</small>}
    </div>
  )
}

/** The line of the menu that a page belongs to: `help-desk` for `help-desk/:userId`. */
export function deskLineOf(page: string): string {
  const first = page.split('/')[0]!
  return first === 'centre' ? 'appointments' : first
}

/** Whoever has no more pages than this sees all of them under their doors: so the menu fits on a screen 768 px high. */
const mostOpenLines = 12

const icons = { prepare: 'list', run: 'calendar', people: 'staff', money: 'money' } as const satisfies Record<
  StaffView['menu'][number]['door'],
  IconName
>

/**
 * The doors of the desk that this role has. Under the door of a page stand the lines beside it, also a seldom one while it is open, and under every door those of a
 * role with few pages; nothing but the account until a pending duty is done.
 */
export function DeskMenuLines({ staff: { menu, duty } }: { staff: StaffView }) {
  const { cellBase, route, url } = useView()
  const t = useT()
  const page = route.replace(/^cell\//, '')
  const current = deskLineOf(page)
  const isShort = menu.reduce((sum, { routes }) => sum + routes.length, 0) <= mostOpenLines
  const own = (line: 'home' | 'search' | 'account', icon: IconName) => (
    <li>
      <a href={href(cellBase, line)} aria-current={line === page ? 'page' : undefined}>
        <Icon name={icon} />
        {t(line === 'search' ? 'staff:all-pages' : `staff:menu.${line}`)}
      </a>
    </li>
  )
  return (
    <div className="desk-menu">
      <ul>
        {!duty && own('home', 'home')}
        {menu.map(({ door, routes, more }) => {
          const address = href(cellBase, 'door/:door', { door })
          const isHere = url.split('?')[0] === address
          const isWithin = routes.some((line) => line === current)
          const shown = [...routes, ...more.filter((line) => line === current)]
          const isAbove = shown.length > routes.length
          return (
            <li key={door}>
              <a href={address} aria-current={isHere ? 'page' : undefined}>
                <Icon name={icons[door]} />
                {t(`staff:door.${door}`)}
              </a>
              {(isShort || isWithin || isAbove) && shown.length > 0 && (
                <ul>
                  {shown.map((line) => (
                    <li key={line}>
                      <a
                        href={href(cellBase, line)}
                        aria-current={line === page ? 'page' : line === current ? 'true' : undefined}
                      >
                        {t(`staff:menu.${line}`)}
                      </a>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          )
        })}
        {!duty && own('search', 'search')}
        {own('account', 'person')}
      </ul>
    </div>
  )
}
