import type { ReactNode } from 'react'
import { Card } from '#pages/ui/data/Card.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { SearchForm } from '#pages/ui/form/SearchForm.tsx'
import { useT } from '#pages/ui/view.ts'

/**
 * The search of a public list; the address holds it, and paper leaves it out. `filters`: other fields of the form.
 * `kept`: other values of the address. `found`: after a search, the number of matches in words and the way to the whole list.
 */
export function SearchCard({
  label,
  hint,
  q,
  filters,
  kept = {},
  found,
  children,
}: {
  label: string
  hint?: string
  q: string
  filters?: ReactNode
  kept?: Readonly<Record<string, string>>
  found?: { words: string; whole: { href: string; words: string } } | null
  children?: ReactNode
}) {
  const t = useT()
  const typed = <Field name="q" label={label} hint={hint} value={q} maxLength={100} />
  return (
    <div className="screen-only">
      <Card>
        <SearchForm submit={t('shell:form.search')} kind="quiet" name="search">
          {Object.entries(kept).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {filters ? (
            <div className="filters">
              {filters}
              {typed}
            </div>
          ) : (
            typed
          )}
        </SearchForm>
        {found && (
          <p role="status">
            {found.words} <a href={found.whole.href}>{found.whole.words}</a>
          </p>
        )}
        {children}
      </Card>
    </div>
  )
}
