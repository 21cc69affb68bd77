import type { Takes } from '#server/domain/application/file-at-sight.ts'
import { type FormState, type View, viewMediaType } from '#server/domain/site/view.ts'
import { faultOfFile } from '#server/i18n/file-fault.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import type { Translate } from '#server/i18n/page-text.ts'
import { fieldId } from '../field-id'
import { ApiError } from './api-error'
import type { Browser, Outcome, Send } from './browser'
import { type Answer, byFetch, byXhr, type UploadStep } from './carry'
import { dropDraft, keepDraft } from './drafts'
import { watchEmails } from './email-slips'
import { addressOf, dataOf, entriesOf, left, type Result, type Submitter, submitNatively } from './form-data'
import { outcomeOf } from './outcome'
import { readyFiles, UnfitFiles } from './ready-files'
import { takeNews, viewIn } from './view-answer'

// This part is loaded when something is first typed in a form.
watchEmails()

/** The upload of a form's files: prepares them (crops), then reports the progress. */
export type Uploading = {
  /** What the files show, for words about them. */
  name: string
  prepare(data: FormData): Promise<FormData>
  /** Null after the end of the upload; `failed` if no answer came. */
  onStep(step: UploadStep | null): void
}

/** Uploads go one after another, because a phone's network carries one well and two badly. */
let line: Promise<unknown> = Promise.resolve()
function inLine<T>(work: () => Promise<T>): Promise<T> {
  const done = line.then(work)
  line = done.catch(() => {})
  return done
}

type How = { send?: Send; upload?: Uploading }

/** True for a form within an element marked `data-stays`: nothing else on its page is lost when it has been sent. */
const isBeside = (form: HTMLFormElement): boolean => form.closest('[data-stays]') !== null

const leave = (url: string): typeof left => {
  location.assign(url)
  return left
}

const texts =
  ({ screen }: Browser): Translate =>
  (key, values) =>
    screen.t()(key, values)

/**
 * Brings into sight what is asked for next: the field that has the focus, else the heading that the page marks as the next
 * act (`data-asked`), which gets it. False if there is neither.
 */
function showAsked(): boolean {
  const asked = document.activeElement?.closest('main .field')
  const next = asked ? null : document.querySelector<HTMLElement>('main [data-asked]')
  next?.focus({ preventScroll: true })
  asked?.scrollIntoView({ block: 'center' })
  next?.scrollIntoView({ block: 'start' })
  return asked != null || next !== null
}

/** Shows the form again, with its errors and the typed values. */
async function showAgain({ screen, navigation }: Browser, view: View): Promise<Outcome> {
  await navigation.land(view, view.url, { isSameVisit: true })
  const { form } = view
  if (form?.confirm) {
    showAsked()
    return { type: 'warning', text: form.confirm.title, isSummed: true }
  }
  return form && { type: 'error', text: form.message ?? screen.t()('shell:form.problem'), isSummed: true }
}

/**
 * Says at the top of the page why a form was not taken; what was typed, and a question that was asked, stay. Beside other
 * forms, whose place nobody loses, a toast says it.
 */
function refused(browser: Browser, form: HTMLFormElement, text: string): Outcome {
  if (isBeside(form)) return { type: 'error', text }
  const values = Object.fromEntries(entriesOf(new FormData(form)))
  summarise(browser, { ...browser.screen.view().form, values, errors: [], message: text })
  return { type: 'error', text, isSummed: true }
}

function summarise({ screen }: Browser, state: FormState): void {
  const { title, form } = screen.view()
  screen.patch({ form: state, title: form ? title : `${screen.t()('shell:form.error')} ${title}` })
}

/** Reports a failed request; the form stays as it is. */
async function showFault(browser: Browser, form: HTMLFormElement, view: View): Promise<Outcome> {
  const t = texts(browser)
  // The page may be older than its session, as after a login in another tab: update it for the next attempt.
  await browser.navigation.recheck()
  const { status, reference } = view.data as { status: number; reference: string | null }
  const about = status === 403 || status === 503 ? t(`shell:error.about-${status}`) : t('shell:form.failed')
  return refused(browser, form, reference ? `${about} ${t('shell:error.reference', { reference })}` : about)
}

const isShown = (name: string | undefined) =>
  Array.from(document.forms).some(({ dataset }) => dataset.form !== undefined && dataset.form === name)

