import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

/** The table of permitted imports, checked file by file. A violation is reported with its line. */

type Import = {
  from: string
  line: number
  /** The imported file, from the root of the repository, or the name of a package. */
  to: string
  isPackage: boolean
  /** `import type`, or only `type` names within the braces: nothing remains at run time. */
  isType: boolean
  /** The text between `import` and `from`. */
  clause: string
}

const files = ['server', 'pages', 'db']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => /\.tsx?$/.test(file))
  .sort()
const sources = new Map(files.map((file) => [file, withoutComments(readFileSync(file, 'utf8'))]))

/** Replaces comments by blanks, so that positions stay the same; strings remain. */
function withoutComments(source: string): string {
  return source.replace(
    /('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)|\/\*[\s\S]*?\*\/|(?<![:\\])\/\/[^\n]*/g,
    (whole, text: string | undefined) => text ?? whole.replace(/[^\n]/g, ' '),
  )
}

const statement = /^(?:import|export)\s+(type\s+)?([\w\s{},*$]*?)\s*(?:from\s*)?'([^'\n]+)'/gm
const call = /(typeof\s+)?\bimport\(\s*'([^'\n]+)'\s*\)/g

const hasOnlyTypes = (clause: string) =>
  /^\{[^{}]*\}$/.test(clause) &&
  clause
    .slice(1, -1)
    .split(',')
    .filter((name) => name.trim() !== '')
    .every((name) => name.trim().startsWith('type '))

