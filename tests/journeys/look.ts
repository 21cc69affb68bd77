import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { CDPSession, Locator, Page } from '@playwright/test'
import type axe from 'axe-core'
import { knownToAll } from './known-to-all'
import { expect } from './server'
import type { Visitor } from './visitor'

/** The checker of accessibility, as one script. */
const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const devTools = new WeakMap<Page, CDPSession>()

/** Lets axe run on a page that was loaded without script; the page stays as it is. */
async function allowScript(page: Page, isAllowed: boolean): Promise<void> {
  const off = (value: boolean) => devTools.get(page)!.send('Emulation.setScriptExecutionDisabled', { value })
  if (!devTools.has(page)) {
    devTools.set(page, await page.context().newCDPSession(page))
    await off(true) // what it is; from here on this session has the say
  }
  await off(!isAllowed)
}

/**
 * Lets bars that stay in sight scroll with their page, or stay again. Axe takes an element that a bar covers for a smaller
 * one.
 */
const letGo = (page: Page, isFree: boolean): Promise<void> =>
  page.evaluate((isFree) => {
    scrollTo(0, 0)
    for (const element of Array.from(document.querySelectorAll<HTMLElement>('body *'))) {
      if (!isFree && element.dataset.stays !== undefined) {
        element.style.position = ''
        delete element.dataset.stays
      } else if (isFree && getComputedStyle(element).position === 'sticky') {
        element.style.position = 'relative'
        element.dataset.stays = ''
      }
    }
  }, isFree)

/** Texts as `coloursOf` names them, in which axe has found enough contrast. */
const provenColours = knownToAll('colours')

/** Each colour of a text on its ground, with the text's size, weight and opacity: all that its contrast depends on. */
const coloursOf = (page: Page, within: string): Promise<string[]> =>
  page.evaluate((within) => {
    const part = document.querySelector(within)!
    const grounds = new Map<Element, string>()
    function groundOf(element: Element | null): string {
      if (!element) return 'page'
      const known = grounds.get(element)
      if (known) return known
      const { backgroundColor, backgroundImage } = getComputedStyle(element)
      const isSeenThrough = backgroundImage === 'none' && backgroundColor.endsWith(', 0)')
      const ground = isSeenThrough ? groundOf(element.parentElement) : `${backgroundColor} ${backgroundImage}`
      grounds.set(element, ground)
      return ground
    }
    const texts = new Set(part.querySelectorAll('input, select, textarea'))
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node.nodeValue?.trim() && node.parentElement) texts.add(node.parentElement)
    const found = Array.from(texts, (element) => {
      const { color, fontSize, fontWeight, opacity } = getComputedStyle(element)
      return [color, groundOf(element), fontSize, fontWeight, opacity].join(' ')
    })
    return [...new Set(found)]
  }, within)

