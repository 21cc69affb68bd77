import { CaseList } from '#pages/parts/cancellation/CaseList.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** Every cancelled admission, for the cell. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { list, late } = data
  return (
    <>
      <h1>{t('staff:menu.cancellations')}</h1>
      <p className="lead">{t('cancellation:cell.lead')}</p>
      {late > 0 && (
        <Banner tone="warn" action={<a href={href(base, 'late-returns')}>{t('late:title')}</a>}>
          {t('cancellation:cell.late', { count: late })}
        </Banner>
      )}
      <CaseList route="cancellations" list={list} />
    </>
  )
}
