import { meantEmail } from '#server/domain/site/email-slip.ts'
import { lateTexts } from '#server/i18n/late-texts.ts'
import type { Translate } from '#server/i18n/page-text.ts'

/**
 * Points out a slip in a well-known provider's name below every field for an e-mail address that is left, and offers the
 * address that was probably meant. What was typed can be sent as it is.
 */
export function watchEmails(): void {
  document.addEventListener('focusout', ({ target }) => void lookAt(target))
  // On a slow network this part comes after the field was left.
  for (const input of Array.from(document.querySelectorAll('input[type=email]')))
    if (input !== document.activeElement) void lookAt(input)
}

async function lookAt(input: EventTarget | null): Promise<void> {
  if (!(input instanceof HTMLInputElement) || input.type !== 'email') return
  const field = input.parentElement!
  const box = field.querySelector('[data-slip]') ?? field.appendChild(newBox())
  const typed = input.value
  const meant = meantEmail(typed)
  if (!meant) return box.replaceChildren()
  // Without its words, as when the network is gone, it says nothing.
  const t = await lateTexts('slip', document.documentElement.lang === 'mr' ? 'mr' : 'en').catch(() => null)
  if (t && input.value === typed) box.replaceChildren(...offer(input, meant, t))
}

/** It is there before its words, so that a screen reader says them. */
function newBox(): HTMLElement {
  const box = document.createElement('div')
  box.setAttribute('role', 'status')
  box.dataset.slip = ''
  return box
}

function offer(input: HTMLInputElement, email: string, t: Translate): HTMLElement[] {
  const question = document.createElement('p')
  question.textContent = t('slip:question', { email })
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'btn quiet small'
  button.textContent = t('slip:take')
  button.addEventListener('click', () => {
    input.value = email
    // Whoever keeps what is typed hears of the change.
    input.dispatchEvent(new Event('input', { bubbles: true }))
    input.focus()
    question.parentElement!.replaceChildren()
  })
  return [question, button]
}
