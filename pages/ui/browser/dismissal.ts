import { type RefObject, useEffect } from 'react'

/** Closes an open `details` by Escape, which returns the focus to its button, or by a click elsewhere. */
export function useDismissal(menu: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const close = (event: Event) => {
      const details = menu.current
      if (!details?.open) return
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape'
      const isOutside = event.type === 'click' && !details.contains(event.target as Node)
      if (!isEscape && !isOutside) return
      details.open = false
      if (isEscape) details.querySelector('summary')?.focus()
    }
    document.addEventListener('click', close)
    document.addEventListener('keydown', close)
    return () => {
      document.removeEventListener('click', close)
      document.removeEventListener('keydown', close)
    }
  }, [menu])
}
