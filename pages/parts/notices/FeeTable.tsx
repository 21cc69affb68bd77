import { Table } from '#pages/ui/data/Table.tsx'
import { useT } from '#pages/ui/view.ts'

/** The fee for each group of candidates. Amounts are formatted texts. */
export function FeeTable({ fees }: { fees: { open: string; reserved: string } }) {
  const t = useT()
  return (
    <Table
      caption={t('fees:about')}
      rows={['open', 'reserved'] as const}
      keyOf={(kind) => kind}
      columns={[
        { title: t('fees:who'), cell: (kind) => t(`fees:${kind}`) },
        { title: t('fees:amount'), cell: (kind) => fees[kind], isFigure: true },
      ]}
    />
  )
}
