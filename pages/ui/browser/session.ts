import { href } from '../href'
import type { DetailsAnswer } from './api-calls'
import type { Browser } from './browser'
import { forgetDrafts } from './draft-storage'

declare global {
  interface Window {
    /** Where the portal is shown inside a mobile application. */
    ReactNativeWebView?: { postMessage(message: string): void }
  }
}

/** The candidate's session as the browser sees it. Source: rules §18.10, §17.2. */
export function createSession(browser: Omit<Browser, 'logout' | 'refreshSession'>) {
  const { api, screen, toasts, xsrfToken, beforeLoss } = browser
  /** For whom the start-up has run. */
  let started: string | null = null
  let isEnding = false

  /** Draws the shell with details that have come, if they say anything new about the one who is signed in. */
  function adopt(details: DetailsAnswer): void {
    const { session } = screen.view()
    if (!session || session.details.user_id !== details.user_id) return
    const next = { ...session, details, permissions: details.permissions }
    if (JSON.stringify([session.details, session.permissions]) === JSON.stringify([next.details, next.permissions]))
      return
    screen.patch({ session: next })
  }

  /** A token of whoever used this browser before is no good: one is fetched by the cookie of this session. */
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
        // Home is loaded whole afterwards, so that nothing of the session remains.
        redirect: 'manual',
        headers: token ? { 'x-xsrf-token': token } : {},
        body: new URLSearchParams({ _csrf: session?.csrf ?? '' }),
      })
      return response.ok || response.type === 'opaqueredirect' || response.status === 401
    } catch {
      return false
    }
  }

  function leave(): void {
    window.ReactNativeWebView?.postMessage('executeLogout')
    location.assign(href(screen.view().base, 'home'))
  }

  return {
    /** At start-up and after a login: the session is built from the API's details; what fails there is passed over. */
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

    async logout(): Promise<void> {
      if (!(await end())) return toasts.show('error', screen.t()('shell:toast.logout-failed'))
      api.forget()
      forgetDrafts()
      leave()
    },

    /** The API knows this candidate no longer: what is being typed is kept, then they are logged out. */
    async lost(): Promise<void> {
      if (!screen.view().session || isEnding) return
      isEnding = true
      for (const prepare of Array.from(beforeLoss)) prepare()
      if (await end()) leave()
      else toasts.show('error', screen.t()('shell:toast.logout-failed'))
    },
  }
}
