import { languageIn } from '../../../server/kernel/languages'
import type { Column } from '../../ui/data/Table'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'

/** The columns that name a candidate of the institute, with a link to the record. */
export function usePersonColumns<Row extends { userId: string; fullName: string }>(): Column<Row>[] {
  const { cellBase } = useView()
  const t = useT()
  return [
    {
      title: t('reporting:column.name'),
      cell: ({ userId, fullName }) => (
        <a href={href(cellBase, 'reporting/:userId', { userId })} lang={languageIn(fullName)}>
          {fullName}
        </a>
      ),
      isName: true,
    },
    { title: t('reporting:column.application-id'), cell: ({ userId }) => userId },
  ]
}
