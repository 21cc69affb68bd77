import { Component, type ComponentType, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import type { View } from '#server/domain/site/view.ts'
import type { Translate } from '#server/i18n/page-text.ts'
import { App } from '../shell/App'
import type { SignedInParts } from '../view'
import { type Browser, BrowserContext } from './browser'
import { load } from './load'
import { textsFor } from './texts'

/** A view with everything needed to draw it. */
type Prepared = {
  view: View
  Page: ComponentType
  t: Translate
  signedIn: SignedInParts | null
  receivedAt: number
}

export type Screen = ReturnType<typeof createScreen>

const isLinked = (href: string) =>
  Array.from(document.querySelectorAll('link')).some(
    (link) => link.rel === 'stylesheet' && link.getAttribute('href') === href,
  )

function loadStyles(href: string): Promise<void> | undefined {
  if (isLinked(href)) return
  return new Promise((done) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    link.onload = link.onerror = () => done()
    document.head.append(link)
  })
}

/** Loads the module, texts and styles of a view. `receivedAt`: the device's time when the answer came. */
export async function prepare(view: View, receivedAt: number): Promise<Prepared> {
  const { module, texts, css, signedIn: parts } = view.assets
  const [Page, t, signedIn] = await Promise.all([
    load<ComponentType>(module),
    textsFor(view.language, texts, view.course.words),
    parts === null ? null : load<SignedInParts>(parts),
    ...css.map(loadStyles),
  ])
  return { view, Page, t, signedIn, receivedAt }
}

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
    document.documentElement.lang = shown.view.language
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
