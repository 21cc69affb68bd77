import { createContext, useContext } from 'react'
import type { ToastType } from '../view'
import type { Api } from './api'
import type { Busy } from './busy'
import type { Navigation } from './navigation'
import type { Screen } from './screen'
import type { Toasts } from './toasts'

/** What sending a form one's own way comes to: somewhere to go, something to say, or "let the browser send it". */
export type Sent = { goTo?: string; message?: string } | 'native'

/** Sends a form's values (files and `_csrf` are not among them). An `ApiError` becomes the form's errors. */
export type Send = (values: Readonly<Record<string, string>>) => Promise<Sent>

/**
 * What a toast says in the end; null where there is nothing to say. `isSummed`: the page says more of it at its top, which
 * the toast must not cover.
 */
export type Outcome = { type: ToastType; text: string; isSummed?: boolean } | null

/** What pages and their parts may ask of the browser's client. */
export type Browser = {
  api: Api
  toasts: Toasts
  busy: Busy
  readonly screen: Screen
  readonly navigation: Navigation
  /** The token that proves a request to be ours: the cookie's, else the session's. */
  xsrfToken(): string | null
  /** Called when the API knows the candidate no longer, before they are logged out. */
  beforeLoss: Set<() => void>
  /** Fetches the candidate's details anew and draws the shell with them. */
  refreshSession(): Promise<void>
  logout(): Promise<void>
}

/** Null on the server and in a browser without JavaScript. */
export const BrowserContext = createContext<Browser | null>(null)

export const useBrowser = (): Browser | null => useContext(BrowserContext)
