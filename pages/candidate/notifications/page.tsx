import { NoticeSearch } from '../../parts/notices/NoticeSearch'
import { useT } from '../../ui/view'

/** The notices of the cell, and their archive. */
export default function Page() {
  const t = useT()
  return (
    <>
      <h1>{t('shell:menu.notifications')}</h1>
      <p className="lead">{t('notices:notices.lead')}</p>
      <NoticeSearch route="notifications" />
    </>
  )
}
