import type { Locator, Page } from '@playwright/test'
import type { Translate } from '#server/i18n/page-text.ts'
import { phone, type Setting } from './server'
import { labelled, wordsOf } from './words'

export type Visitor = ReturnType<typeof visitorOn>

/** A person on a page, in their setting: the texts they read (`t`), and ways to open, follow and fill in. */
export function visitorOn(page: Page, setting: Setting) {
  const t: Translate = wordsOf(setting.language)
  const isOnPhone = setting.viewport.width === phone.width
  const hasScript = setting.javaScriptEnabled
  const summary = (title: string): Locator => page.getByRole('alert').filter({ hasText: title })

  /** Waits for hydration if there is a script. */
  async function ready(): Promise<void> {
    if (hasScript) await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  }

  const field = (label: string): Locator => page.getByLabel(labelled(label))
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true })
  const link = (name: string): Locator => page.getByRole('link', { name, exact: true })
  const menu = (): Locator => page.getByRole('navigation', { name: t('shell:menu.label') })

  return {
    page,
    t,
    setting,
    language: setting.language,
    hasScript,
    isOnPhone,
    ready,

    /** Opens an address: `login` is an address in the portal, `/demo` any other. */
    async open(address: string, course = 'mbale'): Promise<void> {
      await page.goto(address.startsWith('/') ? address : `/${course}/candidate/${address}`)
      await ready()
    },

    field,
    button,
    link,
    main: (): Locator => page.getByRole('main'),
    /** Opens a row that folds a part of the page, by its words. */
    unfold: (words: string) => page.getByRole('main').locator('summary', { hasText: words }).click(),
    title: (): Locator => page.getByRole('heading', { level: 1 }),
    /** The menu of the sidebar, which is in a drawer on a phone. */
    menu,
    menuButton: (): Locator => page.getByRole('button', { name: t('shell:menu.open'), exact: true }),
    /** The summary above the form: of the faults of its fields, or why the whole was not done. */
    problems: (): Locator => summary(t('shell:form.problem')).or(summary(t('shell:form.refused'))),
    toast: (text: string | RegExp): Locator => page.locator('.Toastify__toast').filter({ hasText: text }),
    /** The account menu, which holds the logout. */
    profile: (): Locator => page.locator('summary').filter({ hasText: t('signedin:profile.label') }),

    /** Follows a line of the sidebar. */
    async follow(title: string): Promise<void> {
      if (isOnPhone) await page.getByRole('button', { name: t('shell:menu.open'), exact: true }).click()
      await menu().getByRole('link', { name: title, exact: true }).click()
    },

    /** From a page's payment button to the gateway: without JavaScript the page before the gateway has a button of its own. */
    async throughCheckout(): Promise<void> {
      if (hasScript) return
      await button(t('payments:checkout.go', { gateway: t('payments:gateway.demo') })).click()
    },

    async logIn(userId: string, password: string): Promise<void> {
      await field(t('login:user-id.label')).fill(userId)
      await field(t('proof:password.label')).fill(password)
      await button(t('shell:log-in')).click()
    },

    /** Presses the button of the account menu, whatever comes of it. */
    async pressLogOut(): Promise<void> {
      await this.profile().click()
      await button(t('signedin:menu.logout')).click()
    },

    /** Logs out and waits for it: an address opened at the same moment would be given up for the logout's own page. */
    async logOut(): Promise<void> {
      await this.pressLogOut()
      await this.profile().waitFor({ state: 'detached' })
      await ready()
    },
  }
}
