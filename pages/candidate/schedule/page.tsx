import { ScheduleTable } from '../../parts/notices/ScheduleTable'
import { href } from '../../ui/href'
import { Breadcrumb } from '../../ui/shell/Breadcrumb'
import { useT, useView } from '../../ui/view'

/** The schedule, with the candidate's sidebar. */
export default function Page() {
  const { base } = useView()
  const t = useT()
  const title = t('shell:title.schedule')
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title }]} />
      <ScheduleTable title={title} />
    </>
  )
}
