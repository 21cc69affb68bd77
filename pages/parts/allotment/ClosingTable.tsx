import { Table } from '#pages/ui/data/Table.tsx'
import { useT } from '#pages/ui/view.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { formatCount } from '#server/i18n/format.ts'
import { SeatName } from './seat-name'

type Closing = { merit: number; percentage: string | null } | null
type Line = { seatType: string; closings: readonly Closing[] }

/** The closing merits of a course by type of seat, with a column for each round. */
export function ClosingTable({
  code,
  rounds,
  seats,
}: {
  code: string
  rounds: readonly CapRound[]
  seats: readonly Line[]
}) {
  const t = useT()
  return (
    <Table
      caption={t('closing:caption', { code })}
      rows={seats}
      keyOf={({ seatType: type }) => type}
      isWide
      isEven
      columns={[
        { title: t('closing:seat-type'), cell: ({ seatType: type }) => <SeatName seatType={type} /> },
        ...rounds.map((one, place) => ({
          title: t('closing:round', { round: one }),
          cell: ({ closings }: Line) => <ClosingMerit closing={closings[place] ?? null} />,
          isFigure: true,
        })),
      ]}
    />
  )
}

/** The last number, and its percentage below it. */
function ClosingMerit({ closing }: { closing: Closing }) {
  if (!closing) return '–'
  return (
    <>
      {formatCount(closing.merit)}{' '}
      {closing.percentage !== null && (
        <>
          <br />
          <small>{closing.percentage} %</small>
        </>
      )}
    </>
  )
}
