import { formatCount } from '../../../server/i18n/format'
import { Table } from '../../ui/data/Table'
import { useT } from '../../ui/view'
import type { Line } from './lines'

/** Every type of seat that the candidate could get at a choice, with the last number admitted in `closedRound`. */
export function ClosingTable({ line, closedRound }: { line: Line; closedRound: number | null }) {
  const t = useT()
  if (closedRound === null || !line.isOffered) return null
  if (line.closings.length === 0) return <p>{t('options:line.not-closed', { round: closedRound })}</p>
  return (
    <Table
      caption={t('options:line.closings', { round: closedRound })}
      showsCaption
      rows={line.closings}
      keyOf={({ type }) => type}
      columns={[
        { title: t('options:line.your-seats'), cell: ({ name, type }) => `${name} (${type})` },
        {
          title: t('options:line.closed-at'),
          isFigure: true,
          cell: ({ merit, isLeft }) =>
            [merit !== null && formatCount(merit), isLeft && t('options:line.seats-left')].filter(Boolean).join(', '),
        },
      ]}
    />
  )
}
