import { createContext, useContext } from 'react'
import type { ToastType } from '#server/domain/site/view.ts'
import type { Screen } from '../shell/screen'
import type { Busy } from './busy'
import type { Navigation } from './navigation'
import type { Stored } from './stored'
import type { Toasts } from './toasts'

/** The result of a form's own way of sending: a page to open and a message, or `native`: the browser sends the form. */
export type Sent = { goTo?: string; message?: string } | 'native'

/** Sends a form's values, without files and `_csrf`. An `ApiError` becomes the form's errors. */
export type Send = (values: Readonly<Record<string, string>>) => Promise<Sent>

/**
 * The final text of a toast; null for none. `isSummed`: the top of the page says it, so no toast repeats it.
 */
export type Outcome = { type: ToastType; text: string; isSummed?: boolean } | null

/** The parts of the browser's client that pages can use. */
export type Browser = {
  /** What stays on this device. */
  storage: Stored
  toasts: Toasts
  busy: Busy
  readonly screen: Screen
  readonly navigation: Navigation
  /** The token that proves that a request is ours, from the cookie or else the session. */
  xsrfToken(): string | null
  /** Called before a candidate is logged out because the API no longer accepts the session. */
  beforeLoss: Set<() => void>
  /** Ends a session that the API no longer accepts. */
  loseSession(): void
  /** Fetches the candidate's details again and redraws the shell. */
  refreshSession(): Promise<void>
  /** Ends the session; then home, or the login for the next candidate. */
  logout(to?: 'home' | 'login'): Promise<void>
}

/** Null on the server and in a browser without JavaScript. */
export const BrowserContext = createContext<Browser | null>(null)

export const useBrowser = (): Browser | null => useContext(BrowserContext)
