import { useT } from '../../ui/view'
import { ScheduleTable } from './ScheduleTable'

/** Important dates, for everybody. */
export default function Page() {
  return <ScheduleTable title={useT()('notices:dates.title')} />
}
