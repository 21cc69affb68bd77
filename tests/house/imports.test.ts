import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { folderOfTest } from '#tests/support/portal.ts'
import { circlesOfFolders, floors, importsIn, rules, table } from './import-rules'

const folders = ['server', 'pages', 'db']
const house = await importsIn(process.cwd(), folders)

test('every file belongs to one line of the table', () => {
  const files = folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(1000)
  expect(files.filter((file) => table.filter(({ of }) => new RegExp(of).test(file)).length !== 1)).toEqual([])
  // The tool has read each of them.
  const read = new Set(house.modules.map(({ source }) => source))
  expect(files.filter((file) => !file.endsWith('.d.ts') && !read.has(file))).toEqual([])
})

test('every folder of the rulebook has one floor', () => {
  expect(floors.flat().sort()).toEqual(readdirSync('server/domain').sort())
})

test('imports keep the table, the floors and the other rules', () => {
  expect(house.faults).toEqual([])
})

test('no folders import one another', () => {
  expect(circlesOfFolders(house.modules)).toEqual([])
})

test('a circle of folders is found, and types make none', () => {
  const module = (source: string, resolved: string, ...dependencyTypes: string[]) =>
    ({ source, dependencies: [{ resolved, dependencyTypes }] }) as never
  expect(
    circlesOfFolders([
      module('server/http/a.ts', 'server/http/pages/b.ts', 'local'),
      module('server/http/pages/c.ts', 'server/portal/d.ts', 'local'),
      module('server/portal/e.ts', 'server/http/f.ts', 'local'),
      module('pages/ui/a.ts', 'pages/ui/form/b.ts', 'local'),
      module('pages/ui/form/b.ts', 'pages/ui/a.ts', 'type-only'),
      module('server/main.ts', 'server/commands/a.ts', 'local'),
      module('server/commands/a.ts', 'server/config.ts', 'local'),
    ]),
  ).toEqual([['server/http', 'server/http/pages', 'server/portal']])
})

/** Imports that break one rule each: the rule, the file, and the line that imports. A line of the table by its first words. */
const wrong: [rule: string, file: string, line: string][] = [
  ['the kernel', 'server/kernel/a.ts', "import { x } from '#server/domain/terms/x.ts'"],
  ['the kernel: types', 'server/kernel/b.ts', "import type { X } from '#server/domain/terms/x.ts'"],
  ['the kernel: packages', 'server/kernel/c.ts', "import fs from 'node:fs'"],
  ['the rulebook', 'server/domain/terms/a.ts', "import { x } from '#server/courses/x.ts'"],
  ['the rulebook: types', 'server/domain/terms/b.ts', "import type { X } from '#server/http/x.ts'"],
  ['the rulebook: packages', 'server/domain/terms/c.ts', "import { x } from 'nodemailer'"],
  ['the courses', 'server/courses/a.ts', "import { x } from '#server/i18n/x.ts'"],
  ['the courses: types', 'server/courses/b.ts', "import type { X } from '#server/http/x.ts'"],
  ['the courses: packages', 'server/courses/c.ts', "import { x } from 'nodemailer'"],
  ['the database', 'db/a.ts', "import { x } from '#server/domain/money/x.ts'"],
  ['the database: types', 'db/b.ts', "import type { X } from '#server/http/x.ts'"],
  ['the database: packages', 'db/c.ts', "import { x } from 'nodemailer'"],
  ['the texts', 'server/i18n/a.ts', "import { x } from '#server/domain/money/x.ts'"],
  ['the texts: types', 'server/i18n/b.ts', "import type { X } from '#server/http/x.ts'"],
  ['the texts: packages', 'server/i18n/c.ts', "import { x } from 'nodemailer'"],
  ['the adapters', 'server/adapters/a.ts', "import { x } from '#server/config.ts'"],
  ['the adapters: types', 'server/adapters/b.ts', "import type { X } from '#server/http/x.ts'"],
  ['the documents', 'server/documents/a.ts', "import { x } from '#server/courses/x.ts'"],
  ['the documents: types', 'server/documents/b.ts', "import type { X } from '#server/http/x.ts'"],
  ['http', 'server/http/a.ts', "import { x } from '#pages/ui/x.ts'"],
  ['http: types', 'server/http/b.ts', "import type { X } from '#server/features/money/payments/x.ts'"],
  ['a feature', 'server/features/money/refunds/a.ts', "import { x } from '#server/features/money/payments/x.ts'"],
  ['a feature: types', 'server/features/money/refunds/b.ts', "import type { X } from '#server/portal/x.ts'"],
  ['an area', 'server/features/money/index.ts', "import { x } from '#server/features/seats/matrix/x.ts'"],
  ['an area: types', 'server/features/seats/index.ts', "import type { X } from '#server/portal/x.ts'"],
  ['the composition of all areas', 'server/features/a.ts', "import { x } from '#server/demo/x.ts'"],
  ['the composition of all areas: types', 'server/features/b.ts', "import type { X } from '#server/demo/x.ts'"],
  ['the composition of all areas', 'server/features/c.ts', "import { x } from '#server/process/x.ts'"],
  ['the demo', 'server/demo/a.ts', "import { x } from '#server/portal/x.ts'"],
  ['the demo: types', 'server/demo/b.ts', "import type { X } from '#pages/ui/x.ts'"],
  ['the addresses of a portal', 'server/portal/a.ts', "import { x } from '#server/demo/x.ts'"],
  ['the addresses of a portal: types', 'server/portal/b.ts', "import type { X } from '#server/demo/x.ts'"],
  ['the configuration', 'server/config.ts', "import { x } from '#server/http/x.ts'"],
  ['the configuration: types', 'server/config.ts', "import type { X } from '#server/http/x.ts'"],
  ['the configuration: packages', 'server/config.ts', "import { x } from 'nodemailer'"],
  ['what puts the house together', 'server/process/a.ts', "import { x } from '#pages/ui/x.ts'"],
  ['what puts the house together: types', 'server/process/b.ts', "import type { X } from '#pages/parts/a/x.ts'"],
  ['the components', 'pages/ui/A.tsx', "import { x } from '#server/i18n/texts.ts'"],
  ['the components: packages', 'pages/ui/B.tsx', "import { x } from 'nodemailer'"],
  ["a page's server half", 'pages/candidate/a/page.server.ts', "import { x } from '#server/http/x.ts'"],
  ["a page's server half: packages", 'pages/candidate/b/page.server.ts', "import { x } from 'nodemailer'"],
  ['a page', 'pages/candidate/c/page.tsx', "const x = await import('#server/http/x.ts')"],
  ['a page', 'pages/candidate/c/Part.tsx', "import { load } from './page.server'"],
  ['a page: packages', 'pages/candidate/d/page.tsx', "import { x } from 'nodemailer'"],
  ...floors
    .slice(0, -1)
    .flatMap((floor, place) =>
      floor.map((folder): [string, string, string] => [
        `the floor of ${folder}`,
        `server/domain/${folder}/up.ts`,
        `import type { X } from '#server/domain/${floors[place + 1]![0]}/x.ts'`,
      ]),
    ),
  ['the floor of accounts', 'server/domain/accounts/beside.ts', "import { x } from '#server/domain/messages/x.ts'"],
  [
    'allotment/engine shares no code with the other way',
    'server/domain/allotment/engine/a.ts',
    "import { x } from '#server/domain/terms/x.ts'",
  ],
  [
    'allotment-verifier shares no code with the other way',
    'server/domain/allotment-verifier/a.ts',
    "export * from '#server/domain/allotment/engine/a.ts'",
  ],
  ['only stores touch tables', 'server/features/money/payments/a.ts', "import { x } from '#db/schema/index.ts'"],
  ['only stores touch tables', 'server/features/money/payments/b.ts', "import type { X } from 'drizzle-orm'"],
  ['no cycle at run time', 'server/http/one.ts', "import { x } from './other'"],
  ['no cycle among the rules, types included', 'server/kernel/one.ts', "import type { X } from './other'"],
  ['every import leads somewhere', 'server/http/lost.ts', "import { x } from './nowhere'"],
  ['no page imports another', 'pages/cell/a/[id]/page.tsx', "import type { X } from '#pages/cell/a/[code]/page.tsx'"],
  ['no page imports another', 'pages/cell/a/[id]/Part.tsx', "import { X } from '../page'"],
]