/** Shows the page that follows a form whose act is done. `address`: of that page. */
async function arrive(
  browser: Browser,
  view: View,
  address: string,
  form: HTMLFormElement,
  submitter: Submitter,
  upload: Uploading | undefined,
): Promise<Result> {
  const { view: next, news } = takeNews(view)
  browser.busy.release(form)
  dropDraft(browser, form)
  if (isBeside(form)) {
    // Somebody who has gone on to another page stays there.
    if (form.isConnected) await arriveBeside(browser, next, address, form)
    else void browser.navigation.recheck()
    return news
  }
  // The act is done: a later failure must not send it again.
  // On the same page, as after one of several uploads, keep the scroll position; its query may have changed.
  const { pathname, search } = new URL(address)
  const isHere = pathname === location.pathname
  const isNext = search !== location.search
  const scroll = isHere ? scrollY : undefined
  const place = upload && form.closest('main [id]')?.id
  await browser.navigation.land(next, address, { scroll }).catch(() => leave(address))
  // After the act that the page is for, whose form is gone, the news is at the top; what is asked next has the focus. News
  // that is not good stands at the top always. An act without news shows what it was pressed for, such as a preview.
  const isDone = isNext || submitter?.className === 'btn'
  if (isHere && isDone && !isShown(form.dataset.form)) {
    if (!showAsked()) scrollTo(0, 0)
  } else if (next.flash) scrollTo(0, 0)
  else if (isHere && !news) showAsked()
  // The chooser of an upload, often taller than the screen, has closed or shrunk: show what it was part of.
  if (isHere && place) document.getElementById(place)?.scrollIntoView({ block: 'start' })
  return news
}

/** The ids of all that an element is part of, the innermost first. */
function placesOf(element: Element): string[] {
  const place = element.closest('main [id]')
  return place ? [place.id, ...placesOf(place.parentElement!)] : []
}

/**
 * Shows what an act has changed while the rest of the page stays as it is: other forms may be filled in, or their files under
 * way. The reader goes on from what the form was part of, as far as that is still there, unless they are busy elsewhere.
 */
async function arriveBeside({ screen, navigation }: Browser, view: View, address: string, form: HTMLFormElement) {
  const { form: before, now } = screen.view()
  const { activeElement } = document
  const isElsewhere =
    activeElement?.matches('a, button, input, select, textarea, summary') && !form.contains(activeElement)
  const places = placesOf(form)
  // Answers may overtake each other; what an older one does not know yet, a newer one has shown.
  if (view.now < now) return void (await navigation.recheck())
  const errors = before?.errors.filter(({ field }) => field !== form.dataset.form) ?? []
  const left =
    before && errors.length > 0 ? (errors.length < before.errors.length ? { ...before, errors } : before) : null
  await navigation.land({ ...view, form: left }, address, { isSameVisit: true })
  const shown = isElsewhere ? null : places.map((place) => document.getElementById(place)).find((one) => one !== null)
  if (!shown) return
  // What has come is at its top, and what is next comes below it.
  const { top } = shown.getBoundingClientRect()
  if (top < 0 || top > innerHeight / 3) shown.scrollIntoView({ block: 'start' })
  shown.focus({ preventScroll: true })
}

/** How often a file is sent again by itself, and the longest wait before that, seconds: the portal asks for 25 at most. */
const sentAgain = { times: 4, longest: 30 }

/** Sends a file again by itself while the portal has no room for it just now: it has kept nothing of it. */
async function untilThereIsRoom(
  send: () => Promise<Answer | null>,
  onStep: Uploading['onStep'],
): Promise<Answer | null> {
  for (let again = 0; ; again++) {
    const answer = await send()
    const seconds = answer?.status === 503 ? Number(answer.headers.get('retry-after')) : 0
    if (!seconds || seconds > sentAgain.longest || again === sentAgain.times) return answer
    onStep({ kind: 'busy', seconds })
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  }
}

