import { Fragment, type ReactNode } from 'react'
import { telephonesOf } from '#server/domain/application/telephones.ts'

/** The numbers of a telephone field, each as a link of its own. `words`: what a link says; by default the number. */
export function Telephones({ of, words = (phone) => phone }: { of: string; words?(phone: string): ReactNode }) {
  return telephonesOf(of).map(({ text, href }, place) => (
    <Fragment key={href}>
      {place > 0 && ', '}
      <a href={href}>{words(text)}</a>
    </Fragment>
  ))
}
