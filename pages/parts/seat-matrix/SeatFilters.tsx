import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { SearchForm } from '#pages/ui/form/SearchForm.tsx'
import { useT } from '#pages/ui/view.ts'
import type { choicesOf, SeatSearch } from './search'

const selects = ['district', 'status', 'university', 'course', 'seatType'] as const

/**
 * The search form of a list of seats. The address holds the search. Sent with it: `round`, that of the list, and
 * `compared`, the codes that are picked for a comparison.
 */
export function SeatFilters({
  search,
  choices,
  round,
  compared,
}: {
  search: SeatSearch
  choices: ReturnType<typeof choicesOf>
  round?: number | null
  compared?: string | null
}) {
  const t = useT()
  const isFiltered = selects.some((name) => search[name] !== undefined)
  return (
    <SearchForm submit={t('shell:form.search')} kind="quiet" name="seats">
      {round != null && <input type="hidden" name="round" value={round} />}
      {compared != null && <input type="hidden" name="codes" value={compared} />}
      <Field
        name="q"
        label={t('seatlists:search.q')}
        hint={t('seatlists:search.q-hint')}
        value={search.q}
        maxLength={100}
      />
      <Disclosure summary={t('seatlists:search.filters')} isOpen={isFiltered}>
        <div className="filters">
          {selects.map((name) => (
            <Field
              key={name}
              kind="select"
              name={name}
              label={t(`seatlists:search.${name}`)}
              value={search[name]}
              options={choices[name]}
            />
          ))}
        </div>
      </Disclosure>
    </SearchForm>
  )
}
