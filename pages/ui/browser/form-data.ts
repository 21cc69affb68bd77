import type { Outcome } from './browser'

export type Submitter = HTMLButtonElement | HTMLInputElement | null

/** The browser is leaving the page: the form stays busy, so that it cannot be sent again. */
export const left = Symbol('left')
export type Result = Outcome | typeof left

/** Falls back to the browser's own submission of the form. */
export function submitNatively(form: HTMLFormElement, submitter: Submitter): typeof left {
  if (submitter?.name) {
    const hidden = document.createElement('input')
    Object.assign(hidden, { type: 'hidden', name: submitter.name, value: submitter.value })
    form.append(hidden)
  }
  // The prototype's method works even if a field is named "submit".
  HTMLFormElement.prototype.submit.call(form)
  return left
}

export function dataOf(form: HTMLFormElement, submitter: Submitter): FormData {
  const data = new FormData(form)
  if (submitter?.name) data.append(submitter.name, submitter.value)
  return data
}

/** The text entries of a form; files stay out. */
export const entriesOf = (data: FormData) =>
  Array.from(data.entries()).filter((entry): entry is [string, string] => typeof entry[1] === 'string')

export const addressOf = (form: HTMLFormElement, submitter: Submitter) =>
  new URL(submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? '', location.href)
