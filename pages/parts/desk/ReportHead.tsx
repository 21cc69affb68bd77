import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { type Choice, Field } from '#pages/ui/form/Field.tsx'
import { SearchForm } from '#pages/ui/form/SearchForm.tsx'
import { useT } from '#pages/ui/view.ts'
import { ChoiceFilter } from './ChoiceFilter'

/**
 * The head of a report: its title, when it was counted, what it counts by, and its filters, of which the institute is
 * typed. `labelOf`: the words of a dimension.
 */
export function ReportHead<Dimension extends string>({
  title,
  lead,
  data: { at, by, search, choices, institutes, isUnderstood },
  dimensions,
  labelOf,
}: {
  title: string
  lead: string
  data: {
    at: string
    by: Dimension
    search: Readonly<Partial<Record<string, string>>>
    choices: Readonly<Record<string, readonly Choice[]>>
    institutes: readonly { code: string; name: string }[]
    isUnderstood: boolean
  }
  dimensions: readonly Dimension[]
  labelOf(dimension: Dimension | 'institute'): string
}) {
  const t = useT()
  return (
    <>
      <h1>{title}</h1>
      <p className="lead">
        {lead} {t('reports:counted', { at })}
      </p>
      <Card>
        <SearchForm submit={t('reports:show')} name="search" kind="quiet">
          <div className="filters">
            <Field
              kind="select"
              name="by"
              label={t('reports:stages.by')}
              value={by}
              options={dimensions.map((value) => ({ value, label: labelOf(value) }))}
            />
            {Object.entries(choices).map(([name, values]) => (
              <ChoiceFilter
                key={name}
                name={name}
                label={labelOf(name as Dimension)}
                value={search[name]}
                any={t('reports:stages.all')}
                choices={values}
              />
            ))}
            <Field
              name="institute"
              label={labelOf('institute')}
              value={search.institute}
              maxLength={16}
              suggestions={institutes.map(({ code, name }) => ({ value: code, label: name }))}
            />
          </div>
        </SearchForm>
      </Card>
      {!isUnderstood && (
        <Banner tone="error" role="alert">
          {t('reports:stages.bad-search')}
        </Banner>
      )}
    </>
  )
}
