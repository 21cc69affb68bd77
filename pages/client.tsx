import { apiAddress } from './ui/addresses'
import { createApi } from './ui/browser/api'
import type { Browser } from './ui/browser/browser'
import { createBusy } from './ui/browser/busy'
import { createDrafts } from './ui/browser/drafts'
import { createNavigation } from './ui/browser/navigation'
import { createProgressBar } from './ui/browser/progress-bar'
import { createScreen, prepare } from './ui/browser/screen'
import { createSession } from './ui/browser/session'
import { stored } from './ui/browser/stored'
import { createSubmission } from './ui/browser/submission'
import { createToasts } from './ui/browser/toasts'
import { createVersionCheck } from './ui/browser/version-check'
import { xsrfCookie } from './ui/browser/xsrf'
import type { View } from './ui/view'

// The browser's entry: takes over the page that the server drew.

const local = stored(() => localStorage)
const first = JSON.parse(document.getElementById('view')!.textContent!) as View
const busy = createBusy()
let isLeaving = false
addEventListener('pagehide', () => {
  isLeaving = true
})

const versions = createVersionCheck({
  base: first.base,
  storage: local,
  fetch: (...request) => fetch(...request),
  now: Date.now,
  caches: 'caches' in window ? caches : undefined,
  reload: () => location.reload(),
  // A form that came back was made by a POST: reloading would send it again.
  isBusy: () => busy.isBusy() || first.form !== null,
  isLeaving: () => isLeaving,
})

/** The device's time at which the server's answer began to come. */
function receivedAt(): number {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry ? performance.timeOrigin + entry.responseStart : Date.now()
}

async function open(): Promise<void> {
  const prepared = await prepare(first, receivedAt())

  const xsrfToken = () => xsrfCookie(document.cookie) ?? screen.view().session?.csrf ?? null
  const toasts = createToasts(() => screen.t()('shell:toast.label'))
  const drafts = createDrafts(
    stored(() => sessionStorage),
    { path: () => location.pathname, owner: () => screen.view().session?.details.user_id ?? null },
  )
  const api = createApi({
    address: apiAddress(first.base),
    storage: local,
    fetch: (...request) => fetch(...request),
    xsrfToken,
    onSessionLost: () => void session.lost(),
  })
  const browser: Browser = {
    api,
    toasts,
    busy,
    drafts,
    now: () => screen.now(),
    navigate: async (url) => void (await navigation.go(url)),
    submit: (event, how) => submission.submit(event, how),
    typed(form) {
      busy.hold(form)
      drafts.touch(form)
      toasts.warm()
    },
    outcomeOf: (work) => submission.outcomeOf(work),
    refreshSession: () => session.refresh(),
    logout: () => session.logout(),
  }
  const screen = createScreen(document.getElementById('root')!, prepared, browser)
  const session = createSession({ api, screen, toasts, busy, drafts, xsrfToken })
  await screen.ready
  const navigation = createNavigation({ screen, bar: createProgressBar(), toasts, onShown: () => session.start() })
  const submission = createSubmission({ screen, navigation, toasts, busy, drafts, xsrfToken })

  document.documentElement.dataset.hydrated = '1'
  session.start()
  versions.start()

  addEventListener('pageshow', (event) => {
    isLeaving = false
    // Back from the browser's memory: the session may have ended meanwhile.
    if (!event.persisted) return
    submission.reset()
    void navigation.recheck()
  })
  addEventListener('storage', (event) => {
    // Logged out in another tab.
    if (event.key === 'token' && event.newValue === null && screen.view().session) void navigation.recheck()
  })
}

versions
  .refreshIfDue()
  .then(async (isReloading) => isReloading || (await open()))
  .catch((reason) => console.error('The page stays without its script:', reason))
