import type { Browser } from './browser'
import { draftPrefix, draftStorage } from './draft-storage'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
type Draft = { fields: [name: string, value: string, isChosen: boolean][]; focus: string | null }

/** Passwords, one-time passwords, files and what the page itself puts there are never kept. */
function isKeepable(control: Element): control is Control {
  if (!('name' in control) || !control.name || control instanceof HTMLButtonElement) return false
  if (control.getAttribute('autocomplete') === 'one-time-code') return false
  const type = control.getAttribute('type') ?? ''
  // A password that is being shown is a text field for the moment; its name still tells.
  return !['password', 'hidden', 'file', 'submit'].includes(type) && !/password|otp/i.test(String(control.name))
}

const controls = (form: HTMLFormElement) => Array.from(form.elements).filter(isKeepable)
const isChoice = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio'

const keyOf = ({ screen }: Browser, form: HTMLFormElement) =>
  `${draftPrefix(screen.view().session?.details.user_id ?? null)}${location.pathname} ${form.dataset.form ?? ''}`

const touched = new WeakMap<HTMLFormElement, string>()

/** Remembers where the candidate is writing, to lead them back to it. */
export function touch(form: HTMLFormElement): void {
  const name = form.contains(document.activeElement) && document.activeElement?.getAttribute('name')
  if (name) touched.set(form, name)
}

/** Keeps what is typed, when the session has ended, until the page is back. */
export function keepDraft(browser: Browser, form: HTMLFormElement): void {
  const fields = controls(form).map((control): Draft['fields'][number] => [
    control.name,
    control.value,
    isChoice(control) && control.checked,
  ])
  const draft: Draft = { fields, focus: touched.get(form) ?? null }
  draftStorage.set(keyOf(browser, form), JSON.stringify(draft))
}

/** Fills in what was kept, once. False when there was nothing. */
export function restoreDraft(browser: Browser, form: HTMLFormElement): boolean {
  const key = keyOf(browser, form)
  const kept = draftStorage.get(key)
  if (kept === null) return false
  draftStorage.remove(key)
  const { fields, focus } = JSON.parse(kept) as Draft
  for (const control of controls(form)) {
    const isIt = ([name, value]: Draft['fields'][number]) =>
      name === control.name && (!isChoice(control) || value === control.value)
    const draft = fields.find(isIt)
    if (!draft) continue
    if (isChoice(control)) control.checked = draft[2]
    else control.value = draft[1]
    for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
  }
  controls(form)
    .find((control) => control.name === focus)
    ?.focus()
  return true
}
