import { NoticeSearch } from '#pages/parts/notices/NoticeSearch.tsx'
import { useT } from '#pages/ui/view.ts'

/** The news, newest first, and their archive. */
export default function Page() {
  const t = useT()
  return (
    <>
      <h1>{t('shell:menu.news')}</h1>
      <p className="lead">{t('news:lead')}</p>
      <NoticeSearch route="news" none={t('news:none')} />
    </>
  )
}
