/** The value of the cookie XSRF-TOKEN, the scripted client's default; null without it. Source: rules §18.17. */
export function xsrfCookie(cookies: string): string | null {
  const value = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(cookies)?.[1]
  return value ? decodeURIComponent(value) : null
}
