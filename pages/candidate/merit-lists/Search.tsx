import { Button } from '#pages/ui/form/Button.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { SearchForm } from '#pages/ui/form/SearchForm.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { categories } from '#server/domain/terms/claims.ts'
import type { load } from './page.server'

/** The search form of the list on screen. The address holds the search. */
export function Search() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  if (!data.shown) return null
  const { name, list, types, asked, isSearch } = data.shown
  return (
    <SearchForm
      name="search"
      submit={t('shell:form.search')}
      beside={
        isSearch && (
          <Button href={href(base, 'merit-lists', undefined, { edition: name, list })} kind="quiet">
            {t('meritlists:clear')}
          </Button>
        )
      }
    >
      <input type="hidden" name="edition" value={name} />
      <input type="hidden" name="list" value={list} />
      <div className="filters">
        <Field
          name="q"
          label={t('meritlists:q')}
          hint={t('meritlists:q-hint')}
          value={asked.q}
          autoComplete="off"
          maxLength={100}
        />
        <Field
          kind="select"
          name="type"
          label={t('meritlists:type')}
          value={asked.type}
          options={[...types.map((type) => ({ value: type, label: type }))]}
        />
        <Field
          kind="select"
          name="category"
          label={t('meritlists:category')}
          value={asked.category}
          options={[
            ...categories.map((category) => ({ value: category, label: t(`meritpages:category.${category}`) })),
          ]}
        />
      </div>
    </SearchForm>
  )
}
