import { Table } from '#pages/ui/data/Table.tsx'
import { useT } from '#pages/ui/view.ts'
import type { NamedZone, SeatOfRun } from '#server/domain/allotment/zone.ts'

/** `800110110 GOPENS, Sahyadri Institute, MBA`; a dash for no seat. `places`: the institute and course of each choice code. */
export function seatInWords(seat: SeatOfRun | null, places: Readonly<Record<string, string>>): string {
  if (!seat) return '–'
  const place = places[seat.choiceCode]
  return `${seat.choiceCode} ${seat.seatType}${place ? `, ${place}` : ''}`
}

/** The others whom an order or a correction concerns, by name, with their seats before and after. Null: nobody. */
export function ZoneTable({ zone, places }: { zone: NamedZone | null; places: Readonly<Record<string, string>> }) {
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
        { title: t('allotment:column.before'), cell: ({ before }) => seatInWords(before, places) },
        { title: t('allotment:column.after'), cell: ({ after }) => seatInWords(after, places) },
        { title: t('allotment:zone.effect'), cell: ({ kind }) => t(`allotment:zone.${kind}`) },
      ]}
    />
  )
}