/** Imports that are allowed, or whose cycle is told of another file. */
const right: [file: string, line: string][] = [
  ['server/kernel/other.ts', "import type { X } from './one'"],
  ['server/http/other.ts', "import { x } from './one'"],
  ['server/domain/season/a.ts', "import { x } from '#server/domain/site/x.ts'"],
  ['server/features/money/payments/c.ts', "import type { X } from '#server/features/seats/matrix/x.ts'"],
  ['server/features/money/payments/d.ts', "export type { X } from '#server/features/seats/matrix/x.ts'"],
  ['server/features/money/payments/e.ts', "type X = typeof import('#server/features/seats/matrix/x.ts')"],
  [
    'server/features/money/payments/store.ts',
    "import { x } from '#db/schema/index.ts'\nimport { y } from 'drizzle-orm'",
  ],
  ['server/features/content/index.ts', "import { x } from '#server/features/content/notices/x.ts'"],
  ['pages/ui/C.tsx', "import type { X } from '#server/config.ts'\nimport './a.css'"],
  ['pages/cell/a/[id]/Other.tsx', "import { X } from './Part'\nimport { y } from '#pages/parts/a/x.ts'"],
  ['server/http/types.ts', "import type { X } from './back'"],
  ['server/http/back.ts', "import { x } from './types'"],
]

test('each rule finds what breaks it, and nothing else', async () => {
  const base = folderOfTest()
  const put = (file: string, text: string, flag: 'a' | 'wx') => {
    mkdirSync(path.dirname(path.join(base, file)), { recursive: true })
    writeFileSync(path.join(base, file), `${text}\n`, { flag })
  }
  const lines = [...wrong.map(([, file, line]) => [file, line] as const), ...right]
  for (const [file, line] of lines) put(file, line, 'a')
  put(
    'package.json',
    JSON.stringify({ imports: { '#server/*': './server/*', '#pages/*': './pages/*', '#db/*': './db/*' } }),
    'wx',
  )
  // What they import, where it is none of these files.
  for (const [, , target] of lines.join('\n').matchAll(/(from |import\()'#([^']+)'/g)) put(target!, '', 'a')
  for (const file of ['pages/ui/a.css', 'pages/candidate/c/page.server.ts', 'pages/cell/a/page.tsx']) put(file, '', 'a')

  const { faults } = await importsIn(base, folders)
  const found = faults.map((fault) => /^(.*): (\S+) → /.exec(fault)!.slice(1).join(' in '))
  expect([...new Set(found)].sort()).toEqual(wrong.map(([rule, file]) => `${rule} in ${file}`).sort())
  const named = new Set(wrong.map(([rule]) => rule))
  expect(
    rules.map(({ name }) => name).filter((name) => !named.has(name!) && name !== `the floor of ${floors.at(-1)![0]}`),
  ).toEqual([])
})
