import { type RefObject, useEffect } from 'react'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && target.type !== 'radio')

/**
 * Keys for judging without a mouse: `a` accepts the focused fact, `d` marks a discrepancy, `j` and `k` move to the next
 * and the previous fact, `p` shows the fact's document. Keys are ignored while the officer types or holds a modifier.
 */
export function useKeys(facts: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const box = facts.current
      if (!box || event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return
      const all = Array.from(box.querySelectorAll<HTMLElement>('[data-fact]'))
      const at = all.findIndex((fact) => fact.contains(document.activeElement))
      const radio = (fact: HTMLElement | undefined, value: string) =>
        fact?.querySelector<HTMLInputElement>(`input[type=radio][value=${value}]`)
      const go = (fact: HTMLElement | undefined) =>
        (fact?.querySelector<HTMLInputElement>('input[type=radio]:checked') ?? radio(fact, 'accepted'))?.focus()
      const key = event.key.toLowerCase()
      if (key === 'j') go(all[Math.min(at + 1, all.length - 1)])
      else if (key === 'k') go(all[Math.max(at - 1, 0)])
      else if (key === 'a') {
        radio(all[at], 'accepted')?.click()
        go(all[at + 1])
      } else if (key === 'd') {
        radio(all[at], 'discrepancy')?.click()
        // Wait until the fields of the discrepancy are rendered.
        requestAnimationFrame(() => all[at]?.querySelector('select')?.focus())
      } else if (key === 'p') all[at]?.querySelector<HTMLAnchorElement>('a[target=proof]')?.click()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [facts])
}
