import { useEffect } from 'react'
import { href } from '../href'
import { useT, useView } from '../view'

/** The search of the desk in the top bar. With JavaScript, `/` moves the focus into it, or opens its page (`desk-keys`). */
export function DeskSearch() {
  const { cellBase } = useView()
  const t = useT()
  // It is here before, unless this page of the desk followed the login without a new document.
  useEffect(() => void import('../browser/desk-keys'), [])
  return (
    <search className="desk-search">
      <form method="get" action={href(cellBase, 'search')}>
        <input
          type="search"
          name="q"
          maxLength={100}
          aria-label={t('staff:search.label')}
          aria-keyshortcuts="/"
          placeholder={t('staff:search.placeholder')}
        />
        <span aria-hidden="true">/</span>
      </form>
    </search>
  )
}
