import { type MouseEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** The id of the sidebar: the menu button's link leads there, and `:target` opens the drawer without JavaScript. */
export const drawerId = 'menu'

const wide = '(min-width: 1000px)'
const focusable = 'a[href]:not([tabindex="-1"]), button'

export type Drawer = {
  isOpen: boolean
  drawer: RefObject<HTMLElement | null>
  button: RefObject<HTMLAnchorElement | null>
  open(event: MouseEvent): void
  close(event: MouseEvent): void
  /** For the sidebar: following any link in it closes the drawer. */
  closeOnNavigation(event: MouseEvent): void
}

/** What JavaScript adds to the drawer: the focus stays inside, Escape closes it, and the focus returns to the button. */
export function useDrawer(url: string): Drawer {
  const [isOpen, setOpen] = useState(false)
  const drawer = useRef<HTMLElement>(null)
  const button = useRef<HTMLAnchorElement>(null)

  const dismiss = useCallback(() => {
    setOpen(false)
    button.current?.focus()
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: going to another page closes the drawer
  useEffect(() => setOpen(false), [url])

  // Opened by its address before JavaScript came: the address is given back, the drawer stays.
  useEffect(() => {
    if (location.hash !== `#${drawerId}` || matchMedia(wide).matches) return
    location.replace('#main')
    setOpen(true)
  }, [])

  useEffect(() => {
    document.documentElement.classList.toggle('drawer-open', isOpen)
    if (!isOpen) return
    const stops = () => Array.from(drawer.current?.querySelectorAll<HTMLElement>(focusable) ?? [])
    stops()[0]?.focus()
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') return dismiss()
      if (event.key !== 'Tab') return
      const all = stops()
      const [first, last] = [all[0], all[all.length - 1]]
      const isInside = drawer.current?.contains(document.activeElement)
      const edge = event.shiftKey ? first : last
      if (isInside && document.activeElement !== edge) return
      event.preventDefault()
      ;(event.shiftKey ? last : first)?.focus()
    }
    const screen = matchMedia(wide)
    const onResize = () => screen.matches && setOpen(false)
    document.addEventListener('keydown', onKey)
    window.addEventListener('resize', onResize)
    return () => {
      document.removeEventListener('keydown', onKey)
      window.removeEventListener('resize', onResize)
    }
  }, [isOpen, dismiss])

  return {
    isOpen,
    drawer,
    button,
    open(event) {
      event.preventDefault()
      setOpen(true)
    },
    close(event) {
      event.preventDefault()
      dismiss()
    },
    closeOnNavigation(event) {
      if ((event.target as Element).closest('a')) setOpen(false)
    },
  }
}
