import { deskMenu } from '../../../server/domain/portal/desk-menu'
import { Icon, iconNamed } from '../data/Icon'
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

/** The desk pages that this role can open; none until a pending duty is done. */
export function DeskMenuLines({ staff }: { staff: StaffView }) {
  const { cellBase, route } = useView()
  const t = useT()
  return (
    <ul className="group">
      {deskMenu(staff).map((line) => (
        <li key={line.route}>
          <a href={href(cellBase, line.route)} aria-current={`cell/${line.route}` === route ? 'page' : undefined}>
            <Icon name={iconNamed(line.icon)} />
            {t(line.title)}
          </a>
        </li>
      ))}
    </ul>
  )
}
