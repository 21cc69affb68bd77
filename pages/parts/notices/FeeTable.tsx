import { Table } from '#pages/ui/data/Table.tsx'
import { useT } from '#pages/ui/view.ts'

/** The fee for each group of candidates. Amounts are formatted texts. */
export function FeeTable({ fees }: { fees: { open: string; reserved: string } }) {
  const t = useT()
  return (
    <Table
      caption={t('notices:home.fees-about')}
      rows={['open', 'reserved'] as const}
      keyOf={(kind) => kind}
      columns={[
        { title: t('notices:fee.who'), cell: (kind) => t(`notices:fee.${kind}`) },
        { title: t('notices:fee.amount'), cell: (kind) => fees[kind], isFigure: true },
      ]}
    />
  )
}
