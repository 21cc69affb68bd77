import { Table } from '#pages/ui/data/Table.tsx'
import { useT } from '#pages/ui/view.ts'
import type { NamedZone, SeatOfRun } from '#server/domain/allotment/zone.ts'

/** `800110110 GOPENS`; a dash for no seat. */
export const seatInWords = (seat: SeatOfRun | null): string => (seat ? `${seat.choiceCode} ${seat.seatType}` : '–')

/** The others whom an order or a correction concerns, by name, with their seats before and after. Null: nobody. */
export function ZoneTable({ zone }: { zone: NamedZone | null }) {
  const t = useT()
  return (
    <Table
      caption={t('allotment:zone.title')}
      showsCaption
      rows={zone?.others ?? []}
      keyOf={({ userId }) => userId}
      empty={t('allotment:zone.none')}
      columns={[
        { title: t('allotment:column.application-id'), cell: ({ userId }) => userId },
        { title: t('allotment:zone.name'), cell: ({ fullName }) => fullName, isWritten: true },
        { title: t('allotment:column.before'), cell: ({ before }) => seatInWords(before) },
        { title: t('allotment:column.after'), cell: ({ after }) => seatInWords(after) },
        { title: t('allotment:zone.effect'), cell: ({ kind }) => t(`allotment:zone.${kind}`) },
      ]}
    />
  )
}
