import { useEffect, useRef } from 'react'
import { fieldId } from '../field-id'
import { href } from '../href'
import { useT, useView } from '../view'

/** The search of the desk in the top bar. With JavaScript, `/` moves the focus into it, or opens its page. */
export function DeskSearch() {
  const { cellBase } = useView()
  const t = useT()
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = (event.target as Element).closest('input, textarea, select, [contenteditable]') !== null
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      // On a small screen the bar has no room for the field: the page of the search has it, and takes the focus.
      if (field.current?.checkVisibility?.() !== false) field.current?.focus()
      else if (location.pathname !== href(cellBase, 'search')) location.assign(href(cellBase, 'search'))
      else document.getElementById(fieldId('q'))?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [cellBase])

  return (
    <search className="desk-search">
      <form method="get" action={href(cellBase, 'search')}>
        <input
          ref={field}
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
