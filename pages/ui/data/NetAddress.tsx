import { Fragment } from 'react'

/** Is a text nothing but an e-mail or a web address? */
export const isNetAddress = (text: string): boolean => /^(?:[^\s@]+@[^\s@]+\.[^\s@]+|https?:\/\/\S+)$/.test(text)

/**
 * An e-mail or a web address. A line that is too narrow for it breaks before its `@` or a dot, or after a slash, so that no word of
 * it is cut.
 */
export function NetAddress({ of }: { of: string }) {
  return (of.match(/[@.][^@./]*\/*|[^@./]+\/*|\/+/g) ?? []).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address have no other name, and keep their places
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
