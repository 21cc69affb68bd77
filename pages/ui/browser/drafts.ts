import type { Stored } from './stored'

const prefix = 'draft '

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
type Draft = { fields: [name: string, value: string, isChosen: boolean][]; focus: string | null }

export type Drafts = ReturnType<typeof createDrafts>

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

/**
 * What was typed when the session had ended, kept on the device until the page is back: under the page's path and the
 * candidate's number, so that nobody else's words ever fill a form. `owner`: the signed-in candidate, null for visitors.
 */
export function createDrafts(storage: Stored, { path, owner }: { path(): string; owner(): string | null }) {
  const touched = new WeakMap<HTMLFormElement, string>()
  const keyOf = (form: HTMLFormElement) => `${prefix}${owner()} ${path()} ${form.dataset.form ?? ''}`

  return {
    /** Remembers where the candidate is writing, to lead them back to it. */
    touch(form: HTMLFormElement): void {
      const name = form.contains(document.activeElement) && document.activeElement?.getAttribute('name')
      if (name) touched.set(form, name)
    },

    keep(form: HTMLFormElement): void {
      const fields = controls(form).map((control): Draft['fields'][number] => [
        control.name,
        control.value,
        isChoice(control) && control.checked,
      ])
      storage.set(keyOf(form), JSON.stringify({ fields, focus: touched.get(form) ?? null } satisfies Draft))
    },

    /** Fills in what was kept, once. False when there was nothing. */
    restore(form: HTMLFormElement): boolean {
      const key = keyOf(form)
      const kept = storage.get(key)
      if (kept === null) return false
      storage.remove(key)
      const { fields, focus } = JSON.parse(kept) as Draft
      for (const control of controls(form)) {
        const draft = fields.find(
          ([name, value]) => name === control.name && (!isChoice(control) || value === control.value),
        )
        if (!draft) continue
        if (isChoice(control)) control.checked = draft[2]
        else control.value = draft[1]
        for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
      }
      controls(form)
        .find((control) => control.name === focus)
        ?.focus()
      return true
    },

    /** At logout. */
    forgetAll(): void {
      for (const key of storage.keys()) if (key.startsWith(prefix)) storage.remove(key)
    },

    /** What another candidate left on this device. */
    forgetOthers(): void {
      for (const key of storage.keys()) {
        if (key.startsWith(prefix) && !key.startsWith(`${prefix}${owner()} `)) storage.remove(key)
      }
    },
  }
}
