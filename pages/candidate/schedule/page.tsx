import { ScheduleTable } from '#pages/parts/notices/ScheduleTable.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'

/** The schedule, with the candidate's sidebar. */
export default function Page() {
  const { base } = useView()
  const t = useT()
  const title = t('signedin:title.schedule')
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title }]} />
      <ScheduleTable title={title} />
    </>
  )
}
