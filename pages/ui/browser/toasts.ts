import type { ToastType } from '../view'
import type { Outcome } from './browser'

export type Toasts = {
  show(type: ToastType, text: string): void
  /** A loading toast that turns into what the work comes to. */
  during(work: Promise<Outcome>, pending: string): void
  /** Fetches the library before it is needed. */
  warm(): void
}

/** Toasts, whose library comes with the first of them. `label`: the name of their region. */
export function createToasts(label: () => string): Toasts {
  let box: Promise<typeof import('./toast-box')> | undefined

  const open = () => {
    box ??= import('./toast-box').catch((reason) => {
      box = undefined
      throw reason
    })
    return box
  }
  const report = (reason: unknown) => console.warn('A toast could not be shown:', reason)

  return {
    show: (type, text) => void open().then(({ showToast }) => showToast(label(), type, text), report),
    during: (work, pending) => void open().then(({ showProgress }) => showProgress(label(), work, pending), report),
    warm: () => void open().catch(() => {}),
  }
}