/** Resolves `./menu` in `server/domain/site/access.ts` to `server/domain/site/menu.ts`. */
function resolve(from: string, specifier: string): string {
  const base = specifier.startsWith('#') ? specifier.slice(1) : path.posix.join(path.posix.dirname(from), specifier)
  const found = [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`].find(
    (candidate) => /\.\w+$/.test(candidate) && existsSync(candidate),
  )
  if (!found) throw new Error(`${from} imports ${specifier}, which is not there`)
  return found
}

function importsOf(file: string, source: string): Import[] {
  const found = [
    ...[...source.matchAll(statement)].map((match) => ({
      at: match.index,
      specifier: match[3]!,
      isType: match[1] !== undefined || hasOnlyTypes(match[2]!),
      clause: match[2]!,
    })),
    ...[...source.matchAll(call)].map((match) => ({
      at: match.index,
      specifier: match[2]!,
      isType: match[1] !== undefined,
      clause: '',
    })),
  ]
  return found.map(({ at, specifier, isType, clause }) => {
    const isPackage = !/^[.#]/.test(specifier)
    return {
      from: file,
      line: source.slice(0, at).split('\n').length,
      to: isPackage ? specifier : resolve(file, specifier),
      isPackage,
      isType,
      clause,
    }
  })
}

const imports = [...sources].flatMap(([file, source]) => importsOf(file, source))

/** One line of the table. `values` may be imported at run time, `types` only as types. */
type Rule = { who: string; of: RegExp; values: RegExp[]; types?: RegExp[]; packages?: RegExp }

const kernel = /^server\/kernel\//
const domain = /^server\/domain\//
const i18n = /^server\/i18n\//
const courses = /^server\/courses\//
const http = /^server\/http\//
const adapters = /^server\/adapters\//
const features = /^server\/features\//
const services = /^server\/services\//
const belowTheRoot = [
  kernel,
  domain,
  courses,
  i18n,
  http,
  adapters,
  features,
  /^server\/documents\//,
  /^server\/(config|process\/open-folder)\.ts$/,
  /^db\/client\.ts$/,
]
const anything = /^/
const nothing = /^$/

/** The code that reaches the browser: the kernel, the rulebook, and texts without i18next. */
const inBrowser = [kernel, domain, /^server\/i18n\/(format|page-text|period|seat-act)\.ts$/, /^pages\/ui\//]
/** Code that pages share outside `pages/ui`: the parts of a feature (`pages/parts/accounts`). */
const parts = /^pages\/parts\/[\w-]+\//
/** Files in the folders of pages that may reach the browser. */
const inPages = /^pages\/(?!ui\/)(?!.*\.server\.ts$)/
const inBrowserPackages = /^(react|react-dom)(\/client)?$|^(react-toastify|@noble\/hashes)(\/|$)/

const rules: Rule[] = [
  { who: 'the kernel', of: kernel, values: [kernel], packages: nothing },
  { who: 'the rulebook', of: domain, values: [kernel, domain, courses], packages: nothing },
  { who: 'the courses', of: courses, values: [kernel, domain, courses], packages: nothing },
  {
    who: 'the database',
    of: /^db\//,
    values: [kernel, /^db\//],
    packages: /^(drizzle-(orm|kit)|better-sqlite3|node:(fs|path))(\/|$)/,
  },
  { who: 'the texts', of: i18n, values: [kernel, i18n], packages: /^i18next$/ },
  {
    who: 'the adapters',
    of: adapters,
    values: [kernel, domain, i18n, adapters],
    types: [/^server\/config\.ts$/],
  },
  {
    who: 'the documents',
    of: /^server\/documents\//,
    values: [kernel, domain, i18n, /^server\/documents\//],
    types: [courses],
  },
  {
    who: 'http',
    of: http,
    // Of the pages only what draws them.
    values: [kernel, domain, i18n, http, /^pages\/ui\/(shell\/App\.tsx|signed-in\/signed-in\.tsx|view\.ts)$/],
  },
  {
    who: 'a feature',
    of: /^server\/features\/[\w-]+\/[\w-]+\//,
    // Its own folder is added below. It words messages and refusals through i18n, and names the types of other features.
    // Stores read their lists with the reader of lists, and take in long files with the writer of their rows.
    values: [kernel, domain, http, i18n, /^db\/(list-reader|filed-rows)\.ts$/],
    types: [courses, adapters, features, /^db\/client\.ts$/],
  },
  {
    // Its own features are added below. The other areas hand it what they make.
    who: 'an area',
    of: /^server\/features\/[\w-]+\/index\.ts$/,
    values: belowTheRoot.filter((folder) => folder !== features),
    types: [features, services],
  },
  {
    who: 'the demo',
    of: /^server\/demo\//,
    values: [
      kernel,
      domain,
      courses,
      i18n,
      http,
      adapters,
      /^server\/(features|demo)\//,
      /^server\/jobs\.ts$/,
      services,
    ],
    types: [/^server\/portal\//, /^db\/client\.ts$/],
  },
  {
    // The starting process passes the demo in, so that there is no import cycle.
    who: 'the composition of all areas',
    of: /^server\/(services\/|features\/[\w-]+\.ts$)/,
    values: [...belowTheRoot, services],
    types: [/^db\/client\.ts$/],
  },
  {
    who: 'the addresses of a portal',
    of: /^server\/portal\//,
    values: [...belowTheRoot, /^server\/portal\//],
    types: [/^pages\/ui\//],
  },
  { who: 'the configuration', of: /^server\/config\.ts$/, values: [kernel, courses], packages: /^typebox(\/value)?$/ },
  {
    who: 'what puts the house together',
    of: /^server\/((process|commands)\/[\w-]+|app|jobs|main)\.ts$/,
    values: [/^server\//, /^db\/client\.ts$/, /^scripts\/options\.mjs$/],
    types: [/^pages\/ui\//],
  },
  {
    who: 'the components',
    of: /^pages\/ui\//,
    values: [...inBrowser, /\.css$/],
    types: [anything],
    packages: inBrowserPackages,
  },
  {
    who: "a page's server half",
    of: /^pages\/.*\.server\.ts$/,
    values: [
      ...inBrowser,
      /^pages\//,
      /^server\/features\/[\w-]+\/[\w-]+\/schema\.ts$/,
      /^server\/features\/(accounts\/accounts|desk\/staff)\/http-session\.ts$/,
      /^server\/http\/pages\/door\.ts$/,
    ],
    types: [anything],
    packages: nothing,
  },
  {
    who: 'a page',
    of: /^pages\/(?!ui\/)(?!.*\.server\.ts$)/,
    values: [...inBrowser, inPages, /\.css$/],
    types: [anything],
    packages: inBrowserPackages,
  },
]

const featureOf = (file: string) => /^server\/features\/([\w-]+\/[\w-]+)\//.exec(file)?.[1]
const areaOf = (file: string) => /^server\/features\/([\w-]+)\/index\.ts$/.exec(file)?.[1]
const isStore = (file: string) => /^server\/(features\/[\w-]+\/[\w-]+|demo)\/store\.ts$/.test(file)
const touchesTables = ({ to, isPackage }: Import) => (isPackage ? /^drizzle-/.test(to) : /^db\/schema(\/|\.)/.test(to))

function isAllowed(rule: Rule, one: Import): boolean {
  const { from, to, isPackage, isType } = one
  if (touchesTables(one)) return /^db\//.test(from) || isStore(from)
  if (isPackage) return isType || (rule.packages ?? anything).test(to)
  const own = featureOf(from) ?? areaOf(from)
  if (own && to.startsWith(`server/features/${own}/`)) return true
  return [...rule.values, ...(isType ? (rule.types ?? []) : [])].some((pattern) => pattern.test(to))
}

const told = ({ from, line, to, isType }: Import) => `${from}:${line} imports ${to}${isType ? ' (types)' : ''}`

describe('permitted imports', () => {
  test('every file belongs to one line of the table', () => {
    expect(files.length).toBeGreaterThan(100)
    expect(files.filter((file) => rules.filter((rule) => rule.of.test(file)).length !== 1)).toEqual([])
  })

  test('the check sees every import', () => {
    for (const [file, source] of sources) {
      const written = source.match(/^(?:import|export|\}).*\bfrom '[^'\n]+'|^import '|\bimport\('/gm)?.length ?? 0
      expect(importsOf(file, source).length, file).toBe(written)
    }
    const computed = [...sources].filter(([, source]) => /\bimport\(\s*[^'\s]/.test(source)).map(([file]) => file)
    // The browser imports a page's module by the address that the server gave it.
    expect(computed).toEqual(['pages/ui/browser/load.ts'])
    expect([...sources].filter(([, source]) => /\brequire\(\s*'/.test(source)).map(([file]) => file)).toEqual([])
  })

  test('the check finds forbidden imports', () => {
    const found = (file: string, source: string) => {
      const rule = rules.find(({ of }) => of.test(file))!
      return importsOf(file, source)
        .filter((one) => !isAllowed(rule, one))
        .map(({ line, to }) => `${line}: ${to}`)
    }
    expect(found('server/kernel/new.ts', "import type { MenuItem } from '../domain/site/menu'")).toEqual([
      '1: server/domain/site/menu.ts',
    ])
    expect(found('server/domain/new.ts', "\nimport {\n  and,\n} from 'drizzle-orm'")).toEqual(['2: drizzle-orm'])
    expect(found('server/features/content/notices/new.ts', "export * from '../../accounts/accounts/otp'")).toEqual([
      '1: server/features/accounts/accounts/otp.ts',
    ])
    expect(
      found('server/features/content/notices/service.ts', "import { notices } from '#db/schema/index.ts'"),
    ).toEqual(['1: db/schema/index.ts'])
    expect(found('server/features/content/notices/store.ts', "import { notices } from '#db/schema/index.ts'")).toEqual(
      [],
    )
    const config = "import { type Config, readConfig } from '#server/config.ts'"
    expect(found('pages/ui/New.tsx', config)).toEqual(['1: server/config.ts'])
    expect(found('pages/ui/New.tsx', config.replace(', readConfig', ''))).toEqual([])
    expect(found('pages/ui/New.tsx', "await import('#server/i18n/texts.ts')")).toEqual(['1: server/i18n/texts.ts'])
    expect(found('pages/candidate/home/page.tsx', "import { load } from './page.server'")).toEqual([
      '1: pages/candidate/home/page.server.ts',
    ])
  })

  test.each(rules)('$who', (rule) => {
    const own = imports.filter(({ from }) => rule.of.test(from))
    expect(own.filter((one) => !isAllowed(rule, one)).map(told)).toEqual([])
  })

  test('a feature imports another only as `import type`', () => {
    const found = (source: string) =>
      importsOf('server/features/content/notices/new.ts', source).map((one) =>
        isAllowed(rules.find(({ of }) => of.test(one.from))!, one),
      )
    expect(found("import type { Otp } from '../../accounts/accounts/otp'")).toEqual([true])
    expect(found("import { type Otp, createOtp } from '../../accounts/accounts/otp'")).toEqual([false])
    const others = imports.filter(
      ({ from, to, isType }) => !isType && featureOf(from) && featureOf(to) && featureOf(from) !== featureOf(to),
    )
    expect(others.map(told)).toEqual([])
  })

  test('an area makes its own features, and is handed those of the others', () => {
    const found = (specifier: string) =>
      importsOf('server/features/content/index.ts', `import { make } from '#server/${specifier}'`).map((one) =>
        isAllowed(rules.find(({ of }) => of.test(one.from))!, one),
      )
    expect(found('features/content/notices/service.ts')).toEqual([true])
    expect(found('documents/press.ts')).toEqual([true])
    expect(found('features/accounts/accounts/otp.ts')).toEqual([false])
    expect(found('features/base.ts')).toEqual([false])
  })

  test('the verifier of the allotment shares no code with its engine, only the file format', () => {
    const ways = ['server/domain/allotment/engine/', 'server/domain/allotment-verifier/']
    const allowed = [
      /^server\/domain\/terms\/(allotment-format|seat-types)\.ts$/,
      /^server\/domain\/allotment\/check\.ts$/,
    ]
    for (const way of ways) {
      const own = imports.filter(({ from, isType }) => from.startsWith(way) && !isType)
      expect(own.length).toBeGreaterThan(3)
      const others = own.filter(({ to }) => !to.startsWith(way) && !allowed.some((pattern) => pattern.test(to)))
      expect(others.map(told)).toEqual([])
    }
  })

  test('no page imports another page: shared code is in pages/ui, or in a folder of parts', () => {
    const pageOf = (file: string) =>
      /^pages\/(?!ui\/)/.test(file) && !parts.test(file) ? path.posix.dirname(file) : undefined
    const others = imports.filter(({ from, to }) => pageOf(from) && pageOf(to) && pageOf(from) !== pageOf(to))
    expect(others.map(told)).toEqual([])
  })

  test('pages import only `safeNext` of what answers them', () => {
    const taken = imports.filter(
      ({ from, to, isType }) => from.startsWith('pages/') && to === 'server/http/pages/door.ts' && !isType,
    )
    expect(taken.filter(({ clause }) => clause.trim() !== '{ safeNext }').map(told)).toEqual([])
  })

  test('only stores, and the database itself, access its tables', () => {
    const others = imports.filter((one) => touchesTables(one) && !/^db\//.test(one.from) && !isStore(one.from))
    expect(others.map(told)).toEqual([])
  })

  test('only the globs that draw pages and load texts import files by pattern', () => {
    const globs = [...sources].filter(([, source]) => source.includes('import.meta.glob')).map(([file]) => file)
    expect(globs).toEqual(['server/http/render.tsx', 'server/i18n/texts.ts'])
  })
})

test('only the process itself reads its environment', () => {
  const readers = [...sources]
    .filter(
      ([, source]) => /\bprocess\s*(\?\.|\.|\[\s*['"`])\s*env\b/.test(source) || /from 'node:process'/.test(source),
    )
    .map(([file]) => file)
  const allowed = /^server\/(config|process\/(development|start)|commands\/(command|closing-merits|doctor))\.ts$/
  expect(readers.filter((file) => !allowed.test(file))).toEqual([])
})

