import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

/** What a page is drawn from: its parts, and the pure rules with the keys of their words. */
const followed = /^(pages|server\/(domain|i18n|kernel))\//

/** All modules behind these two halves of a page, themselves included. Paths are relative to the repository. */
export function modulesBehind(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || !existsSync(file)) return seen
  seen.add(file)
  for (const [, name] of readFileSync(file, 'utf8').matchAll(/(?:\bfrom |^import |\bimport\()'([.#][^']+)'/gm)) {
    const base = name!.startsWith('#') ? name!.slice(1) : path.posix.join(path.posix.dirname(file), name!)
    const next = [base, `${base}.tsx`, `${base}.ts`].find(
      (one) => /\.tsx?$/.test(one) && followed.test(one) && existsSync(one),
    )
    if (next) modulesBehind(next, seen)
  }
  return seen
}

/**
 * Tells of a text's full key (`accounts:login.title`) if one of the pages `files` can show it: its code names the key, or
 * the beginning of a key that it completes when it runs.
 */
export function textsOf(...files: readonly string[]): (key: string) => boolean {
  const modules = new Set<string>()
  for (const file of files) modulesBehind(file.replace(/\.tsx$/, '.server.ts'), modulesBehind(file, modules))
  const whole = new Set<string>()
  const beginnings = new Set<string>()
  for (const module of modules) {
    for (const [, key, end] of readFileSync(module, 'utf8').matchAll(/['"`](\w+:[^'"`$\s]*)(['"`]|\$\{)/g)) {
      const isWhole = end !== '${' && !/[:.-]$/.test(key!)
      ;(isWhole ? whole : beginnings).add(key!)
    }
  }
  const starts = [...beginnings]
  return (key) =>
    whole.has(key) || whole.has(key.replace(/_(one|other)$/, '')) || starts.some((start) => key.startsWith(start))
}

/** The name of a page's chunk: `candidate/faq/page.tsx` → `candidate_faq`. */
export const chunkOf = (page: string) => page.replace(/\/?page\.tsx$/, '').replace(/[/:[\]]/g, '_') || 'root'

/** The rules of the routes as text: an import of the build's configuration needs the endings of files. */
const rules = readFileSync('server/domain/terms/routes.ts', 'utf8')

/** May everybody open this page? `page`: its file within `pages/`. */
export function isPublic(page: string): boolean {
  const route = /^candidate\/(.+)\/page\.tsx$/.exec(page)?.[1]?.replace(/\[(\w+)\]/g, ':$1')
  return route !== undefined && (rules.includes(`  ${route}: open,\n`) || rules.includes(`  '${route}': open,\n`))
}

/** The namespaces that the server half of a page asks for. `page`: its file within `pages/`. */
export function namespacesOf(page: string): readonly string[] {
  const file = `pages/${page.replace(/\.tsx$/, '.server.ts')}`
  const source = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return /export const texts = \[([^\]]*)\]/.exec(source)?.[1]?.match(/\w+/g) ?? []
}

/** The part of the shell's texts that every visitor's page loads: those around a page, and those of all public pages. */
export const visitorsPart = 'visitor'
export const visitorsTexts = (pages: readonly string[]) =>
  textsOf('pages/client.tsx', ...pages.filter(isPublic).map((page) => `pages/${page}`))

/**
 * Reduces a file of texts asked for with `?page=<chunk>` to the texts of that page, and with `?page=visitor` to those of
 * all visitors' pages. `pages`: the files of the pages within `pages/`.
 */
export function pageTexts(pages: readonly string[]): Plugin {
  const files = new Map(pages.map((page) => [chunkOf(page), `pages/${page}`]))
  const ofPart = (part: string) => (part === visitorsPart ? visitorsTexts(pages) : textsOf(files.get(part)!))
  return {
    name: 'page-texts',
    enforce: 'pre',
    transform: {
      filter: { id: /\/locales\/\w+\/\w+\.json\?page=/ },
      handler(code, id) {
        const [, namespace, part] = /\/(\w+)\.json\?page=(.+)$/.exec(id)!
        const isShown = ofPart(part!)
        const texts = Object.entries(JSON.parse(code) as Record<string, string>)
        const shown = Object.fromEntries(texts.filter(([key]) => isShown(`${namespace}:${key}`)))
        return { code: `export default ${JSON.stringify(shown)}`, moduleType: 'js', map: null }
      },
    },
  }
}
