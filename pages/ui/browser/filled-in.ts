export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const inert = ['hidden', 'submit', 'button', 'reset', 'image']
export const isControl = (element: Element | null): element is Control =>
  (element instanceof HTMLInputElement && !inert.includes(element.type)) ||
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement

export const isChoice = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio'

export const isFile = (control: Control): control is HTMLInputElement => control.type === 'file'

/** The option that a list of one choice shows at first: the last one marked, else the first that can be chosen. */
function firstShown({ options }: HTMLSelectElement): number {
  const all = Array.from(options)
  const marked = all.map((option) => option.defaultSelected).lastIndexOf(true)
  return marked >= 0 ? marked : all.findIndex((option) => !option.disabled)
}

/** Browsers hide what a password manager has filled in until somebody touches the page. */
const isAutofilled = (control: Control): boolean =>
  [':autofill', ':-webkit-autofill'].some((mark) => {
    try {
      return control.matches(mark)
    } catch {
      // Each browser knows one of the two.
      return false
    }
  })

/** True if the control differs from the page that the server sent: typed, ticked, chosen, filled in or restored. */
export function isChanged(control: Control): boolean {
  if (isChoice(control)) return control.checked !== control.defaultChecked
  if (isFile(control)) return control.files!.length > 0
  if (control instanceof HTMLSelectElement) {
    if (!control.multiple) return control.selectedIndex !== firstShown(control)
    return Array.from(control.options).some((option) => option.selected !== option.defaultSelected)
  }
  return control.value !== control.defaultValue || isAutofilled(control)
}

/** Every control of the page that differs from what the server sent. */
export const changedIn = (page: Document): Control[] =>
  Array.from(page.querySelectorAll('input, select, textarea')).filter(
    (element): element is Control => isControl(element) && isChanged(element),
  )
