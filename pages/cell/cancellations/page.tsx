import { CaseTable } from '../../parts/cancellation/CaseTable'
import { href } from '../../ui/href'
import { Banner } from '../../ui/shell/Banner'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

/** Every cancelled admission, for the cell. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { cases, next, late } = data
  const place = {
    title: t('cancellation:column.institute'),
    cell: ({ institute }: { institute: string }) => institute,
    isWritten: true,
  }
  return (
    <>
      <h1>{t('staff:menu.cancellations')}</h1>
      <p className="lead">{t('cancellation:cell.lead')}</p>
      {late > 0 && (
        <Banner tone="warn" action={<a href={href(base, 'late-returns')}>{t('cancellation:late.title')}</a>}>
          {t('cancellation:cell.late', { count: late })}
        </Banner>
      )}
      <CaseTable route="cancellations" cases={cases} next={next} place={place} />
    </>
  )
}
