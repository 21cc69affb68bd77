import { type Control, changedIn, isChoice, isControl, isFile } from './filled-in'

type Input = { control: Control; name: string; value: string; isChecked: boolean; files: FileList | null }

const stateOf = (control: Control): Input => ({
  control,
  name: control.name,
  value: control.value,
  isChecked: isChoice(control) && control.checked,
  files: control instanceof HTMLInputElement ? control.files : null,
})

/** The control that has taken the place of one that React has drawn anew. */
function successorOf(page: Document, { control, name, value }: Input): Control | undefined {
  if (control.isConnected) return control
  const sameName = Array.from(page.getElementsByName(name)).filter(isControl)
  return sameName.find((other) => other.id === control.id && (!isChoice(other) || other.value === value))
}

/**
 * Notes what was filled in before the script took over. The returned function, called once it has, puts back what was
 * lost and tells the page of it as if it were entered now, so that what depends on it follows.
 */
export function noteEarlyInput(page: Document): () => void {
  const focused = page.activeElement
  const early = changedIn(page).map(stateOf)
  return () => {
    for (const input of early) {
      const control = successorOf(page, input)
      if (!control) continue
      if (isChoice(control)) control.checked = input.isChecked
      else if (isFile(control)) {
        if (control !== input.control) control.files = input.files
      } else if (control.value !== input.value) control.value = input.value
      if (control !== input.control && input.control === focused)
        control.focus()
        // React passes on only changes of which its own record of the value knows nothing.
      ;(control as { _valueTracker?: { setValue(value: string): void } })._valueTracker?.setValue('')
      for (const type of isChoice(control) ? ['click', 'input', 'change'] : ['input', 'change'])
        control.dispatchEvent(new Event(type, { bubbles: true }))
    }
  }
}
