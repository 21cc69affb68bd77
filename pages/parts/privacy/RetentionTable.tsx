import { Table } from '#pages/ui/data/Table.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { RetentionClass } from '#server/domain/privacy/retention.ts'
import { formatDate } from '#server/i18n/format.ts'

type Planned = {
  of: RetentionClass
  restrict: number | null
  erase: number
  dates: { restrictAt: number | null; eraseAt: number } | null
}

/** How long each class of data is kept; with dates, once the season has an end. `caption`: the contents, for its reader. */
export function RetentionTable({ plan, caption }: { plan: readonly Planned[]; caption: string }) {
  const { language } = useView()
  const t = useT()
  const when = (count: number, at: number | null | undefined) =>
    at == null ? t('kept:days', { count }) : t('kept:days-from', { count, date: formatDate(at, language) })
  return (
    <Table
      caption={caption}
      rows={plan}
      keyOf={({ of }) => of}
      columns={[
        { title: t('kept:what'), cell: ({ of }) => t(`kept:class.${of}`) },
        {
          title: t('kept:restricted'),
          cell: ({ restrict, dates }) => (restrict === null ? '–' : when(restrict, dates?.restrictAt)),
        },
        { title: t('kept:erased'), cell: ({ erase, dates }) => when(erase, dates?.eraseAt) },
      ]}
    />
  )
}
