import { useEffect } from 'react'
import { marks } from '../marks'

/** Keeps the marks of the document as the page is, and looks again once a change of it is on screen. */
export function useMarks(): void {
  useEffect(() => {
    let timer = 0
    const look = () => {
      timer = 0
      const { classList } = document.documentElement
      for (const { name, selector } of marks) {
        const isThere = document.querySelector(selector) !== null
        // Written again, even the same class would make the browser style the whole page anew.
        if (classList.contains(name) !== isThere) classList.toggle(name, isThere)
      }
    }
    const changes = new MutationObserver(() => {
      timer ||= window.setTimeout(look)
    })
    changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['class'] })
    look()
    return () => {
      changes.disconnect()
      clearTimeout(timer)
      for (const { name } of marks) document.documentElement.classList.remove(name)
    }
  }, [])
}
