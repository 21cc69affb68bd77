import { Table } from '#pages/ui/data/Table.tsx'
import { useT } from '#pages/ui/view.ts'
import type { MeritLine } from '#server/domain/merit/pages.ts'
import { languageIn } from '#server/kernel/languages.ts'
import styles from './MeritTable.module.css'

/**
 * Lines of a merit list with the public columns; on a phone each is two lines, with the merit number as its leading figure.
 * Needs the texts `meritpages`.
 */
export function MeritTable({ caption, lines }: { caption: string; lines: readonly MeritLine[] }) {
  const t = useT()
  return (
    <div className={styles.lines}>
      <Table
        caption={caption}
        rows={lines}
        keyOf={({ meritNumber }) => meritNumber}
        columns={[
          { title: t('meritpages:column.number'), cell: ({ meritNumber }) => meritNumber, isFigure: true },
          { title: t('meritpages:column.user-id'), cell: ({ userId }) => userId, phonePlace: 3 },
          {
            title: t('meritpages:column.name'),
            cell: ({ meritNumber, fullName }) => (
              <>
                <span className={`num ${styles.narrow}`}>{meritNumber}</span>
                <span lang={languageIn(fullName)}>{fullName}</span>
              </>
            ),
            isName: true,
            phonePlace: 1,
          },
          {
            title: t('meritpages:column.type'),
            cell: ({ type }) => (
              <>
                <span className={styles.narrow}>{t('meritpages:column.type')} </span>
                {type}
              </>
            ),
            phonePlace: 5,
          },
          {
            title: t('meritpages:column.category'),
            cell: ({ category }) => <span className="unbroken">{t(`meritpages:category.${category}`)}</span>,
            phonePlace: 4,
          },
          {
            title: t('meritpages:column.percentage'),
            cell: ({ percentage }) => percentage,
            isFigure: true,
            phonePlace: 2,
          },
        ]}
      />
    </div>
  )
}
