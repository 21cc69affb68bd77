import { Table } from '#pages/ui/data/Table.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { type SeatType, seatTypeName } from '#server/domain/terms/seat-types.ts'
import { formatCount } from '#server/i18n/format.ts'
import styles from './Seats.module.css'

type Seats = { seatType: SeatType; count: number }

/** Seats by type in one line: code and number. Their table explains the codes. */
export function SeatChips({ seats }: { seats: readonly Seats[] }) {
  const { language } = useView()
  return (
    <ul className={styles.chips}>
      {seats.map(({ seatType, count }) => (
        <li key={seatType} title={seatTypeName(seatType)[language]}>
          {seatType} <b>{formatCount(count)}</b>
        </li>
      ))}
    </ul>
  )
}

/** A table of seats by type, with the names of the types. `vacant`: adds a column of vacancies for each round. */
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
    <Table
      caption={label}
      rows={seats}
      keyOf={({ seatType }) => seatType}
      isWide
      isEven
      columns={[
        {
          title: t('seatlists:seat-type'),
          cell: ({ seatType }) => (
            <>
              {seatType} <small className={styles.meaning}>{seatTypeName(seatType)[language]}</small>
            </>
          ),
          total: t('seatlists:all'),
        },
        {
          title: t('seatlists:seats'),
          cell: ({ count }) => formatCount(count),
          isFigure: true,
          total: formatCount(all(seats)),
        },
        ...vacant.map(({ round, seats: free }) => ({
          title: t('seatlists:vacant-after', { round }),
          cell: ({ seatType }: Seats) => formatCount(countIn(free, seatType)),
          isFigure: true,
          total: formatCount(all(free)),
        })),
      ]}
    />
  )
}
