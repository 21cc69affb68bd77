import { type ComponentType, createContext, type ReactElement, useContext } from 'react'
import type { View } from '#server/domain/site/view.ts'
import type { DataOf } from '#server/http/page.ts'
import type { Translate } from '#server/i18n/page-text.ts'
import type { createSession } from './browser/session'

/**
 * The parts around a page that only people who are signed in see, so that a visitor need not load them: the mark above
 * the menu, the menu, the search, the profile, the urgent acts under the bar, and the banner in place of a closed page.
 */
export type SignedInParts = Readonly<
  Record<'Mark' | 'Menu' | 'Search' | 'Profile' | 'Acts' | 'Closed', ComponentType> & {
    /** The candidate's session in the browser. */
    createSession: typeof createSession
  }
>

export type Page = {
  view: View<unknown>
  t: Translate
  /** Null for a visitor. */
  signedIn: SignedInParts | null
  /** On the server: the HTML of a part that many pages share, from the cache or rendered now. */
  kept?: (key: string, part: ReactElement) => string
}

export const PageContext = createContext<Page | null>(null)

/** The page being rendered. Most components need only its view or its texts. */
export function usePage(): Page {
  const page = useContext(PageContext)
  if (!page) throw new Error('a component of the pages is rendered outside of a page')
  return page
}

/** The view of this page; `useView<typeof load>()` types its data by the page's `load`. */
export const useView = <Load extends (...args: never[]) => unknown = () => unknown>() =>
  usePage().view as View<DataOf<Load>>

/** The texts of this page's language. */
export const useT = (): Translate => usePage().t
