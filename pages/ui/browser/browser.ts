import { createContext, useContext } from 'react'
import type { ToastType } from '../view'
import type { Api } from './api'
import type { Busy } from './busy'
import type { Drafts } from './drafts'
import type { Toasts } from './toasts'

/** What a form's own way of sending comes to: somewhere to go, something to say, or "let the browser send it". */
export type Sent = { goTo?: string; message?: string } | 'native'

/** Sends a form's values (files and `_csrf` are not among them). An `ApiError` becomes the form's errors. */
export type Send = (values: Readonly<Record<string, string>>) => Promise<Sent>

/** What a toast says in the end; null where there is nothing to say. */
export type Outcome = { type: ToastType; text: string } | null

/** What pages and their parts may ask of the browser's client. */
export type Browser = {
  api: Api
  toasts: Toasts
  busy: Busy
  drafts: Drafts
  /** The portal's time, epoch milliseconds, counted on from the view's. */
  now(): number
  /** Goes to a page of the portal. */
  navigate(url: string): Promise<void>
  submit(event: SubmitEvent, how: { send?: Send; pending: string }): void
  /** Something was typed into this form and is not sent yet. */
  typed(form: HTMLFormElement): void
  outcomeOf(work: Promise<Sent>): Promise<Outcome>
  /** Fetches the candidate's details anew and draws the shell with them. */
  refreshSession(): Promise<void>
  logout(): Promise<void>
}

/** Null on the server and in a browser without JavaScript. */
export const BrowserContext = createContext<Browser | null>(null)

export const useBrowser = (): Browser | null => useContext(BrowserContext)
