import { ScheduleTable } from '../../notices-parts/ScheduleTable'
import { Breadcrumb } from '../../ui/Breadcrumb'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'

/** The schedule beside the candidate's own sidebar. */
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
