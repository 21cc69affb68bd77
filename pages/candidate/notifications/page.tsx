import { NoticeList } from '../../parts/notices/NoticeList'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

/** All notices of the cell. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('shell:menu.notifications')}</h1>
      <p className="lead">{t('notices:notices.lead')}</p>
      <section className="card">
        <NoticeList notices={data.notices} level="h2" />
      </section>
    </>
  )
}
