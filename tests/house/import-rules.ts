import { createRequire, registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { IModule, IRegularForbiddenRuleType } from 'dependency-cruiser'

/** What may import what. Each path is a regular expression; `$1` is the first group of `of`. */
type Line = {
  who: string
  of: string
  /** What these files may import at run time. */
  may: string[]
  /** What they may import only as types. */
  types?: string[]
  /** The packages that they may import at run time; every package without this line. */
  packages?: string
}

const kernel = '^server/kernel/'
const domain = '^server/domain/'
const terms = '^server/domain/terms/'
const i18n = '^server/i18n/'
const courses = '^server/courses/'
const http = '^server/http/'
const adapters = '^server/adapters/'
const features = '^server/features/'
const documents = '^server/documents/'
const anything = '^'
const none = '^$'
const belowTheAreas = [
  kernel,
  domain,
  courses,
  i18n,
  http,
  adapters,
  documents,
  '^server/config\\.ts$',
  '^db/client\\.ts$',
]
/** The code that reaches the browser: the kernel, the rulebook, and texts without i18next. */
const inBrowser = [
  kernel,
  domain,
  '^server/i18n/(file-fault|format|late-texts|page-text|period|seat-act)\\.ts$',
  '^pages/ui/',
]
const inBrowserPackages = '^node_modules/(qr|react|react-dom|react-toastify|@noble/hashes)/'

export const table: readonly Line[] = [
  { who: 'the kernel', of: kernel, may: [kernel], packages: none },
  { who: 'the rulebook', of: domain, may: [kernel, domain], packages: '^node_modules/@noble/hashes/' },
  { who: 'the courses', of: courses, may: [kernel, domain, courses], packages: none },
  {
    who: 'the database',
    of: '^db/',
    may: [kernel, terms, '^db/'],
    packages: '^(node_modules/(drizzle-orm|drizzle-kit|better-sqlite3)/|(node:)?(fs|path)$)',
  },
  { who: 'the texts', of: i18n, may: [kernel, terms, i18n], packages: '^node_modules/i18next/' },
  { who: 'the adapters', of: adapters, may: [kernel, domain, i18n, adapters], types: ['^server/config\\.ts$'] },
  { who: 'the documents', of: documents, may: [kernel, domain, i18n, documents], types: [courses] },
  {
    who: 'http',
    of: http,
    // Of the pages only what draws them.
    may: [kernel, domain, i18n, http, '^pages/ui/(marks\\.ts|shell/App\\.tsx|signed-in/signed-in\\.tsx|view\\.ts)$'],
  },
  {
    who: 'a feature',
    of: '^server/features/([^/]+/[^/]+)/',
    // It words messages and refusals through the texts, and names the types of other features. Stores read their lists with
    // the reader of lists, and take in long files with the writer of their rows.
    may: [kernel, domain, http, i18n, '^server/features/$1/', '^db/(list-reader|filed-rows)\\.ts$'],
    types: [courses, adapters, features, '^db/client\\.ts$'],
  },
  {
    // The other areas hand it what they make.
    who: 'an area',
    of: '^server/features/([^/]+)/index\\.ts$',
    may: [...belowTheAreas, '^server/features/$1/'],
    types: [features],
  },
  {
    // The starting process passes the demo in, so that there is no import cycle.
    who: 'the composition of all areas',
    of: '^server/features/[^/]+\\.ts$',
    may: [...belowTheAreas, features],
  },
  {
    who: 'the demo',
    of: '^server/demo/',
    may: [kernel, domain, courses, i18n, http, adapters, features, '^server/demo/', '^server/jobs\\.ts$'],
    types: ['^server/portal/', '^db/client\\.ts$'],
  },
  {
    who: 'the addresses of a portal',
    of: '^server/portal/',
    may: [...belowTheAreas, features, '^server/portal/'],
    types: ['^pages/ui/'],
  },
  {
    who: 'the configuration',
    of: '^server/config\\.ts$',
    may: [kernel, courses],
    packages: '^node_modules/typebox/',
  },
  {
    who: 'what puts the house together',
    of: '^server/((process|commands)/[^/]+|app|jobs|main)\\.ts$',
    may: ['^server/', '^db/client\\.ts$', '^scripts/options\\.mjs$'],
    types: ['^pages/ui/'],
  },
  {
    who: 'the components',
    of: '^pages/ui/',
    may: inBrowser,
    types: [anything],
    packages: inBrowserPackages,
  },
  {
    who: "a page's server half",
    of: '^pages/(?!ui/).*\\.server\\.ts$',
    may: [
      ...inBrowser,
      '^pages/',
      '^server/features/[^/]+/[^/]+/schema\\.ts$',
      '^server/features/(accounts/accounts|desk/staff)/http-session\\.ts$',
      '^server/http/safe-next\\.ts$',
    ],
    types: [anything],
    packages: none,
  },
  {
    who: 'a page',
    of: '^pages/(?!ui/)(?!.*\\.server\\.ts$)',
    may: [...inBrowser, '^pages/(?!.*\\.server\\.ts$)'],
    types: [anything],
    packages: inBrowserPackages,
  },
]

/** The rulebook from its lowest floor up: no folder imports from one above it, nor from another on its floor. */
export const floors: readonly (readonly string[])[] = [
  ['terms'],
  ['money'],
  ['application'],
  ['privacy'],
  ['scrutiny'],
  ['merit'],
  ['seats'],
  ['allotment'],
  ['allotment-verifier'],
  ['allotment-dossier'],
  ['admission'],
  ['rehearsal'],
  ['accounts', 'messages', 'operations', 'desk', 'log'],
  ['site'],
  ['season'],
]

/** The two ways to the same seats: what they share is the format of the files and the check of their input. */
const ways = ['allotment/engine', 'allotment-verifier']
const sharedByWays = [
  '^server/domain/terms/(allotment-format|seat-types)\\.ts$',
  '^server/domain/allotment/check\\.ts$',
]

const house = '^(server|pages|db|scripts|tests)/'
const notOfHouse = '^(?!(server|pages|db|scripts|tests)/)'
const asTypes: NonNullable<IRegularForbiddenRuleType['to']['dependencyTypes']> = ['type-only', 'type-import']
const atRunTime = { dependencyTypesNot: asTypes }
const tables = ['^db/schema[/.]', '^node_modules/drizzle-', '^drizzle-']
const stores = ['^db/', '^server/features/[^/]+/[^/]+/store\\.ts$', '^server/demo/store\\.ts$', '^tests/', '^scripts/']

const ofLine = ({ who, of, may, types = [], packages }: Line): IRegularForbiddenRuleType[] => [
  // The tables have a rule of their own, below; a style sheet is drawn by its component.
  { name: who, from: { path: of }, to: { path: house, pathNot: [...may, ...tables, '\\.css$'], ...atRunTime } },
  {
    name: `${who}: types`,
    from: { path: of },
    to: { path: house, pathNot: [...may, ...types, ...tables], dependencyTypes: asTypes },
  },
  {
    name: `${who}: packages`,
    from: { path: of },
    to: { path: notOfHouse, pathNot: [packages ?? anything, ...tables], ...atRunTime },
  },
]

/** The rules by name, for dependency-cruiser. A rule that can forbid nothing is left out. */
export const rules: readonly IRegularForbiddenRuleType[] = [
  ...table.flatMap(ofLine).filter(({ to }) => !(to.pathNot as string[]).includes(anything)),
  ...floors.flatMap((floor, place) =>
    floor.map((folder): IRegularForbiddenRuleType => {
      const below = [folder, ...floors.slice(0, place).flat()].join('|')
      return {
        name: `the floor of ${folder}`,
        from: { path: `^server/domain/${folder}/` },
        to: { path: domain, pathNot: `^server/domain/(${below})/` },
      }
    }),
  ),
  ...ways.map(
    (way): IRegularForbiddenRuleType => ({
      name: `${way} shares no code with the other way`,
      from: { path: `^server/domain/${way}/` },
      to: { path: house, pathNot: [`^server/domain/${way}/`, ...sharedByWays], ...atRunTime },
    }),
  ),
  {
    name: 'only stores touch tables',
    from: { pathNot: stores },
    to: { path: tables },
  },
  {
    name: 'no cycle at run time',
    from: { path: house },
    to: { circular: true, viaOnly: { dependencyTypesNot: asTypes } },
  },
  {
    name: 'no cycle among the rules, types included',
    from: { path: '^server/(kernel|domain|courses)/' },
    to: { circular: true },
  },
  { name: 'every import leads somewhere', from: {}, to: { path: [house, '^[.#]'], couldNotResolve: true } },
]

/** The folder of a page, with its folder of cards: they belong to that page alone. Undefined for what pages share. */
const pageOf = (file: string) => /^pages\/(?!ui\/|parts\/)(.+?)(\/cards)?\/[^/]+$/.exec(file)?.[1]

/**
 * A page imports no other page: shared code is in `pages/ui` or in a folder of parts. The names of some folders have
 * brackets, which a pattern of a rule cannot repeat.
 */
const amongPages = (modules: readonly IModule[]): string[] =>
  modules.flatMap(({ source, dependencies }) =>
    dependencies
      .filter(({ resolved }) => pageOf(source) && pageOf(resolved) && pageOf(source) !== pageOf(resolved))
      .map(({ resolved }) => `no page imports another: ${source} → ${resolved}`),
  )

/** The folder of a file; each file directly in `server` stands for itself, because the way in imports everything. */
const folderOf = (file: string): string => (/^server\/[^/]+$/.test(file) ? file : file.slice(0, file.lastIndexOf('/')))

/**
 * Folders that import one another at run time, directly or by way of others: each circle as its folders, in order. Imports of
 * types are no part of it.
 */
export function circlesOfFolders(modules: readonly IModule[]): string[][] {
  const imports = new Map<string, Set<string>>()
  for (const { source, dependencies } of modules)
    for (const { resolved, dependencyTypes } of dependencies) {
      const [from, to] = [folderOf(source), folderOf(resolved)]
      if (from === to || !new RegExp(house).test(resolved) || asTypes.some((one) => dependencyTypes.includes(one)))
        continue
      imports.set(from, (imports.get(from) ?? new Set()).add(to))
    }
  const reachedFrom = (start: string): Set<string> => {
    const reached = new Set<string>()
    const next = [start]
    for (let at = next.pop(); at !== undefined; at = next.pop())
      for (const to of imports.get(at) ?? []) if (!reached.has(to)) next.push(to) && reached.add(to)
    return reached
  }
  const reach = new Map([...imports.keys()].map((folder) => [folder, reachedFrom(folder)]))
  const circles = [...reach].flatMap(([folder, reached]) =>
    reached.has(folder)
      ? [
          [...reached]
            .filter((other) => reach.get(other)?.has(folder))
            .sort()
            .join(' '),
        ]
      : [],
  )
  return [...new Set(circles)].sort().map((circle) => circle.split(' '))
}

/** dependency-cruiser reads TypeScript with a compiler before 7; the client of the API brings that of 5. */
const clientOfApi = createRequire(new URL('../api-client/package.json', import.meta.url))
registerHooks({
  resolve: (name, context, next) =>
    /^typescript(\/|$)/.test(name) && context.parentURL?.includes('/dependency-cruiser/')
      ? { url: pathToFileURL(clientOfApi.resolve(name)).href, shortCircuit: true }
      : next(name, context),
})

/** All modules of these folders, and what breaks the rules: `rule: file → imported file`. `base`: where the folders are. */
export async function importsIn(base: string, folders: string[]): Promise<{ modules: IModule[]; faults: string[] }> {
  const { cruise } = await import('dependency-cruiser')
  const { output } = await cruise(
    folders,
    {
      baseDir: base,
      ruleSet: { forbidden: [...rules] },
      validate: true,
      tsPreCompilationDeps: true,
      moduleSystems: ['es6'],
      doNotFollow: { path: 'node_modules' },
      exclude: { path: 'node_modules/.*/node_modules' },
    },
    {
      conditionNames: ['import', 'node', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css'],
    },
  )
  if (typeof output === 'string') throw new Error(output)
  const { modules, summary } = output
  const faults = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
  return { modules, faults: [...faults, ...amongPages(modules)].sort() }
}