/** What axe finds wrong by every rule for WCAG 2.2 AA but those that `rules` switches off. The page keeps axe until it is left. */
async function faultsFound(page: Page, within: string | undefined, rules: axe.RuleObject): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript)
  return page.evaluate(
    async ({ within, rules }) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe
      const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
      const { violations } = await run(within ?? document, {
        runOnly,
        rules,
        iframes: false,
        resultTypes: ['violations'],
      })
      return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' | ')}`)
    },
    { within, rules },
  )
}

/**
 * Checks WCAG 2.2 AA with every rule of axe for it; the contrast, which takes axe half of its time, only on a page with a
 * text in colours that no page before it had. `test:all` checks it on every page. `within`: the part of the page to check; the whole page if absent.
 */
export async function expectAccessible({ page, hasScript }: Visitor, state: string, within?: string): Promise<void> {
  if (!hasScript) await allowScript(page, true)
  await letGo(page, true)
  const colours = await coloursOf(page, within ?? 'body')
  const isProven = colours.every(provenColours.has)
  const violations = await faultsFound(page, within, { 'color-contrast': { enabled: !isProven } })
  if (violations.length === 0 && !isProven) for (const colour of colours) provenColours.add(colour)
  await letGo(page, false)
  if (!hasScript) await allowScript(page, false)
  expect.soft(violations, `${state} (${new URL(page.url()).pathname})`).toEqual([])
}

/** What every page has: its language, a title, one main heading, a way past the sidebar. */
export async function expectSound({ page, language }: Visitor, state: string): Promise<void> {
  const facts = await page.evaluate(() => ({
    lang: document.documentElement.lang,
    title: document.title.trim(),
    headings: document.querySelectorAll('h1').length,
    mains: document.querySelectorAll('main').length,
    skip: document.querySelector('a')?.getAttribute('href'),
  }))
  expect.soft(facts, state).toMatchObject({ lang: language, headings: 1, mains: 1, skip: '#main' })
  expect.soft(facts.title, state).toMatch(/\S · \S/)
}

/** Nothing on the page has moved by itself since it was opened. Needs JavaScript. */
export async function expectStill(page: Page, state: string): Promise<void> {
  const moved = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) sum += entry.value
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 50)
      }),
  )
  // To two places, as browsers show it: a clock that ticks moves a hair.
  expect.soft(Number(moved.toFixed(2)), `${state}: layout shift`).toBe(0)
}

/** 320: the narrowest screen that the portal promises; 360: a phone; 512: a screen of 1024 at 200 % zoom; a large one. */
const widths = [320, 360, 512, 1024]

/** What reaches beyond the screen, and how far; nothing, where all is well. */
const wideParts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document.documentElement.scrollWidth <= innerWidth
      ? []
      : Array.from(document.querySelectorAll('main *'))
          .filter((element) => element.getBoundingClientRect().right > innerWidth)
          .map((element) => element.outerHTML.slice(0, 80))
          .concat(`${document.documentElement.scrollWidth} of ${innerWidth}`),
  )

/** The height that a phone of 360 px has at least. */
const phoneHeight = 740

/** On a candidate's phone, the top bar and the bars below it leave most of the first screen to the page. */
async function expectLowHead(page: Page, state: string): Promise<void> {
  const head = await page.evaluate(() => document.querySelector('main')!.getBoundingClientRect().top + scrollY)
  expect.soft(head / phoneHeight, `the share of the head on the first screen, ${state}`).toBeLessThanOrEqual(0.3)
}

/** Nothing is wider than the screen. */
export async function expectNoSidewaysScroll({ page, setting }: Visitor, state: string): Promise<void> {
  // The page is as wide as its setting already, so it is measured there first.
  const own = setting.viewport.width
  const asked = [...widths].sort((a, b) => Number(b === own) - Number(a === own))
  for (const width of asked) {
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: setting.viewport.height })
    let tooWide = await wideParts(page)
    // A document in a frame takes a moment to follow its window.
    for (let looks = 0; tooWide.length && looks < 10; looks++) {
      await page.waitForTimeout(100)
      tooWide = await wideParts(page)
    }
    expect.soft(tooWide, `${state} at ${width}`).toEqual([])
    if (width === 360 && page.url().includes('/candidate/')) await expectLowHead(page, state)
  }
  await page.setViewportSize(setting.viewport)
}

/** A phone shows the whole of this act without scrolling, with room below it for the browser's own bars. */
export async function expectActInSight({ page, setting }: Visitor, act: Locator, state: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: phoneHeight })
  await page.evaluate(() => scrollTo(0, 0))
  const { y, height } = (await act.boundingBox())!
  expect.soft(y + height, `the foot of the act, ${state}`).toBeLessThanOrEqual(phoneHeight - 100)
  await page.setViewportSize(setting.viewport)
}

/** No toast lies over a filled button, a bar at the foot of the page, or what is in use: what `toast-box.tsx` keeps clear. */
export async function expectToastsClear(page: Page, state: string): Promise<void> {
  const hidden = await page.evaluate(async () => {
    await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))
    const toasts = Array.from(document.querySelectorAll('.Toastify__toast-container'), (box) =>
      box.getBoundingClientRect(),
    )
    const kept = '.btn:not(.quiet), .dock, [data-foot], main :is(a, button, input, select, textarea, summary):focus'
    const acts = document.querySelectorAll(kept)
    return Array.from(acts)
      .filter((act) => {
        const { top, bottom } = act.getBoundingClientRect()
        return toasts.some((toast) => toast.top < bottom && toast.bottom > top && top < innerHeight && bottom > 0)
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 80))
  })
  expect.soft(hidden, `what a toast hides, ${state}`).toEqual([])
}

/** A page in one of its states, looked at closely: well built, no wider than any screen, accessible. */
export async function lookAt(visitor: Visitor, state: string): Promise<void> {
  await expectSound(visitor, state)
  await expectNoSidewaysScroll(visitor, state)
  // The walk over all pages checks the frame around them.
  await expectAccessible(visitor, state, 'main')
}
