/** The value of the XSRF-TOKEN cookie, which the scripted client sends back; null without it. Source: rules §18.17. */
export function xsrfCookie(cookies: string): string | null {
  const value = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(cookies)?.[1]
  return value ? decodeURIComponent(value) : null
}
