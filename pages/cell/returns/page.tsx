import { CaseTable } from '../../parts/cancellation/CaseTable'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

/** An institute's cancelled admissions, and which of them wait for its record. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  const place = { title: t('cancellation:column.choice-code'), cell: (one: { choiceCode: string }) => one.choiceCode }
  return (
    <>
      <h1>{t('staff:menu.returns')}</h1>
      <p className="lead">{t('cancellation:desk.lead')}</p>
      <CaseTable route="returns" cases={data.cases} next={data.next} place={place} />
    </>
  )
}
