import type { ReactNode } from 'react'
import type { View } from '#server/domain/site/view.ts'
import { drawerId, useDrawer } from '../browser/drawer'
import { classNames } from '../class-names'
import { Icon } from '../data/Icon'
import { VisuallyHidden } from '../data/VisuallyHidden'
import { ErrorSummary } from '../form/ErrorSummary'
import { Kept } from '../kept'
import { usePage, useT, useView } from '../view'
import { DemoRibbon } from './DemoRibbon'
import { FlashBanner } from './FlashBanner'
import { FooterLines } from './Footer'
import { ServiceBanner } from './ServiceBanner'
import { MenuGroups, menuKey } from './Sidebar'
import { TopBar } from './TopBar'

type Props = { children: ReactNode }

const SkipLink = () => (
  <a className="skip" href="#main">
    {useT()('shell:skip')}
  </a>
)

const Content = ({ children }: Props) => (
  <main id="main" tabIndex={-1}>
    <ServiceBanner />
    <FlashBanner />
    <ErrorSummary />
    {children}
    <Updated />
  </main>
)

/** The day of the last change, below the content of a visitor's page. */
function Updated() {
  const { updated } = useView()
  const t = useT()
  return updated !== null && <p className="updated">{t('shell:updated', { date: updated })}</p>
}

const isSignedIn = ({ session, staff }: Pick<View, 'session' | 'staff'>) => (session ?? staff) !== null

/** The urgent acts of a candidate, under the bar of every page. */
function Acts() {
  const { signedIn } = usePage()
  return signedIn && <signedIn.Acts />
}

/** The layout without a sidebar: letters, prints, the verification of a document. */
export const BareLayout = ({ children }: Props) => (
  <>
    <SkipLink />
    <DemoRibbon />
    <TopBar />
    <Acts />
    <div className={isSignedIn(useView()) ? 'page mine' : 'page'}>
      <Content>{children}</Content>
      <Kept name="footer" as="footer">
        <FooterLines />
      </Kept>
    </div>
  </>
)

/** A link, so that it opens the drawer without JavaScript too. */
const MenuButton = () => (
  // biome-ignore lint/a11y/useSemanticElements: see above
  <a className="menu-button" href={`#${drawerId}`} role="button" aria-controls={drawerId} data-drawer="open">
    <Icon name="menu" />
    <VisuallyHidden>{useT()('shell:menu.open')}</VisuallyHidden>
  </a>
)

/** A permanent sidebar on large screens, a drawer on small ones. */
function SidebarLayout({ hasMark = false, children }: Props & { hasMark?: boolean }) {
  const t = useT()
  const { view, signedIn } = usePage()
  const { isOpen, drawer } = useDrawer(view.url)
  return (
    <>
      <SkipLink />
      <DemoRibbon />
      <TopBar menu={<MenuButton />} />
      <Acts />
      <div className={isSignedIn(view) ? 'shell mine' : 'shell'}>
        <div
          id={drawerId}
          className={classNames('side', isOpen && 'open')}
          ref={drawer}
          {...(isOpen && { role: 'dialog', 'aria-modal': true, 'aria-label': t('shell:menu.open') })}
        >
          <nav aria-label={t('shell:menu.label')}>
            <a className="close" href="#main" data-drawer="close">
              <Icon name="close" />
              {t('shell:close')}
            </a>
            {hasMark && signedIn && <signedIn.Mark />}
            <Kept name="menu" by={menuKey(view)}>
              <MenuGroups />
            </Kept>
          </nav>
        </div>
        {/* biome-ignore lint/a11y/useAnchorContent: for pointers only; the close link above has the words */}
        <a className="backdrop" href="#main" tabIndex={-1} aria-hidden="true" data-drawer="close">
          {t('shell:close')}
        </a>
        <div className="page">
          <Content>{children}</Content>
          <Kept name="footer" as="footer">
            <FooterLines />
          </Kept>
        </div>
      </div>
    </>
  )
}

export const PublicLayout = ({ children }: Props) => <SidebarLayout>{children}</SidebarLayout>

/** The layout of the candidate's pages. Without a session, as on an error page, it shows the visitor's menu. */
export const CandidateLayout = ({ children }: Props) => <SidebarLayout hasMark>{children}</SidebarLayout>

/** The layout of the staff desk. */
export const DeskLayout = CandidateLayout

/**
 * The desk's layout for work that fills one screen: on a large screen the page does not scroll, its parts do, and the
 * menu is a drawer.
 */
export const WorkLayout = ({ children }: Props) => (
  <div className="screen">
    <SidebarLayout hasMark>{children}</SidebarLayout>
  </div>
)
