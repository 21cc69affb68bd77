import { Component, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import type { View } from '#server/domain/site/view.ts'
import type { Translate } from '#server/i18n/page-text.ts'
import { type Browser, BrowserContext } from '../browser/browser'
import type { Prepared } from '../browser/prepare'
import type { SignedInParts } from '../view'
import { App } from './App'

export type Screen = ReturnType<typeof createScreen>

/** Falls back to the server's page if rendering fails, as after an update of the server. */
class ServersPage extends Component<
  { onReady(): void; onFailure(): ReactNode; children: ReactNode },
  { hasFailed: boolean }
> {
  constructor(props: ServersPage['props']) {
    super(props)
    this.state = { hasFailed: false }
  }
  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  override componentDidMount() {
    this.props.onReady()
  }
  override render() {
    return this.state.hasFailed ? this.props.onFailure() : this.props.children
  }
}

/** The view on screen: hydrates the server's markup, then draws every later view. */
export function createScreen(container: Element, first: Prepared, browser: Browser) {
  const markup = container.innerHTML
  let shown = first
  let visit = 0
  let isFirst = true

  function onFailure(): ReactNode {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own markup of this page
    if (isFirst) return <div dangerouslySetInnerHTML={{ __html: markup }} />
    location.reload()
    return null
  }

  let onReady = () => {}
  const ready = new Promise<void>((done) => {
    onReady = done
  })

  const draw = () => (
    <ServersPage onReady={onReady} onFailure={onFailure}>
      <BrowserContext value={browser}>
        <App view={shown.view} Page={shown.Page} t={shown.t} signedIn={shown.signedIn} visit={visit} />
      </BrowserContext>
    </ServersPage>
  )

  const root = hydrateRoot(container, draw(), { onRecoverableError: (reason) => console.error('hydration:', reason) })
  function redraw(): void {
    flushSync(() => root.render(draw()))
    document.title = shown.view.title
    // Written again, even the same language makes the browser style every element anew.
    if (document.documentElement.lang !== shown.view.language) document.documentElement.lang = shown.view.language
  }

  return {
    /** Resolves after hydration; nothing may be drawn before. */
    ready,
    view: (): View => shown.view,
    t: (): Translate => shown.t,
    signedIn: (): SignedInParts | null => shown.signedIn,
    now: (): number => shown.view.now + (Date.now() - shown.receivedAt),

    /** Draws another view. A new visit resets the page; the same visit keeps the typed values. */
    show(next: Prepared, { isSameVisit = false } = {}): void {
      shown = next
      isFirst = false
      if (!isSameVisit) visit++
      redraw()
    },

    /** Changes a part of the current view. */
    patch(change: Partial<View>): void {
      shown = { ...shown, view: { ...shown.view, ...change } }
      redraw()
    },
  }
}