test('nothing below the adapters reads the clock or random numbers', () => {
  const pure = [...sources].filter(([file]) => kernel.test(file) || domain.test(file) || courses.test(file))
  const impure = /\bDate\.now\(|\bnew Date\(\s*\)|\bperformance\.now\(|\bMath\.random\(|\bcrypto\b|\bsetTimeout\(/
  expect(pure.filter(([file, source]) => file !== background && impure.test(source)).map(([file]) => file)).toEqual([])
})

/** The only file that starts timers and adds listeners without a guard; it catches their errors. */
const background = 'server/kernel/background.ts'

/** The reasons for exceptions: their callbacks cannot fail, or a promise takes the failure. */
const unguarded: Record<string, string> = {
  [background]: 'guards all the others',
  'db/client.ts': 'the flush rejects the promises of its writes',
  'server/commands/doctor.ts': 'the events settle a promise',
  'server/documents/sheet.ts': 'the events settle a promise',
  'server/features/application/documents/pages-to-pdf.ts': 'the events settle a promise',
  'server/features/seats/allotment/engine-worker.ts': 'runs in a thread, whose failure its pool reports',
  'server/http/arrival.ts': 'notes an instant',
  'server/http/overload.ts': 'logs what a request throws',
  'server/http/log.ts': 'has nowhere to report that nothing can be reported',
  'server/http/read-csv.ts': 'notes an error, which the reader throws',
  'server/http/slow-bodies.ts': 'stops a timer',
  'server/http/upload.ts': 'ends a stream',
  'server/process/workers.ts': 'the events settle promises, and what follows them is guarded',
}

test('case 76: timers and listeners are guarded, so that none of them can end the process', () => {
  const raw = /\bset(Interval|Timeout|Immediate)\((?!resolve\b)|\.(on|once|addListener)\('/
  const found = [...sources].filter(([file, source]) => /^(server|db)\//.test(file) && raw.test(source))
  expect(found.map(([file]) => file).sort()).toEqual(Object.keys(unguarded).sort())
  const pools = [...sources].filter(([, source]) => /\bnew Piscina\b/.test(source))
  expect(pools.length).toBeGreaterThan(3)
  expect(pools.filter(([, source]) => !source.includes('survive(')).map(([file]) => file)).toEqual([])
})

/** An import cycle among the files, or null: depth first, each file once. */
function cycleIn(within: readonly Import[]): string[] | null {
  const next = new Map<string, string[]>()
  for (const { from, to } of within) next.set(from, [...(next.get(from) ?? []), to])
  const done = new Set<string>()
  const walk = (file: string, way: readonly string[]): string[] | null => {
    const seen = way.indexOf(file)
    if (seen >= 0) return [...way.slice(seen), file]
    if (done.has(file)) return null
    for (const to of next.get(file) ?? []) {
      const cycle = walk(to, [...way, file])
      if (cycle) return cycle
    }
    done.add(file)
    return null
  }
  for (const file of next.keys()) {
    const cycle = walk(file, [])
    if (cycle) return cycle
  }
  return null
}

describe('no import cycle', () => {
  const inside = (...folders: RegExp[]) =>
    imports.filter(({ from, to }) => [from, to].every((file) => folders.some((folder) => folder.test(file))))

  test('among the rules, the courses and the kernel, types included', () => {
    expect(cycleIn(inside(kernel, domain, courses))).toBeNull()
  })

  test('in the whole house at run time', () => {
    expect(cycleIn(imports.filter(({ isType, isPackage }) => !isType && !isPackage))).toBeNull()
  })
})
