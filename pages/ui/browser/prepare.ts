import type { ComponentType } from 'react'
import type { View } from '#server/domain/site/view.ts'
import type { Translate } from '#server/i18n/page-text.ts'
import type { SignedInParts } from '../view'
import { load } from './load'
import { textsFor } from './texts'

/** A view with everything needed to draw it. */
export type Prepared = {
  view: View
  Page: ComponentType
  t: Translate
  signedIn: SignedInParts | null
  receivedAt: number
}

const isLinked = (href: string) =>
  Array.from(document.querySelectorAll('link')).some(
    (link) => link.rel === 'stylesheet' && link.getAttribute('href') === href,
  )

/** Adds the style sheet of this address unless the page has it, and waits until it is there or out of reach. */
function loadStyles(href: string): Promise<void> | undefined {
  if (isLinked(href)) return
  return new Promise((done) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    link.onload = link.onerror = () => done()
    document.head.append(link)
  })
}

/** Loads the module, texts and styles of a view. `receivedAt`: the device's time when the answer came. */
export async function prepare(view: View, receivedAt: number): Promise<Prepared> {
  const { module, texts, css, signedIn: parts } = view.assets
  const [Page, t, signedIn] = await Promise.all([
    load<ComponentType>(module),
    textsFor(view.language, texts, view.course.words),
    parts === null ? null : load<SignedInParts>(parts),
    ...css.map(loadStyles),
  ])
  return { view, Page, t, signedIn, receivedAt }
}
