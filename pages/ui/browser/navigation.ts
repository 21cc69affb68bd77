import { type View, viewMediaType } from '#server/domain/site/view.ts'
import { isLanguage } from '#server/kernel/languages.ts'
import type { Screen } from '../shell/screen'
import type { Busy } from './busy'
import { prepare } from './prepare'
import type { createProgressBar } from './progress-bar'
import type { Toasts } from './toasts'
import { takeNews, viewIn } from './view-answer'

type Landing = {
  /** Keeps the typed values if the page is the same. */
  isSameVisit?: boolean
  /** Replaces the current history entry. */
  replaces?: boolean
  /** The scroll position; the top by default. */
  scroll?: number
  isRecheck?: boolean
}

export type Navigation = ReturnType<typeof createNavigation>

const here = () => location.pathname + location.search

/** Is this the state of an entry that `openOver` added? */
const isOver = (state: unknown) => (state as { over?: true } | null)?.over === true

/** The target of a plain click on a link to a page of this portal; null for any other click. */
function pageOf(event: MouseEvent, base: string): { url: URL; link: HTMLAnchorElement } | null {
  const link = (event.target as Element | null)?.closest?.('a')
  if (!link?.href || event.defaultPrevented || event.button !== 0) return null
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  if (link.target || link.hasAttribute('download') || link.dataset.full !== undefined) return null
  const url = new URL(link.href)
  const isFile = /\.\w+$/.test(url.pathname)
  const isHere = url.pathname + url.search === here()
  if (url.origin !== location.origin || !url.pathname.startsWith(base) || isFile || (url.hash && isHere)) return null
  return { url, link }
}

/**
 * Navigates between pages without loading a new document. The browser takes over in unusual cases: no answer, no view,
 * or a page of another version.
 */
export function createNavigation({
  screen,
  busy,
  bar,
  toasts,
  onShown,
}: {
  screen: Screen
  busy: Busy
  bar: ReturnType<typeof createProgressBar>
  toasts: Toasts
  onShown(view: View): void
}) {
  let turn = 0
  let at = here()
  /** What lies over the page, with an entry of the history of its own; null if nothing does. */
  let over: { close(): void } | null = null
  // A page that was loaded again has nothing over it any more. Its address stays, with what was changed there.
  if (isOver(history.state)) {
    over = { close() {} }
    history.back()
  }

  /** Shows a view that has arrived. `url`: its address after redirects. */
  async function land(view: View, url: string, landing: Landing & { turn?: number } = {}): Promise<void> {
    const mine = landing.turn ?? ++turn
    if (landing.turn === undefined) arrive()
    const prepared = await prepare(view, Date.now())
    if (mine !== turn) return
    const before = screen.view()
    const isSameVisit = landing.isSameVisit && view.route === before.route
    if (isSameVisit && before.form && !view.form) {
      prepared.view = { ...view, form: { values: before.form.values, errors: [], message: null } }
    }
    const target = new URL(url, location.href)
    const isElsewhere = target.pathname + target.search !== here()
    if (isElsewhere && !landing.replaces && !over) {
      history.replaceState({ scroll: scrollY }, '')
      history.pushState(null, '', target)
    } else {
      history.replaceState(over && !isSameVisit ? null : history.state, '', target)
    }
    // What lies over a page stays there while the page is only renewed.
    if (!isSameVisit) over = null
    at = here()
    screen.show(prepared, { isSameVisit })
    onShown(view)
    if (isSameVisit) return
    scrollTo(0, landing.scroll ?? 0)
    const place = document.getElementById(target.hash.slice(1))
    if (place && landing.scroll === undefined) {
      place.scrollIntoView({ block: 'center' })
      return place.focus({ preventScroll: true })
    }
    const main = document.getElementById('main')
    const { activeElement } = document
    // A restored form has already focused the field last used.
    if (activeElement !== main && main?.contains(activeElement)) activeElement?.scrollIntoView({ block: 'nearest' })
    else if (!view.form) main?.focus({ preventScroll: true })
  }

  function arrive(): void {
    bar.stop()
    busy.release(bar)
  }

  async function go(url: string, landing: Landing = {}): Promise<View | null> {
    const mine = ++turn
    bar.start()
    busy.hold(bar)
    try {
      const response = await fetch(url, { headers: { accept: viewMediaType } })
      const view = await viewIn(response)
      // Where there is no room, as without a network, a recheck leaves the page as it is, with what was typed.
      if (!view && landing.isRecheck && !response.ok) {
        if (mine === turn) arrive()
        return null
      }
      if (!view) throw new Error('the answer holds no view')
      if (mine !== turn) return null
      const taken = takeNews(view)
      // The address of an answer has no fragment.
      const { hash } = new URL(url, location.href)
      await land(taken.view, (response.url || url) + hash, { ...landing, turn: mine })
      if (taken.news) toasts.show(taken.news.type, taken.news.text)
      if (mine === turn) arrive()
      return view
    } catch (reason) {
      if (mine !== turn) return null
      arrive()
      // Without a network, a recheck leaves the page as it is.
      if (landing.isRecheck && reason instanceof TypeError) return null
      if (url === location.href) location.reload()
      else location.assign(url)
      return null
    }
  }

  /** Shows this page in another language and keeps the typed values. */
  async function switchLanguage(url: string): Promise<void> {
    if (await go(url, { isSameVisit: true, replaces: true }))
      toasts.show('success', screen.t()('shell:language.changed'))
  }

  addEventListener('click', (event) => {
    const page = pageOf(event, screen.view().base)
    if (!page) return
    event.preventDefault()
    if (isLanguage(page.link.dataset.language)) void switchLanguage(page.url.href)
    else void go(page.url.href)
  })

  /** The address of what is shown now, without another page. */
  function readdress(url: string): void {
    history.replaceState(history.state, '', url)
    at = here()
  }

  /**
   * Something opens over the page, as a sheet: "back" closes it, and the page stays as it is. Returns what to call once it was
   * closed in another way.
   */
  function openOver(close: () => void): () => void {
    const mine = { close }
    over = mine
    history.replaceState({ scroll: scrollY }, '')
    history.pushState({ over: true }, '')
    return () => {
      if (over === mine) history.back()
    }
  }

  addEventListener('popstate', (event) => {
    if (over) {
      const { close } = over
      over = null
      // What the sheet changed of the address stays.
      history.replaceState(event.state, '', at)
      return close()
    }
    // "Forward" leads to the entry of a sheet that was closed, which stays closed.
    if (isOver(event.state)) return history.back()
    if (here() !== at)
      void go(location.href, { replaces: true, scroll: (event.state as { scroll?: number } | null)?.scroll })
  })

  return {
    go,
    land,
    readdress,
    openOver,
    /** Loads this page again to learn of changes: the session, the lock. Keeps the typed values. */
    recheck: () => go(location.href, { isSameVisit: true, replaces: true, isRecheck: true }),
  }
}
