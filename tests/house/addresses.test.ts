import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** `href` (`server/domain/terms/href.ts`) builds every address of a page, a file or an act from the tables of routes. */

const files = ['server', 'pages']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => /\.tsx?$/.test(file) && file !== 'server/domain/terms/href.ts')
  // A service worker is one file: it can share no module with the pages.
  .filter((file) => file !== 'pages/service-worker.ts')

/** The addresses below a base that no table has: the API, and the version of the build. */
const beside = /^(api|version\.json)\b/

const comment = /^\s*(\/?\*|\/\/)/
const bases = /\/(candidate|cell)(\/[^'"`]*)?['"`]/
const belowBase = /\$\{[\w.]*[bB]ase(?:\(\))?\}([a-z][\w.-]*)/g

/** The addresses written by hand in a file: `server/app.ts:112`. */
function byHand(file: string, source: string): string[] {
  return source.split('\n').flatMap((line, index) => {
    if (comment.test(line) || /\b(import|export)\b.*\bfrom\b|\bimport\(/.test(line)) return []
    const isByHand =
      (bases.test(line) && !line.includes('pages/')) ||
      [...line.matchAll(belowBase)].some(([, rest]) => !beside.test(rest!))
    return isByHand ? [`${file}:${index + 1}`] : []
  })
}

test('an address written by hand is found', () => {
  const found = (line: string) => byHand('here', line).length
  const hole = (name: string) => `\${${name}}`
  const wrong = [
    `\`/${hole('slug')}/candidate/home\``,
    "'/mbale/cell/login/admin'",
    `\`${hole('base')}payment/return\``,
  ]
  expect(wrong.map(found)).toEqual([1, 1, 1])
  const right = ["import x from '../candidate/home'", `\`${hole('base')}api\``, "href(base, 'home')"]
  expect(right.map(found)).toEqual([0, 0, 0])
})

test('every address comes from href', () => {
  expect(files.length).toBeGreaterThan(500)
  expect(files.flatMap((file) => byHand(file, readFileSync(file, 'utf8')))).toEqual([])
})
