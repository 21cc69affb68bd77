import { NoticeList } from '../../parts/notices/NoticeList'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

/** The news, newest first. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('shell:menu.news')}</h1>
      <p className="lead">{t('content:news.lead')}</p>
      <section className="card">
        <NoticeList notices={data.news} level="h2" none={t('content:news.none')} />
      </section>
    </>
  )
}
