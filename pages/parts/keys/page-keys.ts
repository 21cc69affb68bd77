/** Is it a field in which keys write? */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(target.type))

/** The key of an act that must happen once for each press: a key held down repeats itself, which `keyOf` tells too. */
export const pressedOnce = (event: KeyboardEvent): string | null => (event.repeat ? null : keyOf(event))

/**
 * The key of a page's own shortcut: a letter in lower case or a sign; null while somebody types or holds a modifier. On
 * a keyboard set to Marathi, the letter that the key bears.
 */
export function keyOf(event: KeyboardEvent): string | null {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || isTyping(event.target)) return null
  if (/^[ -~]$/.test(event.key)) return event.key.toLowerCase()
  return /^Key[A-Z]$/.test(event.code) ? event.code.slice(3).toLowerCase() : null
}
