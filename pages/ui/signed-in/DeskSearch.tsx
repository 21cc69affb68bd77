import { useEffect, useRef } from 'react'
import { href } from '../href'
import { useT, useView } from '../view'

/** The search of the desk in the top bar. With JavaScript, `/` moves the focus into it. */
export function DeskSearch() {
  const { cellBase } = useView()
  const t = useT()
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = (event.target as Element).closest('input, textarea, select, [contenteditable]') !== null
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

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
