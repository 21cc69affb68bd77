import type { ReactNode } from 'react'
import { DemoRibbon } from './DemoRibbon'
import { drawerId, useDrawer } from './drawer'
import { ErrorSummary } from './ErrorSummary'
import { FlashBanner } from './FlashBanner'
import { Footer } from './Footer'
import { Icon } from './Icon'
import { CandidateSidebar, PublicSidebar } from './Sidebar'
import { TopBar } from './TopBar'
import { useT, useView } from './view'

type Props = { children: ReactNode }

const SkipLink = () => (
  <a className="skip" href="#main">
    {useT()('shell:skip')}
  </a>
)

const Content = ({ children }: Props) => (
  <main id="main" tabIndex={-1}>
    <FlashBanner />
    <ErrorSummary />
    {children}
  </main>
)

/** Pages that stand alone: letters, prints, the verification of a document. */
export const BareLayout = ({ children }: Props) => (
  <>
    <SkipLink />
    <DemoRibbon />
    <TopBar />
    <div className="page">
      <Content>{children}</Content>
      <Footer />
    </div>
  </>
)

/** A permanent sidebar on large screens, a drawer on small ones; the drawer opens without JavaScript too. */
function SidebarLayout({ sidebar, children }: Props & { sidebar: ReactNode }) {
  const t = useT()
  const { url } = useView()
  const { isOpen, drawer, button, open, close, closeOnNavigation } = useDrawer(url)
  const menuButton = (
    // biome-ignore lint/a11y/useSemanticElements: a link, so that it works without JavaScript
    <a
      className="menu-button"
      href={`#${drawerId}`}
      role="button"
      aria-controls={drawerId}
      ref={button}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key !== ' ') return
        event.preventDefault()
        event.currentTarget.click()
      }}
    >
      <Icon name="menu" />
      <span className="visually-hidden">{t('shell:menu.open')}</span>
    </a>
  )
  return (
    <>
      <SkipLink />
      <DemoRibbon />
      <TopBar menu={menuButton} />
      <div className="shell">
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: its links answer to the keyboard by themselves */}
        <aside
          id={drawerId}
          className={isOpen ? 'side open' : 'side'}
          ref={drawer}
          aria-label={t('shell:menu.open')}
          {...(isOpen && { role: 'dialog', 'aria-modal': true })}
          onClick={closeOnNavigation}
        >
          <a className="close" href="#main" onClick={close}>
            <Icon name="close" />
            {t('shell:close')}
          </a>
          {sidebar}
        </aside>
        {/* biome-ignore lint/a11y/useAnchorContent: for pointers only; the close link says it in words */}
        <a className="backdrop" href="#main" tabIndex={-1} aria-hidden="true" onClick={close} />
        <div className="page">
          <Content>{children}</Content>
          <Footer />
        </div>
      </div>
    </>
  )
}

export const PublicLayout = ({ children }: Props) => (
  <SidebarLayout sidebar={<PublicSidebar />}>{children}</SidebarLayout>
)

/** For a page of the candidate's area; without a session, as on an error page, it is the visitor's. */
export function CandidateLayout({ children }: Props) {
  const { session } = useView()
  return (
    <SidebarLayout sidebar={session ? <CandidateSidebar session={session} /> : <PublicSidebar />}>
      {children}
    </SidebarLayout>
  )
}
