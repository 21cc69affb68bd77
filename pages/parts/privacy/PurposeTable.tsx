import { Table } from '#pages/ui/data/Table.tsx'
import { useT } from '#pages/ui/view.ts'
import type { purposes as every } from '#server/domain/privacy/purposes.ts'

/** Every purpose of processing: what it needs, on what basis, who gets it, and how long it is kept. */
export function PurposeTable({ purposes }: { purposes: typeof every }) {
  const t = useT()
  return (
    <Table
      caption={t('privacy:what')}
      rows={purposes}
      keyOf={({ key }) => key}
      columns={[
        { title: t('privacy:column.purpose'), cell: ({ key }) => t(`purposes:${key}`) },
        { title: t('privacy:column.data'), cell: ({ key }) => t(`purposes:${key}.data`) },
        { title: t('privacy:column.basis'), cell: ({ basis }) => t(`purposes:basis.${basis}`) },
        {
          title: t('privacy:column.recipients'),
          cell: ({ recipients }) => recipients.map((one) => t(`privacy:recipient.${one}`)).join(', '),
        },
        {
          title: t('privacy:column.kept'),
          cell: ({ keptAs }) =>
            keptAs.length > 2 ? t('privacy:class.record') : keptAs.map((one) => t(`privacy:class.${one}`)).join(', '),
        },
      ]}
    />
  )
}
