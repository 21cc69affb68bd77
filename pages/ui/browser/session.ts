import { href } from '../href'
import type { DetailsAnswer } from './api-calls'
import { apiOf } from './api-of'
import type { Browser } from './browser'
import { forgetDrafts } from './draft-storage'

declare global {
  interface Window {
    /** Present inside a mobile application. */
    ReactNativeWebView?: { postMessage(message: string): void }
  }
}

/** The candidate's session in the browser. Source: rules §18.10, §17.2. */
export function createSession(browser: Omit<Browser, 'logout' | 'refreshSession'>) {
  const { screen, toasts, xsrfToken, beforeLoss } = browser
  const api = apiOf(browser)
  /** The candidate for whom the session has been started. */
  let started: string | null = null
  let isEnding = false

  /** Redraws the shell if the fetched details of this candidate differ from the current ones. */
  function adopt(details: DetailsAnswer): void {
    const { session } = screen.view()
    if (!session || session.details.user_id !== details.user_id) return
    const next = { ...session, details, permissions: details.permissions }
    if (JSON.stringify([session.details, session.permissions]) === JSON.stringify([next.details, next.permissions]))
      return
    screen.patch({ session: next })
  }

  /** Gets a token by this session's cookie if there is none, or if it belongs to another user of this browser. */
  async function startFor(userId: string): Promise<void> {
    if (!api.hasToken() && (await api.refresh()) !== 'fresh') return
    const { data } = await api.query('getUserDetails')
    if (data.user_id === userId) return adopt(data)
    api.forget()
    if ((await api.refresh()) === 'fresh') adopt((await api.refetch('getUserDetails')).data)
  }

  async function end(): Promise<boolean> {
    const { base, session } = screen.view()
    const token = xsrfToken()
    try {
      const response = await fetch(href(base, 'logout'), {
        method: 'POST',
        // Home is loaded as a new document, so that nothing of the session remains.
        redirect: 'manual',
        headers: token ? { 'x-xsrf-token': token } : {},
        body: new URLSearchParams({ _csrf: session?.csrf ?? '' }),
      })
      return response.ok || response.type === 'opaqueredirect' || response.status === 401
    } catch {
      return false
    }
  }

  function leave(to: 'home' | 'login' = 'home'): void {
    window.ReactNativeWebView?.postMessage('executeLogout')
    location.assign(href(screen.view().base, to))
  }

  return {
    /** Builds the session from the API's details, at start-up and after a login. A failure is ignored. */
    start(): void {
      const userId = screen.view().session?.details.user_id ?? null
      if (userId === started) return
      started = userId
      if (userId === null) return
      forgetDrafts(userId)
      startFor(userId).catch(() => {})
    },

    async refresh(): Promise<void> {
      const answer = await api.refetch('getCandidateDetails').catch(() => null)
      if (answer) adopt(answer.data)
    },

    async logout(to?: 'home' | 'login'): Promise<void> {
      if (!(await end())) return toasts.show('error', screen.t()('shell:toast.logout-failed'))
      api.forget()
      forgetDrafts()
      leave(to)
    },

    /** The API no longer accepts the session: keeps drafts, then logs out. */
    async lost(): Promise<void> {
      if (!screen.view().session || isEnding) return
      isEnding = true
      for (const prepare of Array.from(beforeLoss)) prepare()
      if (await end()) leave()
      else toasts.show('error', screen.t()('shell:toast.logout-failed'))
    },
  }
}
