import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Every export is used by another file; one that is not is dead, or should not be exported. */

const files = ['server', 'pages', 'db', 'tests', 'scripts']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.includes('node_modules'))
const sources = new Map(files.map((file) => [file, withoutComments(readFileSync(file, 'utf8'))]))

function withoutComments(source: string): string {
  return source.replace(
    /('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)|\/\*[\s\S]*?\*\/|(?<![:\\])\/\/[^\n]*/g,
    (_, text: string | undefined) => text ?? ' ',
  )
}

const exported = /^export\s+(?:async\s+)?(?:const|let|function\*?|class|type|interface)\s+(\w+)/gm
const statement = /^(?:import|export)\s+(?:type\s+)?([\w\s{},*$]*?)\s*from\s*'([.#][^'\n]+)'/gm
const call = /\bimport\(\s*'([.#][^'\n]+)'\s*\)(?:\.(\w+))?/g

/** The exports that the server reads from a page's files by name. */
const page = /^pages\/.*\/page(\.server)?\.tsx?$/
const readByHandler = [
  'title',
  'load',
  'action',
  'texts',
  'isCacheable',
  'layout',
  'status',
  'updatedAt',
  'structured',
  'leadsTo',
  'formsTo',
]

/** The names that a file imports from another one; `*` for all of them. */
function taken(file: string, source: string): { from: string; name: string }[] {
  const resolve = (specifier: string) => {
    const base = specifier.startsWith('#') ? specifier.slice(1) : path.posix.join(path.posix.dirname(file), specifier)
    return [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`].find((one) => /\.\w+$/.test(one) && existsSync(one))
  }
  return [
    ...[...source.matchAll(statement)].flatMap(([, clause, specifier]) => {
      const names = (/\{([^}]*)\}/.exec(clause!)?.[1] ?? '').split(',')
      const own = names.map((name) =>
        name
          .trim()
          .replace(/^type\s+/, '')
          .replace(/\s+as\s.*/s, ''),
      )
      return (clause!.includes('*') ? ['*'] : own).map((name) => ({ from: resolve(specifier!) ?? '', name }))
    }),
    ...[...source.matchAll(call)].map(([, specifier, name]) => ({
      from: resolve(specifier!) ?? '',
      name: name ?? '*',
    })),
  ]
}

/** The exports that no other file uses, such as `server/jobs.ts: Jobs`. */
function unused(all: ReadonlyMap<string, string>): string[] {
  const known = new Set(
    [...all].flatMap(([file, source]) => taken(file, source).map(({ from, name }) => `${from}: ${name}`)),
  )
  const text = [...all.values()].join('\n')
  /** Workers are called by a quoted name, and scripts access the built server with a dot. */
  const scripts = [...all]
    .filter(([file]) => file.endsWith('.mjs'))
    .map(([, source]) => source)
    .join('\n')
  const isNamed = (name: string) => text.includes(`name: '${name}'`) || scripts.includes(`.${name}(`)
  return [...all].flatMap(([file, source]) =>
    /^(server|pages|db)\//.test(file) && !known.has(`${file}: *`)
      ? [...source.matchAll(exported)]
          .map(([, name]) => name!)
          .filter((name) => !known.has(`${file}: ${name}`) && !isNamed(name))
          .filter((name) => !page.test(file) || !readByHandler.includes(name))
          .map((name) => `${file}: ${name}`)
      : [],
  )
}

test('the check finds an unused export', () => {
  const file = 'server/kernel/result.ts'
  const unread = new Map([
    [file, 'export const one = 1\nexport type Two = 2\n'],
    ['server/jobs.ts', `import { type Two } from './kernel/result'`],
  ])
  expect(unused(unread)).toEqual([`${file}: one`])
})

test('another file uses each export', () => {
  expect(files.length).toBeGreaterThan(500)
  expect(unused(sources)).toEqual([])
})
