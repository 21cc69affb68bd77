import { Table } from '#pages/ui/data/Table.tsx'
import { useT } from '#pages/ui/view.ts'
import type { MeritLine } from '#server/domain/merit/pages.ts'

/** Lines of a merit list with the public columns; on a phone each line is a card. Needs the texts `meritpages`. */
export function MeritTable({ caption, lines }: { caption: string; lines: readonly MeritLine[] }) {
  const t = useT()
  return (
    <Table
      caption={caption}
      rows={lines}
      keyOf={({ meritNumber }) => meritNumber}
      columns={[
        { title: t('meritpages:column.number'), cell: ({ meritNumber }) => meritNumber, isFigure: true },
        { title: t('meritpages:column.user-id'), cell: ({ userId }) => userId, isShort: true },
        { title: t('meritpages:column.name'), cell: ({ fullName }) => fullName, isName: true, isWritten: true },
        { title: t('meritpages:column.type'), cell: ({ type }) => type, isShort: true },
        {
          title: t('meritpages:column.category'),
          cell: ({ category }) => t(`meritpages:category.${category}`),
          isShort: true,
        },
        { title: t('meritpages:column.percentage'), cell: ({ percentage }) => percentage, isFigure: true },
      ]}
    />
  )
}
