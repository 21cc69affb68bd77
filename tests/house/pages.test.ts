import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { candidateRoutes, cellRoutes } from '#server/domain/terms/routes.ts'

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

/** The module of `pages` that an import draws with: `'./Fact'` → `pages/cell/…/Fact.tsx`; null for any other. */
function moduleOf(from: string, name: string): string | null {
  const file = path.join(path.dirname(from), name)
  return [`${file}.tsx`, `${file}.ts`].find((one) => one.startsWith('pages/') && existsSync(one)) ?? null
}

/** All modules that a page is drawn with, itself included. */
function drawnWith(page: string, seen = new Set<string>()): Set<string> {
  if (seen.has(page)) return seen
  seen.add(page)
  for (const [, name] of readFileSync(page, 'utf8').matchAll(/^import (?!type )[^']*'(\.[^']+)'/gm)) {
    const next = moduleOf(page, name!)
    if (next && !next.endsWith('.server.ts')) drawnWith(next, seen)
  }
  return seen
}

test('every page loads the texts that its parts use, or it would show their keys', () => {
  const namespaces = readdirSync('server/i18n/locales/en').map((file) => file.replace('.json', ''))
  const key = new RegExp(`['"\`](${namespaces.join('|')}):[a-z]`, 'g')
  const lacking = (['candidate', 'cell'] as const).flatMap((area) =>
    readdirSync(`pages/${area}`, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(^|\/)page\.tsx$/.test(file))
      .flatMap((file) => {
        const page = `pages/${area}/${file}`
        const loader = page.replace(/\.tsx$/, '.server.ts')
        const server = existsSync(loader) ? readFileSync(loader, 'utf8') : ''
        const brought = /export const texts = \[([^\]]*)\]/.exec(server)?.[1]?.match(/\w+/g) ?? []
        const held = ['shell', ...(area === 'cell' ? ['staff'] : []), ...brought]
        const asked = [...drawnWith(page)].flatMap((module) =>
          [...readFileSync(module, 'utf8').matchAll(key)].map(([, namespace]) => namespace!),
        )
        return [...new Set(asked)].filter((one) => !held.includes(one)).map((one) => `${page}: ${one}`)
      }),
  )
  expect(lacking).toEqual([])
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
