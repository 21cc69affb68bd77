import type { Translate } from '../../../server/i18n/page-text'
import { type FormState, type View, viewMediaType } from '../view'
import { ApiError } from './api'
import type { Outcome, Send, Sent } from './browser'
import type { Busy } from './busy'
import type { Drafts } from './drafts'
import { type Navigation, takeNews, viewIn } from './navigation'
import { prepare, type Screen } from './screen'
import type { Toasts } from './toasts'

export type SubmissionWorld = {
  screen: Screen
  navigation: Navigation
  toasts: Toasts
  busy: Busy
  drafts: Drafts
  xsrfToken(): string | null
}

type Submitter = HTMLButtonElement | HTMLInputElement | null

/** A form whose page is being left stays unsendable. */
const left = Symbol('left')
type Result = Outcome | typeof left

/** The browser's own way, once ours has met something unexpected. */
function submitNatively(form: HTMLFormElement, submitter: Submitter): typeof left {
  if (submitter?.name) {
    const hidden = document.createElement('input')
    Object.assign(hidden, { type: 'hidden', name: submitter.name, value: submitter.value })
    form.append(hidden)
  }
  // A field named "submit" would hide the method.
  HTMLFormElement.prototype.submit.call(form)
  return left
}

function dataOf(form: HTMLFormElement, submitter: Submitter): FormData {
  const data = new FormData(form)
  if (submitter?.name) data.append(submitter.name, submitter.value)
  return data
}

/** The text entries of a form; files stay out. */
const entriesOf = (data: FormData) =>
  Array.from(data.entries()).filter((entry): entry is [string, string] => typeof entry[1] === 'string')

const addressOf = (form: HTMLFormElement, submitter: Submitter) =>
  new URL(submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? '', location.href)

/** Sends forms in the background: to their page's action, or by their own way through the API. */
export function createSubmission({ screen, navigation, toasts, busy, drafts, xsrfToken }: SubmissionWorld) {
  let sending = new WeakSet<HTMLFormElement>()
  const t: Translate = (key, values) => screen.t()(key, values)

  const leave = (url: string): typeof left => {
    location.assign(url)
    return left
  }

  /** The same page with a form that came back. */
  async function showAgain(view: View): Promise<Outcome> {
    const isSameVisit = view.route === screen.view().route
    if (isSameVisit) screen.show(await prepare(view, Date.now()), { isSameVisit })
    else await navigation.land(view, view.url)
    const { form } = view
    return form && { type: 'error', text: form.message ?? t('shell:form.problem') }
  }

  /** What went wrong with the sending itself; the form stays as it is. */
  function showFault(view: View): Outcome {
    // Our page may be older than its session, as after a login in another tab: the next attempt is made with the new one.
    void navigation.recheck()
    const { status, reference } = view.data as { status: number; reference: string | null }
    const about = status === 403 ? t('shell:error.about-403') : t('shell:form.failed')
    return { type: 'error', text: reference ? `${about} ${t('shell:error.reference', { reference })}` : about }
  }

  async function post(form: HTMLFormElement, submitter: Submitter): Promise<Result> {
    const data = dataOf(form, submitter)
    const token = xsrfToken()
    const response = await fetch(addressOf(form, submitter).href, {
      method: 'POST',
      headers: { accept: viewMediaType, ...(token && { 'x-xsrf-token': token }) },
      body: form.getAttribute('enctype') === 'multipart/form-data' ? data : new URLSearchParams(entriesOf(data)),
    }).catch(() => null)
    if (!response) return { type: 'error', text: t('shell:form.unanswered') }

    const view = await viewIn(response)
    if (view?.route === '_error') return showFault(view)
    if (view && response.redirected) {
      const { view: next, news } = takeNews(view)
      busy.release(form)
      await navigation.land(next, response.url).catch(() => leave(response.url))
      return news
    }
    if (view) return showAgain(view)

    if (response.headers.get('content-type')?.startsWith('application/json')) {
      const { redirect } = (await response.json()) as { redirect?: string }
      if (response.status === 401 && redirect) drafts.keep(form)
      if (redirect) return leave(redirect)
    }
    if (response.redirected) return leave(response.url)
    if (response.status >= 500) return { type: 'error', text: t('shell:form.failed') }
    throw new Error(`unexpected answer ${response.status}`)
  }

  /** What sending by the API came to, in words. */
  async function outcomeOf(work: Promise<Sent>): Promise<Outcome> {
    try {
      const sent = await work
      if (sent === 'native') return null
      if (sent.goTo) await navigation.go(sent.goTo)
      return sent.message ? { type: 'success', text: sent.message } : null
    } catch (reason) {
      if (!(reason instanceof ApiError)) throw reason
      return { type: 'error', text: reason.message || t('shell:form.unanswered') }
    }
  }

  function showErrors({ message, errors }: ApiError, values: Record<string, string>): void {
    const { title, form } = screen.view()
    const state: FormState = { values, errors, message: errors.length ? null : message || t('shell:form.unanswered') }
    const marked = form ? title : `${t('shell:form.error')} ${title}`
    screen.patch({ form: state, title: marked })
    document.title = marked
  }

  async function sendByApi(form: HTMLFormElement, submitter: Submitter, send: Send): Promise<Result> {
    const { _csrf, ...values } = Object.fromEntries(entriesOf(dataOf(form, submitter)))
    const work = send(values)
    const sent = await work.catch((reason) => void (reason instanceof ApiError && showErrors(reason, values)))
    if (sent === 'native') return submitNatively(form, submitter)
    if (sent) {
      busy.release(form)
      if (screen.view().form) screen.patch({ form: null })
    }
    return outcomeOf(work)
  }

  function submit(event: SubmitEvent, { send, pending }: { send?: Send; pending: string }): void {
    const form = event.target as HTMLFormElement
    const submitter = event.submitter as Submitter
    event.preventDefault()
    if (sending.has(form)) return
    if (form.getAttribute('method') === 'get') {
      const url = addressOf(form, submitter)
      url.search = new URLSearchParams(
        entriesOf(dataOf(form, submitter)).filter(([, value]) => value !== ''),
      ).toString()
      void navigation.go(url.href, { isSameVisit: true })
      return
    }
    sending.add(form)
    busy.hold(form)
    form.setAttribute('aria-busy', 'true')
    const work = (send ? sendByApi(form, submitter, send) : post(form, submitter))
      .catch((reason: unknown): Result => {
        console.warn('A form is left to the browser:', reason)
        return submitNatively(form, submitter)
      })
      .then((result): Outcome => {
        if (result === left) return null
        sending.delete(form)
        form.removeAttribute('aria-busy')
        return result
      })
    toasts.during(work, pending)
  }

  return {
    submit,
    outcomeOf,
    /** Back from the browser's memory: what was on its way then has arrived. */
    reset: (): void => {
      sending = new WeakSet()
    },
  }
}
