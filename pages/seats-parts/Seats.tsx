import { type SeatType, seatTypeName } from '../../server/domain/seat-types'
import { formatCount } from '../../server/i18n/format'
import { useT, useView } from '../ui/view'
import './seats.css'

type Seats = { seatType: SeatType; count: number }

/** Seats by type on one line after the other: code and number. The table of the types says what the codes mean. */
export function SeatChips({ seats }: { seats: readonly Seats[] }) {
  const { language } = useView()
  return (
    <ul className="seat-chips">
      {seats.map(({ seatType, count }) => (
        <li key={seatType} title={seatTypeName(seatType)[language]}>
          {seatType} <b className="num">{formatCount(count)}</b>
        </li>
      ))}
    </ul>
  )
}

/** Seats by type, in words. `vacant`: further columns, by round, of what is still free. */
export function SeatTable({
  label,
  seats,
  vacant = [],
}: {
  label: string
  seats: readonly Seats[]
  vacant?: readonly { round: number; seats: readonly Seats[] }[]
}) {
  const { language } = useView()
  const t = useT()
  const all = (of: readonly Seats[]) => of.reduce((sum, { count }) => sum + count, 0)
  const countIn = (of: readonly Seats[], type: SeatType) => of.find(({ seatType }) => seatType === type)?.count ?? 0
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="scroll" tabIndex={0} aria-label={label}>
      <table className="seat-table">
        <thead>
          <tr>
            <th scope="col">{t('seats:seat-type')}</th>
            <th scope="col" className="num">
              {t('seats:seats')}
            </th>
            {vacant.map(({ round }) => (
              <th key={round} scope="col" className="num">
                {t('seats:vacant-after', { round })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {seats.map(({ seatType, count }) => (
            <tr key={seatType}>
              <th scope="row">
                {seatType} <small>{seatTypeName(seatType)[language]}</small>
              </th>
              <td className="num">{formatCount(count)}</td>
              {vacant.map(({ round, seats: free }) => (
                <td key={round} className="num">
                  {formatCount(countIn(free, seatType))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('seats:all')}</th>
            <td className="num">{formatCount(all(seats))}</td>
            {vacant.map(({ round, seats: free }) => (
              <td key={round} className="num">
                {formatCount(all(free))}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
