import { Table } from '#pages/ui/data/Table.tsx'
import { useT } from '#pages/ui/view.ts'
import type { ClosingYears as Years } from '#server/domain/seats/past-closings.ts'
import { comparePublicSeatTypes } from '#server/domain/seats/public-seats.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { formatCount } from '#server/i18n/format.ts'
import { SeatName } from './seat-name'

type Closing = { merit: number; percentage: string | null } | null
type Present = { rounds: readonly CapRound[]; seats: readonly { seatType: string; closings: readonly Closing[] }[] }
type Number = { round: CapRound; merit: number; percentage?: string | null }

/**
 * The closing merits of a course by type of seat: this season's and earlier ones side by side, each with its rounds.
 * `present`: null before the first round, and then without a column.
 */
export function ClosingYears({
  code,
  academicYear,
  present,
  past,
}: {
  code: string
  academicYear: string
  present: Present | null
  past: Years | null
}) {
  const t = useT()
  const now = new Map(
    present?.seats.map(({ seatType, closings }) => [
      seatType,
      present.rounds.flatMap((round, place): Number[] => (closings[place] ? [{ round, ...closings[place] }] : [])),
    ]),
  )
  const before = new Map(past?.byCode[code]?.map(({ seatType, years }) => [seatType, years]))
  const types = [...new Set([...now.keys(), ...before.keys()])].sort(comparePublicSeatTypes)
  if (!types.length) return null
  return (
    <Table
      caption={t('closing:caption', { code })}
      rows={types}
      keyOf={(type) => type}
      isWide
      columns={[
        { title: t('closing:seat-type'), cell: (type) => <SeatName seatType={type} /> },
        present && { title: academicYear, cell: (type) => <Numbers numbers={now.get(type) ?? []} /> },
        ...(past?.years ?? []).map((year, place) => ({
          title: year,
          cell: (type: string) => <Numbers numbers={before.get(type)?.[place] ?? []} />,
        })),
      ]}
    />
  )
}

/** The last numbers of a season, a line for each round. */
function Numbers({ numbers }: { numbers: readonly Number[] }) {
  const t = useT()
  if (!numbers.length) return '–'
  return (
    <div>
      {numbers.map(({ round, merit, percentage }) => (
        <div key={round}>
          <span className="unbroken">
            {t('closing:of-round', { round })} <b className="num">{formatCount(merit)}</b>
          </span>
          {percentage && <small className="unbroken"> {percentage} %</small>}
        </div>
      ))}
    </div>
  )
}
