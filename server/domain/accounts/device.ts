const browsers = [
  ['Edge', /Edg(?:e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
] as const
const systems = [
  ['Android', /Android/],
  ['iPhone', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const

/** `Chrome, Android`: enough for people to recognise their phone in a list of logins, too little to track it. */
export function deviceLabel(userAgent: string | undefined): string {
  if (!userAgent) return '—'
  const find = (table: readonly (readonly [string, RegExp])[]) =>
    table.find(([, pattern]) => pattern.test(userAgent))?.[0]
  return [find(browsers), find(systems)].filter(Boolean).join(', ') || '—'
}
