import { type Control, changedIn, isChoice, isControl, isFile } from './filled-in'

const stateOf = (control: Control) => ({
  control,
  value: control.value,
  isChecked: isChoice(control) && control.checked,
  files: isFile(control) ? control.files : null,
})

/** The control itself, or the one that has taken its place because React has drawn it anew. */
const presentOf = (page: Document, control: Control): Element | null =>
  control.isConnected ? control : page.getElementById(control.id)

/**
 * Notes what was filled in before the script took over. The returned function, called once it has, puts back what was
 * lost and tells the page of it as if it were entered now, so that what depends on it follows.
 */
export function noteEarlyInput(page: Document): () => void {
  const focused = page.activeElement
  const early = changedIn(page).map(stateOf)
  return () => {
    for (const input of early) {
      const control = presentOf(page, input.control)
      if (!isControl(control)) continue
      if (isChoice(control)) control.checked = input.isChecked
      else if (isFile(control)) {
        if (control !== input.control) control.files = input.files
      } else if (control.value !== input.value) control.value = input.value
      if (input.control === focused) control.focus()
      // React passes on only changes of which its own record of the value knows nothing.
      const { _valueTracker } = control as { _valueTracker?: { setValue(value: string): void } }
      _valueTracker?.setValue('')
      for (const type of isChoice(control) ? ['click', 'input', 'change'] : ['input', 'change'])
        control.dispatchEvent(new Event(type, { bubbles: true }))
    }
  }
}
