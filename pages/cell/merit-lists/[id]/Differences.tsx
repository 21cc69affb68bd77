import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { useT } from '#pages/ui/view.ts'
import type { MeritDiff } from '#server/domain/merit/diff.ts'
import type { MeritStage } from '#server/domain/merit/lists.ts'
import { formatCount } from '#server/i18n/format.ts'

const columns = ['entered', 'left', 'changed', 'moved'] as const

/** The number of differences from the lists before, and the first candidates whose relative rank changed. */
export function Differences({
  diff,
  comparedWith,
}: {
  diff: readonly MeritDiff[] | null
  comparedWith: { stage: MeritStage; number: number } | null
}) {
  const t = useT()
  const title = comparedWith
    ? t('merit:diff.against', {
        edition: t('merit:edition', { stage: t(`merit:stage.${comparedWith.stage}`), number: comparedWith.number }),
      })
    : t('merit:diff')
  const first = diff?.flatMap((list) => list.first) ?? []
  return (
    <Card title={title}>
      {diff === null ? (
        <p>{t('merit:diff.first-edition')}</p>
      ) : (
        <Table
          caption={title}
          rows={diff}
          keyOf={({ list }) => list}
          columns={[
            { title: t('merit:diff.list'), cell: ({ list }) => t(`merit:list.${list}`) },
            ...columns.map((column) => ({
              title: t(`merit:diff.${column}`),
              cell: (list: MeritDiff) => formatCount(list[column]),
              isFigure: true,
            })),
          ]}
        />
      )}
      {first.length > 0 && (
        <Disclosure summary={t('merit:diff.first')}>
          <ul>
            {first.map(({ list, userId, before, after }) => (
              <li key={`${list} ${userId}`}>
                {userId} · {t(`merit:list.${list}`)} ·{' '}
                {t('merit:diff.change', {
                  before: before ?? t('merit:diff.nowhere'),
                  after: after ?? t('merit:diff.nowhere'),
                })}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </Card>
  )
}
