import { type RefObject, useEffect, useRef, useState } from 'react'

/** The id of the sidebar. The menu button links to it, and `:target` opens the drawer without JavaScript. */
export const drawerId = 'menu'

const wide = '(min-width: 1000px)'
/** True if the menu has a place of its own beside the page. */
const hasSidebar = () => matchMedia(wide).matches && !document.querySelector('.screen')
const focusable = 'a[href]:not([tabindex="-1"]), button, summary'

/**
 * Improves the drawer with JavaScript: it opens without a history entry and keeps the focus inside; Escape or following
 * a link closes it. Closing by hand returns the focus to the menu button.
 */
export function useDrawer(url: string): { isOpen: boolean; drawer: RefObject<HTMLDivElement | null> } {
  const [isOpen, setOpen] = useState(false)
  const drawer = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: opening another page closes the drawer
  useEffect(() => {
    setOpen(false)
    if (drawer.current) showCurrent(drawer.current)
  }, [url])

  useEffect(() => {
    // The address opened the drawer before JavaScript ran: reset the address, keep the drawer open.
    if (location.hash === `#${drawerId}` && !hasSidebar()) {
      location.replace('#main')
      setOpen(true)
    }
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLElement>('a')
      const act = link?.dataset.drawer
      if (act) event.preventDefault()
      if (act === 'open') setOpen((was) => !was)
      else if (act || (link && drawer.current?.contains(link))) setOpen(false)
      if (act === 'close') menuButton()?.focus()
    }
    // A link with the role of a button must respond to the space bar too.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== ' ' || event.target !== menuButton()) return
      event.preventDefault()
      menuButton()?.click()
    }
    document.addEventListener('click', onClick)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('click', onClick)
      document.removeEventListener('keydown', onKey)
    }
  }, [])

  useEffect(() => {
    document.documentElement.classList.toggle('drawer-open', isOpen)
    if (!isOpen || !drawer.current) return
    const bar = document.querySelector('.bar')?.getBoundingClientRect()
    drawer.current.style.setProperty('--drawer-top', `${bar?.bottom ?? 0}px`)
    return holdFocus(drawer.current, () => setOpen(false))
  }, [isOpen])

  return { isOpen, drawer }
}

/**
 * Scrolls a long menu no further than until the line of the current page is in view, below the mark that stays on top. The
 * first line below the mark is a whole one.
 */
function showCurrent(menu: HTMLElement): void {
  const line = menu.querySelector<HTMLElement>('[aria-current]')
  if (!line) return
  const mark = (menu.querySelector<HTMLElement>('.id')?.offsetHeight ?? 0) + 8
  const topOf = (one: HTMLElement) =>
    one.getBoundingClientRect().top - menu.getBoundingClientRect().top + menu.scrollTop - mark
  const above = topOf(line) - 40
  const below = topOf(line) + mark + line.offsetHeight + 48 - menu.clientHeight
  if (menu.scrollTop > above) menu.scrollTop = above
  else if (menu.scrollTop < below) {
    const lines = [...menu.querySelectorAll<HTMLElement>('a, summary')]
    menu.scrollTop = lines.map(topOf).find((top) => top >= below) ?? below
  }
}

const menuButton = () => document.querySelector<HTMLElement>('[data-drawer=open]')

/** Keeps the focus inside an element until the returned function is called. */
function holdFocus(inside: HTMLElement, close: () => void): () => void {
  const stops = () =>
    Array.from(inside.querySelectorAll<HTMLElement>(focusable)).filter((stop) => stop.getClientRects().length > 0)
  stops()[0]?.focus()
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      close()
      menuButton()?.focus()
    }
    if (event.key !== 'Tab') return
    const all = stops()
    const first = all[0]
    const last = all[all.length - 1]
    const isAtEdge = document.activeElement === (event.shiftKey ? first : last)
    if (inside.contains(document.activeElement) && !isAtEdge) return
    event.preventDefault()
    const next = event.shiftKey ? last : first
    next?.focus()
  }
  const screen = matchMedia(wide)
  const onResize = () => {
    if (screen.matches) close()
  }
  document.addEventListener('keydown', onKey)
  addEventListener('resize', onResize)
  return () => {
    document.removeEventListener('keydown', onKey)
    removeEventListener('resize', onResize)
  }
}
