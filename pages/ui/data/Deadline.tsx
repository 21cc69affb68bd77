import { formatDateTime } from '#server/i18n/format.ts'
import { useView } from '../view'
import { Countdown } from './Countdown'

/** A deadline (epoch ms) in one line: its name, the date, and the time left. */
export function Deadline({ name, until }: { name: string; until: number }) {
  const { language } = useView()
  return (
    <p className="submit-by">
      <b>{name}</b> {formatDateTime(until, language)} <Countdown until={until} isAfterDate />
    </p>
  )
}
