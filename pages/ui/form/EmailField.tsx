import { lazy, Suspense, useState } from 'react'
import { type Common, Field } from './Field'

const EmailSlip = lazy(() => import('./EmailSlip'))

/** The field for an e-mail address. With JavaScript a slip in a well-known provider's name is pointed out below it. */
export function EmailField(props: Common & { maxLength?: number }) {
  const [left, setLeft] = useState<HTMLInputElement>()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that its field was left
    <div onBlur={({ target }) => setLeft(target as HTMLInputElement)}>
      <Field {...props} kind="email" />
      <Suspense>{left && <EmailSlip of={left} />}</Suspense>
    </div>
  )
}
