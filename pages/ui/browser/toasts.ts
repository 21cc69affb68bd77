import type { ToastType } from '#server/domain/site/view.ts'
import type { Outcome } from './browser'
import type { ToastWords } from './toast-box'

export type Toasts = {
  show(type: ToastType, text: string): void
  /** Shows a loading toast that turns into the outcome of the work. `group`: works of one group share a toast. */
  during(work: Promise<Outcome>, pending: string, group?: string): void
  /** Loads the library before it is needed. */
  warm(): void
}

/** Toasts; their library is loaded with the first one. `words`: as the page has them now. */
export function createToasts(words: () => ToastWords): Toasts {
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
    show: (type, text) => void open().then(({ showToast }) => showToast(words(), type, text), report),
    during: (work, pending, group) =>
      void open().then(({ showProgress }) => showProgress(words(), work, pending, group), report),
    warm: () => void open().catch(() => {}),
  }
}
