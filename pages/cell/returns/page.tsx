import { CaseList } from '#pages/parts/cancellation/CaseList.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** An institute's cancelled admissions, and which of them wait for its record. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.returns')}</h1>
      <p className="lead">{t('cancellation:desk.lead')}</p>
      <CaseList route="returns" list={data.list} />
    </>
  )
}
