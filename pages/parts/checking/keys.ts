import { type RefObject, useEffect, useRef } from 'react'
import { isTyping, keyOf, pressedOnce } from '#pages/parts/keys/page-keys.ts'

/** The acts behind the keys. `current`: the name of the fact that the officer is at. */
type Desk = {
  form: RefObject<HTMLElement | null>
  current: string | null
  isOn: boolean
  acceptRest(): void
  help(): void
}

const radio = (fact: Element | undefined, value: string) =>
  fact?.querySelector<HTMLInputElement>(`input[type=radio][value=${value}]`)

/** Puts the focus on a fact and scrolls it into view. */
function go(fact: Element | undefined): void {
  const chosen = fact?.querySelector<HTMLInputElement>('input[type=radio]:checked') ?? radio(fact, 'accepted')
  chosen?.focus({ preventScroll: true })
  fact?.scrollIntoView({ block: 'nearest' })
}

/**
 * Keys for judging without a mouse: `a` accepts the current fact and goes on, `d` marks a discrepancy, `j` and `k` move, a digit
 * goes to the fact with this number, `x` accepts every fact that is not flagged, `f` finishes and, once the outcome is shown,
 * agrees to it, `?` lists the keys. Enter and Escape leave the fields of a discrepancy: to the next fact, and back to its fact.
 * There a digit chooses the reason and goes on to the correct value.
 */
export function useKeys(desk: Desk): void {
  const latest = useRef(desk)
  latest.current = desk
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { form, current, isOn, acceptRest, help } = latest.current
      const box = form.current
      if (!box) return
      if (isOn && chooseByDigit(event)) {
        const fact = (event.target as Element).closest('[data-fact]')
        fact?.querySelector<HTMLInputElement>('input[name^=expected-]')?.focus()
        return
      }
      const all = Array.from(box.querySelectorAll('[data-fact]'))
      const at = all.findIndex((fact) => fact.getAttribute('data-fact') === current)
      const leave = leaving(event)
      if (leave) {
        event.preventDefault()
        go(all[leave === 'on' ? at + 1 : at] ?? all[at])
        return
      }
      const key = isOn ? actingKey(event) : null
      const finish = () => {
        const agree = box.querySelector<HTMLElement>('button[name=agreed]')
        ;(agree ?? box.querySelector<HTMLElement>('[data-finish]'))?.click()
      }
      const does: Readonly<Record<string, () => void>> = {
        j: () => go(all[Math.min(at + 1, all.length - 1)]),
        k: () => go(all[Math.max(at - 1, 0)]),
        a() {
          radio(all[at], 'accepted')?.click()
          if (all[at + 1]) go(all[at + 1])
          else box.querySelector<HTMLElement>('[data-finish]')?.focus()
        },
        d() {
          radio(all[at], 'discrepancy')?.click()
          // Wait until the fields of the discrepancy are rendered.
          requestAnimationFrame(() => {
            all[at]?.querySelector('select')?.focus()
            all[at]?.scrollIntoView({ block: 'nearest' })
          })
        },
        x: acceptRest,
        f: finish,
        '?': help,
      }
      const numbered = all[Number(key) - 1]
      const act = numbered ? () => go(numbered) : does[key ?? '']
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/**
 * A digit in a list of reasons chooses the entry in that place; letters find one only on a keyboard of the list's language.
 * True if it did.
 */
function chooseByDigit(event: KeyboardEvent): boolean {
  const { target, key } = event
  if (!(target instanceof HTMLSelectElement) || !/^[1-9]$/.test(key) || event.ctrlKey || event.altKey || event.metaKey)
    return false
  if (!target.options[Number(key)]) return false
  event.preventDefault()
  target.selectedIndex = Number(key)
  for (const type of ['input', 'change']) target.dispatchEvent(new Event(type, { bubbles: true }))
  return true
}

/** Moving goes on while `j` or `k` is held; no other key judges, finishes or agrees twice in one press. */
export function actingKey(event: KeyboardEvent): string | null {
  const key = keyOf(event)
  return key === 'j' || key === 'k' ? key : pressedOnce(event)
}

/**
 * Keys that press something on the page: `keys` names the first control to press for each, `?` lists the keys. A radio
 * button that opens fields leads to the first of them; Escape leads back from a field to the verdict.
 */
export function usePressKeys(desk: {
  keys: Readonly<Record<string, string>>
  box: RefObject<HTMLElement | null>
  isOn: boolean
  help(): void
}): void {
  const latest = useRef(desk)
  latest.current = desk
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { keys, box, isOn, help } = latest.current
      if (box.current?.contains(event.target as Node) && isTyping(event.target)) {
        if (isOn) chooseByDigit(event)
        if (event.key === 'Escape') leaveTo(event, box.current)
        return
      }
      const key = isOn ? pressedOnce(event) : null
      if (key === '?') {
        event.preventDefault()
        help()
      }
      const control = key !== null && keys[key] ? box.current?.querySelector<HTMLElement>(keys[key]) : null
      if (!control) return
      event.preventDefault()
      control.click()
      if (!(control instanceof HTMLInputElement)) return
      control.focus()
      // Wait until the fields of the choice are rendered.
      requestAnimationFrame(() =>
        control.form
          ?.querySelector<HTMLElement>(`:is([data-for="${control.value}"], [data-for-all]) :is(select, textarea)`)
          ?.focus(),
      )
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** Escape in a field of a verdict: back to the verdict, where keys work again. */
function leaveTo(event: KeyboardEvent, box: HTMLElement): void {
  event.preventDefault()
  const verdict = box.querySelector<HTMLElement>('fieldset input[type=radio]:checked')
  if (verdict) verdict.focus()
  else (event.target as HTMLElement).blur()
}

/** Enter or Escape in a field of a discrepancy. */
function leaving({ key, target }: KeyboardEvent): 'on' | 'back' | null {
  if (!(target instanceof HTMLElement) || !isTyping(target) || !target.closest('[data-fact]')) return null
  if (key === 'Enter' && target instanceof HTMLTextAreaElement) return null
  return key === 'Enter' ? 'on' : key === 'Escape' ? 'back' : null
}
