/** The ends of the names of a day's three boxes. */
const ends = ['-year', '-month', '-day'] as const

/** The three boxes of a day that was given as one text: a day as `2001-05-31`, or what came back of one that is none. */
export function boxesOf(value: string): { year: string; month: string; day: string } {
  const [, year = '', month = '', day = value] = /^([^-]*)-([^-]*)-([^-]*)$/.exec(value) ?? []
  return { year, month, day }
}

const padded = (number: string): string => (number.trim() === '' ? '' : number.trim().padStart(2, '0'))

/** A whole day that somebody typed or pasted into the first box stays as it is; an empty day is the empty text. */
const inOne = ([year, month, day]: readonly string[]): string =>
  year!.trim() === '' && month!.trim() === '' ? day! : [year!.trim(), padded(month!), padded(day!)].join('-')

/**
 * The values of a form in which each day of three boxes is one value: `born-year`, `born-month` and `born-day` become `born`,
 * year first. What is in the boxes is not judged here: `typedDay` reads it. Source: rules §3.12.
 */
export function withDays<Value>(values: Readonly<Record<string, Value>>): Record<string, Value | string> {
  const joined: Record<string, Value | string> = { ...values }
  for (const name of Object.keys(values)) {
    if (!name.endsWith('-day')) continue
    const stem = name.slice(0, -'-day'.length)
    const parts = ends.map((end) => values[stem + end])
    if (!parts.every((part) => typeof part === 'string')) continue
    for (const end of ends) delete joined[stem + end]
    joined[stem] = inOne(parts as unknown as string[])
  }
  return joined
}