/** Posts a form to its page's action. */
async function post(
  browser: Browser,
  form: HTMLFormElement,
  submitter: Submitter,
  upload: Uploading | undefined,
  chosen: FormData,
): Promise<Result> {
  const t = texts(browser)
  const hasFiles = form.getAttribute('enctype') === 'multipart/form-data'
  let data = chosen
  try {
    upload?.onStep({ kind: 'preparing' })
    if (upload) data = await upload.prepare(data)
    if (hasFiles) data = await readyFiles(data, takesIn(form))
  } catch (reason) {
    if (!(reason instanceof UnfitFiles)) throw reason
    upload?.onStep(null)
    const outcome = showUnfit(browser, form, reason, upload?.name)
    goToFault(browser, form)
    return outcome
  }
  const token = browser.xsrfToken()
  const carry = upload ? byXhr(upload.onStep) : byFetch
  const send = () =>
    carry(
      addressOf(form, submitter).href,
      { accept: viewMediaType, ...(token && { 'x-xsrf-token': token }) },
      hasFiles ? data : new URLSearchParams(entriesOf(data)),
    ).catch(() => null)
  const response = upload ? await untilThereIsRoom(send, upload.onStep) : await send()
  if (!response) {
    upload?.onStep({ kind: 'failed' })
    return refused(browser, form, t('shell:form.unanswered'))
  }
  // An upload is being checked until the page shows what came of it.
  return received(browser, form, submitter, upload, response).finally(() => upload?.onStep(null))
}

/** Shows what the server answered to a posted form. */
async function received(
  browser: Browser,
  form: HTMLFormElement,
  submitter: Submitter,
  upload: Uploading | undefined,
  response: Answer,
): Promise<Result> {
  const t = texts(browser)
  const view = await viewIn(response)
  if (view?.route === '_error') return showFault(browser, form, view)
  if (view && response.redirected) return arrive(browser, view, response.url, form, submitter, upload)
  if (view) {
    const outcome = await showAgain(browser, view)
    goToFault(browser, form)
    return outcome
  }

  if (response.headers.get('content-type')?.startsWith('application/json')) {
    const { redirect, message } = (await response.json()) as { redirect?: string; message?: string }
    if (response.status === 401 && redirect) keepDraft(browser, form)
    if (redirect) return leave(redirect)
    // There is no room just now: the form stays as it is.
    if (message) return refused(browser, form, message)
  }
  if (response.redirected) return leave(response.url)
  if (response.status >= 500) return refused(browser, form, t('shell:form.failed'))
  throw new Error(`unexpected answer ${response.status}`)
}

/** The use that a field of this form has for its files, as its input says. */
const takesIn = (form: HTMLFormElement) => (field: string) =>
  form.querySelector<HTMLElement>(`input[type=file][name="${field}"]`)?.dataset.takes as Takes | undefined

/** Says which files cannot be sent, and why, in the words of the server; what was typed stays. */
function showUnfit(
  { screen }: Browser,
  form: HTMLFormElement,
  { faults }: UnfitFiles,
  name: string | undefined,
): Outcome {
  const t = screen.t()
  const errors = faults.map((fault) => ({
    field: fault.field,
    message: faultOfFile(t, fault, t(`unfit:fault.${fault.code}` as TextKey, fault.params)),
    file: fault.at ?? undefined,
    question: name && (fault.at === null ? `${name}:` : `${name},`),
  }))
  const values = Object.fromEntries(entriesOf(new FormData(form)))
  screen.patch({ form: { values, errors, message: null } })
  return { type: 'error', text: t('shell:form.problem'), isSummed: true }
}

/** A file that is refused was chosen in this row: its fault is beside it, and the next choice too. */
function goToFault({ screen }: Browser, form: HTMLFormElement): void {
  const [first] = isBeside(form) ? (screen.view().form?.errors ?? []) : []
  if (first) document.getElementById(fieldId(first.field))?.focus()
}

function showErrors(browser: Browser, { message, errors }: ApiError, values: Record<string, string>): void {
  const said = errors.length ? null : message || texts(browser)('shell:form.unanswered')
  summarise(browser, { values, errors, message: said })
}

/** Sends a form through the API by its own function. */
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

/** Sends a form by its own function, or posts it to its page's action, and says how that ended. */
export function sendForm(browser: Browser, form: HTMLFormElement, submitter: Submitter, how: How): Promise<Result> {
  const { send, upload } = how
  if (send) return sendByApi(browser, form, submitter, send)
  const data = dataOf(form, submitter)
  if (!upload) return post(browser, form, submitter, upload, data)
  upload.onStep({ kind: 'waiting' })
  return inLine(() => post(browser, form, submitter, upload, data))
}
