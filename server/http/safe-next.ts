/**
 * The permitted target of `?next=`: a path inside this portal, never another host. Its path must be written as a browser
 * writes it once it has resolved dots, encoded ones too, and dropped tabs; an encoded slash is none of ours.
 */
export function safeNext(base: string, next: string | undefined): string | null {
  if (!next?.startsWith(base) || /[\\\r\n\t]|\/\//.test(next)) return null
  const path = /^[^?#]*/.exec(next)![0]
  return !/%2f|%5c/i.test(path) && URL.parse(path, 'http://portal.invalid')?.pathname === path ? next : null
}
