import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isPublic, modulesBehind, namespacesOf, textsOf, visitorsTexts } from '#scripts/page-texts.ts'
import { candidateRoutes } from '#server/domain/terms/routes.ts'

const pages = readdirSync('pages', { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(^|\/)page\.tsx$/.test(file),
)
const routeOf = (page: string) => page.replace(/^candidate\/|\/page\.tsx$/g, '').replace(/\[(\w+)\]/g, ':$1')

test('the build takes those pages as public that the routes open to everybody', () => {
  const open = Object.entries(candidateRoutes).filter(([, rule]) => rule.audience === 'public')
  expect(pages.filter(isPublic).map(routeOf).sort()).toEqual(open.map(([route]) => route).sort())
})

test('a page loads the texts that its code names or completes, in all its modules, and no others', () => {
  expect(namespacesOf('candidate/registration/page.tsx')).toEqual(['accounts', 'privacy'])
  const isShown = textsOf('pages/candidate/registration/page.tsx')
  for (const key of ['accounts:registration.consent', 'accounts:password.label', 'privacy:purpose.account'])
    expect([key, isShown(key)]).toEqual([key, true])
  for (const key of ['accounts:api.registered', 'privacy:what']) expect([key, isShown(key)]).toEqual([key, false])
  // The plural forms of a counted text.
  const faq = textsOf('pages/candidate/faq/page.tsx')
  expect(['visitors:faq.found_one', 'visitors:faq.found_other'].map(faq)).toEqual([true, true])
})

test("visitors load the shell's texts that a visitor can meet, and none of those for people who are signed in", () => {
  const isShown = visitorsTexts(pages)
  for (const key of ['menu.login', 'menu.ruleA.pdf', 'title.sitemap', 'updated', 'form.pending', 'error.about-503'])
    expect([key, isShown(`shell:${key}`)]).toEqual([key, true])
  for (const key of ['menu.photo-details', 'seat.loss.seat', 'restricted.title', 'options.by', 'profile.label'])
    expect([key, isShown(`shell:${key}`)]).toEqual([key, false])
})

/** What the browser's part of the public pages shows by a key in a variable: each a constant of the pages' own modules. */
const shownByName = [
  'pages/candidate/privacyandpolicy/page.tsx: closing',
  'pages/candidate/privacyandpolicy/page.tsx: lead',
  'pages/candidate/privacyandpolicy/page.tsx: point',
  'pages/candidate/privacyandpolicy/page.tsx: title',
  'pages/candidate/sitemap/page.tsx: item.title as TextKey',
  'pages/candidate/sitemap/page.tsx: title as TextKey',
  'pages/candidate/sitemap/page.tsx: titlesOfSitePages[route]',
  'pages/parts/policies/Policy.tsx: point',
  'pages/parts/policies/Policy.tsx: title',
  'pages/parts/policies/Policy.tsx: titlesOfSitePages[of]',
  'pages/ui/browser/submission.ts: key',
  'pages/ui/shell/Footer.tsx: titlesOfSitePages[route]',
  'pages/ui/shell/Sidebar.tsx: item.title as TextKey',
  'pages/ui/shell/Sidebar.tsx: title as TextKey',
]

test('no public page shows a text by a key that a service sends: its file of texts might lack it', () => {
  const modules = new Set<string>()
  for (const page of pages.filter(isPublic)) modulesBehind(`pages/${page}`, modules)
  modulesBehind('pages/client.tsx', modules)
  const key = /['`]\w+:/.source
  const literal = new RegExp(`^\\s*(?:[^?:]*\\?\\s*${key}[^'\`]*['\`]\\s*:\\s*)*${key}`)
  const found: string[] = []
  let calls = 0
  for (const module of modules) {
    if (!/^pages\/.*(?<!\.server)\.tsx?$/.test(module)) continue
    const source = readFileSync(module, 'utf8')
    for (const { 0: call, index } of source.matchAll(/\bt\((?:\)\()?(?!\))/g)) {
      calls++
      const asked = source.slice(index + call.length)
      if (!literal.test(asked)) found.push(`${module}: ${/^[^,)]*/.exec(asked)![0].trim()}`)
    }
  }
  expect(calls).toBeGreaterThan(500)
  expect([...new Set(found)].sort()).toEqual(shownByName)
})
