import type { MeritDiff } from '../../../../server/domain/merit-diff'
import { formatCount } from '../../../../server/i18n/format'
import { Card } from '../../../ui/Card'
import { useT } from '../../../ui/view'

const columns = ['entered', 'left', 'changed', 'moved'] as const

/** How the lists differ from those in force: counted, and the first of those who did not only move with the others. */
export function Differences({ diff }: { diff: readonly MeritDiff[] | null }) {
  const t = useT()
  const title = t('merit:diff')
  const first = diff?.flatMap((list) => list.first) ?? []
  return (
    <Card title={title}>
      {diff === null ? (
        <p>{t('merit:diff.first-edition')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        <section className="scroll" tabIndex={0} aria-label={title}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('merit:diff.list')}</th>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {t(`merit:diff.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {diff.map((list) => (
                <tr key={list.list}>
                  <th scope="row">{t(`merit:list.${list.list}`)}</th>
                  {columns.map((column) => (
                    <td key={column} className="num">
                      {formatCount(list[column])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {first.length > 0 && (
        <details className="desk-section">
          <summary>{t('merit:diff.first')}</summary>
          <ul>
            {first.map(({ list, userId, before, after }) => (
              <li key={`${list} ${userId}`} className="num">
                {userId} · {t(`merit:list.${list}`)} ·{' '}
                {t('merit:diff.change', {
                  before: before ?? t('merit:diff.nowhere'),
                  after: after ?? t('merit:diff.nowhere'),
                })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}
