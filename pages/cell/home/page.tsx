import { deskMenu } from '../../../server/domain/portal/desk-menu'
import { href } from '../../ui/href'
import { Banner } from '../../ui/shell/Banner'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

/** A card for each page of the desk that this role can open. */
export default function Page() {
  const { cellBase, data, staff } = useView<typeof load>()
  const t = useT()
  if (!staff) return null
  return (
    <>
      <h1>{t('staff:menu.home')}</h1>
      <p className="lead">{t(`staff:role-about.${staff.role}`)}</p>
      {data.recoveryAlarm && (
        <Banner tone="warn" role="alert">
          {t('health:recovery-alarm', { time: data.recoveryAlarm })}
        </Banner>
      )}
      {data.lateReturns > 0 && (
        <Banner tone="warn" action={<a href={href(cellBase, 'cancellations')}>{t('staff:menu.cancellations')}</a>}>
          {t('cancellation:cell.late', { count: data.lateReturns })}
        </Banner>
      )}
      <ul className="grid">
        {deskMenu(staff)
          .filter(({ route }) => route !== 'home')
          .map(({ route, title, about }) => (
            <li key={route} className="card">
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
