import { NoticeSearch } from '#pages/parts/notices/NoticeSearch.tsx'
import { useT } from '#pages/ui/view.ts'

/** The notices of the cell, and their archive. */
export default function Page() {
  const t = useT()
  return (
    <>
      <h1>{t('shell:menu.notifications')}</h1>
      <p className="lead">{t('notices:lead')}</p>
      <NoticeSearch route="notifications" />
    </>
  )
}
