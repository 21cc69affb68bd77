import { type RefObject, useEffect } from 'react'

/**
 * Closes an open `details` by Escape, which returns the focus to its button, or by a click elsewhere. It listens only while it is
 * open: a list has 300 of them, each of which would hear every key.
 */
export function useDismissal(menu: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const details = menu.current
    if (!details) return
    const close = (event: Event) => {
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape'
      const isOutside = event.type === 'click' && !details.contains(event.target as Node)
      if (!isEscape && !isOutside) return
      details.open = false
      if (isEscape) details.querySelector('summary')?.focus()
    }
    const ignore = () => {
      document.removeEventListener('click', close)
      document.removeEventListener('keydown', close)
    }
    const follow = () => {
      ignore()
      if (!details.open) return
      document.addEventListener('click', close)
      document.addEventListener('keydown', close)
    }
    follow()
    details.addEventListener('toggle', follow)
    return () => {
      ignore()
      details.removeEventListener('toggle', follow)
    }
  }, [menu])
}
