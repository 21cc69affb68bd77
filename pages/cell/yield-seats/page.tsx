import { ChoiceFilter } from '#pages/parts/desk/ChoiceFilter.tsx'
import { List } from '#pages/parts/desk/List.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { isLoss } from '#server/domain/admission/yield.ts'
import type { load } from './page.server'

/** The seats behind the figures of what became of them, each with its candidate. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { list, at, report } = data
  return (
    <>
      <h1>{t('staff:menu.yield-seats')}</h1>
      <p className="lead">
        {t('yield:people-lead')} {t('reports:counted', { at })}
      </p>
      <p>
        <a href={report}>{t('yield:to-report')}</a>
      </p>
      <Card>
        <List
          list={list}
          caption={t('staff:menu.yield-seats')}
          empty={t('yield:people-none')}
          keyOf={({ key }) => key}
          filters={<Filters />}
          onPhone={{ first: ['userId', 'end'], second: ['fullName', 'round', 'seatType'] }}
          cells={{
            userId: ({ userId, isReached }) => {
              if (userId === null) return t('yield:closed')
              return isReached ? <a href={href(cellBase, 'help-desk/:userId', { userId })}>{userId}</a> : userId
            },
            round: ({ round }) => t('yield:round', { round }),
            end: ({ end }) => (
              <Tag tone={isLoss(end) ? 'fix' : end === 'kept' ? 'done' : 'wait'}>{t(`yield:${end}`)}</Tag>
            ),
          }}
        />
      </Card>
    </>
  )
}

function Filters() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { filters } = data.list
  const of = { end: t('list:column.end'), round: t('yield:of.round'), category: t('yield:of.category') }
  const labels = { ...of, seatType: t('yield:of.seatType') }
  return (
    <>
      {(['end', 'round', 'category', 'seatType'] as const).map((name) => (
        <ChoiceFilter
          key={name}
          name={name}
          label={labels[name]}
          value={filters[name]}
          any={t('reports:stages.all')}
          choices={data.filters[name]}
        />
      ))}
      <Field
        name="institute"
        label={t('yield:of.institute')}
        value={filters.institute}
        maxLength={16}
        suggestions={data.institutes}
      />
    </>
  )
}
