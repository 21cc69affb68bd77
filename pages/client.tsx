import type { Browser } from '#pages/ui/browser/browser.ts'
import { createBusy } from '#pages/ui/browser/busy.ts'
import { noteEarlyInput } from '#pages/ui/browser/early-input.ts'
import { createNavigation } from '#pages/ui/browser/navigation.ts'
import { prepare } from '#pages/ui/browser/prepare.ts'
import { createProgressBar } from '#pages/ui/browser/progress-bar.ts'
import { stored } from '#pages/ui/browser/stored.ts'
import { createToasts } from '#pages/ui/browser/toasts.ts'
import { xsrfCookie } from '#pages/ui/browser/xsrf.ts'
import { createScreen } from '#pages/ui/shell/screen.tsx'
import type { SignedInParts } from '#pages/ui/view.ts'
import type { View } from '#server/domain/site/view.ts'

// The browser's entry: hydrates the page that the server rendered.

const local = stored(() => localStorage)
const first = JSON.parse(document.getElementById('view')!.textContent!) as View
const busy = createBusy()
let isLeaving = false
addEventListener('pagehide', () => {
  isLeaving = true
})

/** Looks for new versions and refreshes the page, where nothing can be lost; fetched after everything that a page needs. */
async function keepUpToDate(): Promise<void> {
  const { createUpkeep } = await import('#pages/ui/browser/upkeep.ts')
  createUpkeep({
    base: first.base,
    storage: local,
    // A form with errors was the answer to a POST; a reload would send it again.
    isBusy: () => busy.isBusy() || first.form !== null,
    isLeaving: () => isLeaving,
  })
}

/** The offline page and what the device keeps; fetched after everything that a page needs. */
async function tellWorker(view: View): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { tellPage } = await import('#pages/ui/browser/offline.ts')
  await tellPage(view)
}

/** Without these scripts, which may be out of reach, the page only lacks what can wait for the next one. */
const withoutIt = () => {}

/** The device's time when the server's answer began to arrive. */
function receivedAt(): number {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry ? performance.timeOrigin + entry.responseStart : Date.now()
}

async function open(): Promise<void> {
  const prepared = await prepare(first, receivedAt())

  const xsrfToken = () => xsrfCookie(document.cookie) ?? screen.view().session?.csrf ?? null
  const browser: Browser = {
    storage: local,
    toasts: createToasts(() => ({ region: screen.t()('shell:toast.label'), close: screen.t()('shell:close') })),
    busy,
    get screen() {
      return screen
    },
    get navigation() {
      return navigation
    },
    xsrfToken,
    beforeLoss: new Set(),
    loseSession: () => void session?.lost(),
    refreshSession: async () => session?.refresh(),
    logout: async (to) => session?.logout(to),
  }
  const passOn = noteEarlyInput(document)
  const screen = createScreen(document.getElementById('root')!, prepared, browser)
  await screen.ready
  let session: ReturnType<SignedInParts['createSession']> | null = null
  /** Its code comes with the parts of a page for those who are signed in. */
  function startSession(): void {
    session ??= screen.signedIn()?.createSession(browser) ?? null
    session?.start()
  }
  const navigation = createNavigation({
    screen,
    busy,
    bar: createProgressBar(),
    toasts: browser.toasts,
    onShown(view) {
      startSession()
      tellWorker(view).catch(withoutIt)
    },
  })

  // What was typed before may change the page's address, as ticks do.
  passOn()
  document.documentElement.dataset.hydrated = '1'
  tellWorker(screen.view()).catch(withoutIt)
  startSession()
  keepUpToDate().catch(withoutIt)

  addEventListener('pageshow', (event) => {
    isLeaving = false
    // The page comes from the back-forward cache; the session may have ended meanwhile.
    if (!event.persisted) return
    // Requests that were running then are finished.
    for (const form of Array.from(document.forms)) form.removeAttribute('aria-busy')
    void navigation.recheck()
  })
  addEventListener('storage', (event) => {
    // The candidate has logged out in another tab.
    if (event.key === 'token' && event.newValue === null && screen.view().session) void navigation.recheck()
  })
}

open().catch((reason) => console.error('The page stays without its script:', reason))
