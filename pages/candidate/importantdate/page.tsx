import { ScheduleTable } from '#pages/parts/notices/ScheduleTable.tsx'
import { useT } from '#pages/ui/view.ts'

/** Important dates, for everybody. */
export default function Page() {
  return <ScheduleTable title={useT()('notices:dates.title')} />
}
