import type { Browser } from './browser'
import { deviceDrafts, draftPrefix, draftStorage } from './draft-storage'
import { type Control, isChanged, isChoice } from './filled-in'

type Draft = { fields: [name: string, value: string, isChosen: boolean][]; focus: string | null; at: number }

/** Drafts expire after a day. Milliseconds. */
const lifetime = 86_400_000

/** Passwords, one-time passwords, files and hidden fields are never kept. */
function isKeepable(control: Element): control is Control {
  if (!('name' in control) || !control.name || control instanceof HTMLButtonElement) return false
  if (control.getAttribute('autocomplete') === 'one-time-code') return false
  const type = control.getAttribute('type') ?? ''
  // A visible password is a text field for the moment; its name still reveals it.
  return !['password', 'hidden', 'file', 'submit'].includes(type) && !/password|otp/i.test(String(control.name))
}

const controls = (form: HTMLFormElement) => Array.from(form.elements).filter(isKeepable)

/** A draft belongs to the candidate or the member of staff who wrote it. */
function stemOf({ screen }: Browser, form: HTMLFormElement): string {
  const { session, staff } = screen.view()
  const owner = session?.details.user_id ?? staff?.loginName ?? null
  return `${draftPrefix(owner)}${location.pathname} ${form.dataset.form ?? ''}`
}

/** A form that names its version keeps a draft for each version, on the device. */
const isKeptOnDevice = (form: HTMLFormElement) => form.dataset.version !== undefined
const keyOf = (browser: Browser, form: HTMLFormElement) =>
  isKeptOnDevice(form) ? `${stemOf(browser, form)} ${form.dataset.version}` : stemOf(browser, form)
const storageOf = (form: HTMLFormElement) => (isKeptOnDevice(form) ? deviceDrafts : draftStorage)

const touched = new WeakMap<HTMLFormElement, string>()
const later = new WeakMap<HTMLFormElement, number>()

/** Remembers the focused field, to restore the focus later. */
export function touch(form: HTMLFormElement): void {
  const name = form.contains(document.activeElement) && document.activeElement?.getAttribute('name')
  if (name) touched.set(form, name)
}

/** Keeps the typed values until the form is shown again. */
export function keepDraft(browser: Browser, form: HTMLFormElement): void {
  const fields = controls(form).map((control): Draft['fields'][number] => [
    control.name,
    control.value,
    isChoice(control) && control.checked,
  ])
  const draft: Draft = { fields, focus: touched.get(form) ?? null, at: Date.now() }
  storageOf(form).set(keyOf(browser, form), JSON.stringify(draft))
}

/** Removes the form's draft, with those of earlier versions: the values are saved or no longer wanted. */
export function dropDraft(browser: Browser, form: HTMLFormElement): void {
  forgetTimer(form)
  const stem = stemOf(browser, form)
  const storage = storageOf(form)
  for (const key of storage.keys()) if (key === stem || key.startsWith(`${stem} `)) storage.remove(key)
}

function forgetTimer(form: HTMLFormElement): void {
  clearTimeout(later.get(form))
  later.delete(form)
}

/** Keeps the typed values a moment after the last input. */
export function keepDraftSoon(browser: Browser, form: HTMLFormElement): void {
  forgetTimer(form)
  later.set(
    form,
    window.setTimeout(() => keepDraftNow(browser, form), 400),
  )
}

/** Keeps a pending draft at once, because the page is left or hidden. */
export function keepDraftNow(browser: Browser, form: HTMLFormElement): void {
  if (!later.has(form)) return
  forgetTimer(form)
  if (form.isConnected && !form.hasAttribute('aria-busy')) keepDraft(browser, form)
}

/**
 * Fills in the draft, but for what was entered before the script arrived: that is newer. Returns false if there is none,
 * or if it does not differ from the form.
 */
export function restoreDraft(browser: Browser, form: HTMLFormElement): boolean {
  const key = keyOf(browser, form)
  const storage = storageOf(form)
  const kept = storage.get(key)
  if (kept === null) return false
  if (!isKeptOnDevice(form)) storage.remove(key)
  const { fields, focus, at } = JSON.parse(kept) as Draft
  if (Date.now() - at > lifetime) {
    storage.remove(key)
    return false
  }
  let isNew = false
  const typedEarly = new Set(
    controls(form)
      .filter(isChanged)
      .map(({ name }) => name),
  )
  for (const control of controls(form)) {
    const isIt = ([name, value]: Draft['fields'][number]) =>
      name === control.name && (!isChoice(control) || value === control.value)
    const draft = fields.find(isIt)
    if (!draft) continue
    const isSame = isChoice(control) ? control.checked === draft[2] : control.value === draft[1]
    if (isSame || typedEarly.has(control.name)) continue
    isNew = true
    if (isChoice(control)) control.checked = draft[2]
    else control.value = draft[1]
    for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
  }
  controls(form)
    .find((control) => control.name === focus)
    ?.focus()
  return isNew || !isKeptOnDevice(form)
}
