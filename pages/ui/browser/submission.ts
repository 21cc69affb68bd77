import type { Translate } from '../../../server/i18n/page-text'
import { type FormState, type View, viewMediaType } from '../view'
import { ApiError } from './api-error'
import type { Browser, Outcome, Send } from './browser'
import { byFetch, byXhr, type UploadStep } from './carry'
import { dropDraft, keepDraft } from './drafts'
import { outcomeOf } from './outcome'
import { takeNews, viewIn } from './view-answer'

/** How a form's files are sent: made ready first (smaller, cropped), then with word of how far they are. */
export type Uploading = {
  prepare(data: FormData): Promise<FormData>
  /** Null once it has ended, however it did, unless it `failed` to get through. */
  onStep(step: UploadStep | null): void
}

type Submitter = HTMLButtonElement | HTMLInputElement | null

/** The page is being left: its form stays as it is and cannot be sent again. */
const left = Symbol('left')
type Result = Outcome | typeof left

const leave = (url: string): typeof left => {
  location.assign(url)
  return left
}

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

const texts =
  ({ screen }: Browser): Translate =>
  (key, values) =>
    screen.t()(key, values)

/** What the form's page answered when it shows the form again: what was typed is still there. */
async function showAgain({ screen, navigation }: Browser, view: View): Promise<Outcome> {
  await navigation.land(view, view.url, { isSameVisit: true })
  const { form } = view
  if (form?.confirm) return { type: 'warning', text: form.confirm.title, isSummed: true }
  return form && { type: 'error', text: form.message ?? screen.t()('shell:form.problem'), isSummed: true }
}

/** What went wrong with the sending itself; the form stays as it is. */
function showFault(browser: Browser, view: View): Outcome {
  const t = texts(browser)
  // Our page may be older than its session, as after a login in another tab: the next attempt is made with the new one.
  void browser.navigation.recheck()
  const { status, reference } = view.data as { status: number; reference: string | null }
  const about = status === 403 || status === 503 ? t(`shell:error.about-${status}`) : t('shell:form.failed')
  return { type: 'error', text: reference ? `${about} ${t('shell:error.reference', { reference })}` : about }
}

/** Sends a form to its page's action. */
async function post(
  browser: Browser,
  form: HTMLFormElement,
  submitter: Submitter,
  upload: Uploading | undefined,
): Promise<Result> {
  const t = texts(browser)
  let data = dataOf(form, submitter)
  if (upload) {
    upload.onStep({ kind: 'preparing' })
    data = await upload.prepare(data)
  }
  const token = browser.xsrfToken()
  const carry = upload ? byXhr(upload.onStep) : byFetch
  const response = await carry(
    addressOf(form, submitter).href,
    { accept: viewMediaType, ...(token && { 'x-xsrf-token': token }) },
    form.getAttribute('enctype') === 'multipart/form-data' ? data : new URLSearchParams(entriesOf(data)),
  ).catch(() => null)
  upload?.onStep(response ? null : { kind: 'failed' })
  if (!response) return { type: 'error', text: t('shell:form.unanswered') }

  const view = await viewIn(response)
  if (view?.route === '_error') return showFault(browser, view)
  if (view && response.redirected) {
    const { view: next, news } = takeNews(view)
    browser.busy.release(form)
    dropDraft(browser, form)
    // It is done: whatever fails now must not send it again.
    // Back on the same page, as after one upload of several, one stays where one was.
    const scroll = response.url === location.href ? scrollY : undefined
    await browser.navigation.land(next, response.url, { scroll }).catch(() => leave(response.url))
    return news
  }
  if (view) return showAgain(browser, view)

  if (response.headers.get('content-type')?.startsWith('application/json')) {
    const { redirect } = (await response.json()) as { redirect?: string }
    if (response.status === 401 && redirect) keepDraft(browser, form)
    if (redirect) return leave(redirect)
  }
  if (response.redirected) return leave(response.url)
  if (response.status >= 500) return { type: 'error', text: t('shell:form.failed') }
  throw new Error(`unexpected answer ${response.status}`)
}

function showErrors(browser: Browser, { message, errors }: ApiError, values: Record<string, string>): void {
  const { screen } = browser
  const t = texts(browser)
  const { title, form } = screen.view()
  const state: FormState = { values, errors, message: errors.length ? null : message || t('shell:form.unanswered') }
  screen.patch({ form: state, title: form ? title : `${t('shell:form.error')} ${title}` })
}

/** Sends a form its own way through the API. */
async function sendByApi(browser: Browser, form: HTMLFormElement, submitter: Submitter, send: Send): Promise<Result> {
  const { _csrf, ...values } = Object.fromEntries(entriesOf(dataOf(form, submitter)))
  const work = send(values)
  const sent = await work.catch((reason) => void (reason instanceof ApiError && showErrors(browser, reason, values)))
  if (sent === 'native') return submitNatively(form, submitter)
  if (sent) {
    browser.busy.release(form)
    if (browser.screen.view().form) browser.screen.patch({ form: null })
  }
  return outcomeOf(browser, work)
}

/** A search: its answer is a page of its own address. */
export function searchBy({ navigation }: Browser, event: SubmitEvent): void {
  const form = event.target as HTMLFormElement
  const submitter = event.submitter as Submitter
  event.preventDefault()
  const url = addressOf(form, submitter)
  url.search = new URLSearchParams(entriesOf(dataOf(form, submitter)).filter(([, value]) => value !== '')).toString()
  void navigation.go(url.href, { isSameVisit: true })
}

/** Sends a form in the background, once, and tells in a toast how it goes. */
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
  const work = (how.send ? sendByApi(browser, form, submitter, how.send) : post(browser, form, submitter, how.upload))
    .catch((reason: unknown): Result => {
      console.warn('A form is left to the browser:', reason)
      return submitNatively(form, submitter)
    })
    .then((result): Outcome => {
      if (result === left) return null
      form.removeAttribute('aria-busy')
      return result
    })
  browser.toasts.during(work, how.pending)
}
