import { ScheduleTable } from '../../parts/notices/ScheduleTable'
import { useT } from '../../ui/view'

/** Important dates, for everybody. */
export default function Page() {
  return <ScheduleTable title={useT()('notices:dates.title')} />
}
