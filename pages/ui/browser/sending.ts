import type { Browser, Outcome, Send } from './browser'
import { left, type Result, type Submitter, submitNatively } from './form-data'
import type { Uploading } from './submission'

let loading: Promise<typeof import('./submission')> | undefined

/** The part that sends; a page whose form nobody fills in does not load it. */
function loadSubmission() {
  loading ??= import('./submission').catch((reason) => {
    loading = undefined
    throw reason
  })
  return loading
}

/** Loads the part that sends before it is needed. */
export const warmSubmission = (): void => void loadSubmission().catch(() => {})

/** Sends a form once, in the background, and reports the outcome in a toast. */
export function submitForm(
  browser: Browser,
  event: SubmitEvent,
  how: { send?: Send; upload?: Uploading; pending: string },
): void {
  const form = event.target as HTMLFormElement
  const submitter = event.submitter as Submitter
  event.preventDefault()
  if (form.hasAttribute('aria-busy')) return
  form.setAttribute('aria-busy', 'true')
  browser.busy.hold(form)
  const sent = loadSubmission().then(
    ({ sendForm }) => sendForm(browser, form, submitter, how),
    (reason): Result => {
      if (navigator.onLine) throw reason
      how.upload?.onStep({ kind: 'failed' })
      const message = browser.screen.t()('shell:form.unanswered')
      if (how.upload) return { type: 'error', text: message }
      browser.screen.patch({ form: { values: {}, errors: [], ...browser.screen.view().form, message } })
      return null
    },
  )
  const work = sent
    .catch((reason: unknown): Result => {
      console.warn('A form is left to the browser:', reason)
      return submitNatively(form, submitter)
    })
    .then((result): Outcome => {
      if (result === left) return null
      form.removeAttribute('aria-busy')
      return result
    })
  // Files that go one after the other each say at their own place how far they are.
  browser.toasts.during(work, how.pending, how.upload && 'uploads')
}
