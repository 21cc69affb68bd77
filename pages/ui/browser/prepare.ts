import type { ComponentType } from 'react'
import type { View } from '#server/domain/site/view.ts'
import type { Translate } from '#server/i18n/page-text.ts'
import type { SignedInParts } from '../view'
import { load } from './load'
import { loadStyles } from './styles'
import { textsFor } from './texts'

/** A view with everything needed to draw it. */
export type Prepared = {
  view: View
  Page: ComponentType
  t: Translate
  signedIn: SignedInParts | null
  receivedAt: number
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
