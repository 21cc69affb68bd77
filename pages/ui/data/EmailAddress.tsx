import { Fragment } from 'react'

/** Is a text nothing but an e-mail address? */
export const isEmailAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

/** An e-mail address. A line that is too narrow for it breaks before its `@` or a dot, so that no word of it is cut. */
export function EmailAddress({ of }: { of: string }) {
  return of.split(/(?=[@.])/).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address have no other name, and keep their places
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
