import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { candidateRoutes, cellRoutes } from '#server/domain/terms/routes.ts'
import { isPublic, pageFiles, textsOf } from '#tests/support/pages.ts'

const foldersOf = (area: string) =>
  readdirSync(`pages/${area}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|\/)page\.tsx$/.test(file))
    .map((file) => file.replace(/\/page\.tsx$/, '').replace(/\[(\w+)\]/g, ':$1'))
    .filter((folder) => !folder.startsWith('_'))

test('every page has a route, since only a route guards it', () => {
  expect(foldersOf('candidate').filter((folder) => !(folder in candidateRoutes))).toEqual([])
  expect(foldersOf('cell').filter((folder) => !(folder in cellRoutes))).toEqual([])
})

test('every route has a page', () => {
  expect(Object.keys(candidateRoutes).filter((route) => !foldersOf('candidate').includes(route))).toEqual([])
  expect(Object.keys(cellRoutes).filter((route) => !foldersOf('cell').includes(route))).toEqual([])
})

test('the desk types dates into its own field: that of a browser swaps day and month for some', () => {
  const own = readdirSync('pages/cell', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))
  const native = own.filter((file) =>
    /datetime-local|(?:type|kind)="date"/.test(readFileSync(`pages/cell/${file}`, 'utf8')),
  )
  expect(native).toEqual([])
})

/** The module of `pages` that an import draws with: `'./Fact'` → `pages/cell/…/Fact.tsx`; null for any other. */
function moduleOf(from: string, name: string): string | null {
  const file = name.startsWith('#') ? name.slice(1) : path.join(path.dirname(from), name)
  return [file, `${file}.tsx`, `${file}.ts`].find((one) => /^pages\/.*\.tsx?$/.test(one) && existsSync(one)) ?? null
}

/** All modules of `pages` that these are drawn with, themselves included. */
function drawnWith(module: string, seen = new Set<string>()): Set<string> {
  if (seen.has(module)) return seen
  seen.add(module)
  for (const [, name] of readFileSync(module, 'utf8').matchAll(/^(?:import|export) (?!type )[^']*'([.#][^']+)'/gm)) {
    const next = moduleOf(module, name!)
    if (next && !next.endsWith('.server.ts')) drawnWith(next, seen)
  }
  return seen
}

test('every page loads the texts that its parts use, or it would show their keys', () => {
  const namespaces = readdirSync('server/i18n/locales/en').map((file) => file.replace('.json', ''))
  const key = new RegExp(`['"\`](${namespaces.join('|')}):[a-z$]`, 'g')
  const lacking = (module: string, held: readonly string[]) => {
    const asked = [...drawnWith(module)].flatMap((one) =>
      [...readFileSync(one, 'utf8').matchAll(key)].map(([, namespace]) => namespace!),
    )
    return [...new Set(asked)].filter((one) => !held.includes(one)).map((one) => `${module}: ${one}`)
  }
  // The parts around every page, and the visitors' pages: those who are not signed in load no texts for those who are.
  expect(lacking('pages/client.tsx', ['shell'])).toEqual([])
  const found = pageFiles.flatMap((page) =>
    lacking(`pages/${page}`, [
      'shell',
      ...(isPublic(page) ? [] : ['signedin']),
      ...(page.startsWith('cell/') ? ['staff'] : []),
      ...textsOf(page),
    ]),
  )
  expect(found).toEqual([])
})

/** What the public pages show by a key in a variable: each a constant of the pages' own modules. */
const shownByName = [
  'pages/candidate/privacyandpolicy/page.tsx: closing',
  'pages/candidate/privacyandpolicy/page.tsx: lead',
  'pages/candidate/privacyandpolicy/page.tsx: point',
  'pages/candidate/privacyandpolicy/page.tsx: title',
  'pages/candidate/sitemap/page.tsx: item.title as TextKey',
  'pages/candidate/sitemap/page.tsx: part.title as TextKey',
  'pages/candidate/sitemap/page.tsx: title as TextKey',
  'pages/candidate/sitemap/page.tsx: titlesOfSitePages[route]',
  'pages/parts/policies/Policy.tsx: point',
  'pages/parts/policies/Policy.tsx: title',
  'pages/parts/policies/Policy.tsx: titlesOfSitePages[of]',
  'pages/ui/browser/submission.ts: key',
  'pages/ui/shell/Footer.tsx: titlesOfSitePages[route]',
  'pages/ui/shell/Sidebar.tsx: item.title as TextKey',
  'pages/ui/shell/Sidebar.tsx: part.title as TextKey',
  'pages/ui/shell/Sidebar.tsx: title as TextKey',
]

test('no public page shows a text by a key that a service sends: its texts might lack it', () => {
  const modules = new Set<string>()
  for (const module of ['client.tsx', 'ui/browser/submission.ts', ...pageFiles.filter(isPublic)])
    drawnWith(`pages/${module}`, modules)
  const key = /['`]\w+:/.source
  const literal = new RegExp(`^\\s*(?:[^?:]*\\?\\s*${key}[^'\`]*['\`]\\s*:\\s*)*${key}`)
  const found: string[] = []
  let calls = 0
  for (const module of modules) {
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

test("the server half of a page gets its actor from the route's guard, and its input from what answers it", () => {
  const wrong = (['candidate', 'cell'] as const).flatMap((area) =>
    readdirSync(`pages/${area}`, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.server.ts'))
      .flatMap((file) => {
        const source = readFileSync(`pages/${area}/${file}`, 'utf8')
        const route = path.posix.dirname(file).replace(/\[(\w+)\]/g, ':$1')
        const rules: Record<string, { audience: string }> = area === 'cell' ? cellRoutes : candidateRoutes
        const isGuarded = rules[route] !== undefined && rules[route].audience !== 'public'
        const [open, guarded] = area === 'cell' ? ['DeskDoor', 'DeskPage'] : ['Page', 'CandidatePage']
        const taken: string[] =
          /import type \{([^}]*)\} from '[./]*server\/services'/.exec(source)?.[1]?.match(/\w+/g) ?? []
        const wrongOne = isGuarded ? open : guarded
        return [
          ...(rules[route] !== undefined && taken.includes(wrongOne) ? [`${area}/${file}: ${wrongOne}`] : []),
          ...(/\brequest\.(body|query|params)\b|\bactor!/.test(source)
            ? [`${area}/${file}: a request read by hand`]
            : []),
        ]
      }),
  )
  expect(wrong).toEqual([])
})
