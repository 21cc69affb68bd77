import { Fragment } from 'react'
import { deskLineOf, deskMenuGroups } from '../../../server/domain/portal/desk-menu'
import { href } from '../href'
import { type StaffView, useT, useView } from '../view'

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

/** A menu with more lines than this shows only the group of the page: so it fits on a screen 768 px high. */
const mostOpenLines = 12

/**
 * The desk pages that this role can open, in groups that fold with and without JavaScript; none until a pending duty is
 * done.
 */
export function DeskMenuLines({ staff }: { staff: StaffView }) {
  const { cellBase, route } = useView()
  const t = useT()
  const page = route.replace(/^cell\//, '')
  const current = deskLineOf(page)
  const groups = deskMenuGroups(staff)
  const isShort = groups.reduce((sum, { lines }) => sum + lines.length, 0) <= mostOpenLines
  return (
    <div className="desk-menu">
      {groups.map(({ group, lines }) => {
        const list = (
          <ul>
            {lines.map((line) => (
              <li key={line.route}>
                <a
                  href={href(cellBase, line.route)}
                  aria-current={line.route === page ? 'page' : line.route === current ? 'true' : undefined}
                >
                  {t(line.title)}
                </a>
              </li>
            ))}
          </ul>
        )
        if (group === null) return <Fragment key="above">{list}</Fragment>
        return (
          <details key={group} open={isShort || lines.some(({ route }) => route === current)}>
            <summary>{t(`staff:group.${group}`)}</summary>
            {list}
          </details>
        )
      })}
    </div>
  )
}
