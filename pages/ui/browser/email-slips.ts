import { meantEmail } from '#server/domain/site/email-slip.ts'

/**
 * Points out a slip in a well-known provider's name below every field for an e-mail address that is left, by a button that
 * writes the address that was probably meant. The address can be sent as it is.
 */
export function watchEmails(): void {
  document.addEventListener('focusout', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'email') return
    const field = target.parentElement!
    const box = field.querySelector('[data-slip]') ?? field.appendChild(newBox())
    const meant = meantEmail(target.value)
    box.replaceChildren(...(meant ? [buttonFor(target, meant)] : []))
  })
}

/** It is there before its words, so that a screen reader says them. */
function newBox(): HTMLElement {
  const box = document.createElement('div')
  box.setAttribute('role', 'status')
  box.dataset.slip = ''
  return box
}

function buttonFor(input: HTMLInputElement, meant: string): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'btn quiet small'
  button.textContent = `${meant}?`
  button.addEventListener('click', () => {
    input.value = meant
    // Whoever keeps what is typed hears of the change.
    input.dispatchEvent(new Event('input', { bubbles: true }))
    input.focus()
    button.remove()
  })
  return button
}
