import { type ComponentType, type ReactNode, useMemo } from 'react'
import type { View } from '#server/domain/site/view.ts'
import { PageContext, type Page as PageInContext } from '../view'
import { BareLayout, CandidateLayout, DeskLayout, PublicLayout, WorkLayout } from './layouts'
import '../tokens.css'
import '../base.css'
import '../shell.css'
import '../form.css'
import '../data.css'

const layouts: Record<View['layout'], ComponentType<{ children: ReactNode }>> = {
  public: PublicLayout,
  candidate: CandidateLayout,
  desk: DeskLayout,
  work: WorkLayout,
  bare: BareLayout,
}

/**
 * A view on screen: its layout around its page, or around the banner that replaces it. The page is keyed by its route,
 * so the same page in another language keeps the typed values; a new `visit` resets it.
 */
export function App({
  view,
  Page,
  t,
  signedIn,
  kept,
  visit = 0,
}: Pick<PageInContext, 'view' | 't' | 'signedIn' | 'kept'> & { Page: ComponentType; visit?: number }) {
  const page = useMemo(() => ({ view, t, signedIn, kept }), [view, t, signedIn, kept])
  const Layout = layouts[view.layout]
  return (
    <PageContext value={page}>
      <Layout>{view.closed ? signedIn && <signedIn.Closed /> : <Page key={`${view.route} ${visit}`} />}</Layout>
    </PageContext>
  )
}
