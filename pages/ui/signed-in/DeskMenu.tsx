import { Fragment } from 'react'
import type { StaffView } from '#server/domain/site/view.ts'
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

/** A menu with more lines than this shows only the group of the page: so it fits on a screen 768 px high. */
const mostOpenLines = 12

/**
 * The desk pages that this role can open, in groups that fold with and without JavaScript; none until a pending duty is
 * done.
 */
export function DeskMenuLines({ staff: { menu } }: { staff: StaffView }) {
  const { cellBase, route } = useView()
  const t = useT()
  const page = route.replace(/^cell\//, '')
  const current = deskLineOf(page)
  const isShort = menu.reduce((sum, { routes }) => sum + routes.length, 0) <= mostOpenLines
  return (
    <div className="desk-menu">
      {menu.map(({ group, routes }) => {
        const list = (
          <ul>
            {routes.map((line) => (
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
        )
        if (group === null) return <Fragment key="above">{list}</Fragment>
        return (
          <details key={group} open={isShort || routes.some((line) => line === current)}>
            <summary>{t(`staff:group.${group}`)}</summary>
            {list}
          </details>
        )
      })}
    </div>
  )
}
