import type { MeritLine } from '../../server/domain/merit-pages'
import { languageIn } from '../../server/kernel/languages'
import { useT } from '../ui/view'
import './merit.css'

/** Lines of a merit list with its public columns; on a phone each line is a card. The page needs the texts `meritpages`. */
export function MeritTable({ caption, lines }: { caption: string; lines: readonly MeritLine[] }) {
  const t = useT()
  const columns = ['number', 'user-id', 'name', 'type', 'category', 'percentage'] as const
  return (
    <table className="merit-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className={column}>
              {t(`meritpages:column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ meritNumber, userId, fullName, type, category, percentage }) => (
          <tr key={meritNumber}>
            <th scope="row" className="number num">
              {meritNumber}
            </th>
            <td className="user-id num">{userId}</td>
            <td className="name" lang={languageIn(fullName)}>
              {fullName}
            </td>
            <td className="type">{type}</td>
            <td className="category">{t(`meritpages:category.${category}`)}</td>
            <td className="percentage num">{percentage}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
