import { deskMenu } from '../../../server/domain/desk-menu'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import '../../desk-parts/desk.css'

/** What this role can do: a card for each page of the desk. */
export default function Page() {
  const { cellBase, staff } = useView()
  const t = useT()
  if (!staff) return null
  return (
    <>
      <h1>{t('staff:menu.home')}</h1>
      <p className="lead">{t(`staff:role-about.${staff.role}`)}</p>
      <ul className="grid">
        {deskMenu(staff)
          .filter(({ route }) => route !== 'home')
          .map(({ route, title, about }) => (
            <li key={route} className="card desk-card">
              <h2>
                <a href={href(cellBase, route)}>{t(title)}</a>
              </h2>
              <p>{t(about)}</p>
            </li>
          ))}
      </ul>
    </>
  )
}
