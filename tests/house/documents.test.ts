import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

/** The references in documents exist: files, folders, headings and npm commands. */
const documents = execFileSync('git', ['ls-files', '--', '*.md'], { encoding: 'utf8' }).split('\n').filter(existsSync)
const read = (file: string) => readFileSync(file, 'utf8')

/** The part of a path before its variable part: `server/i18n/locales/…`, `pages/parts/<feature>`. */
const fixedPart = (name: string) => name.replace(/[<*].*$/, '').replace(/\/$/, '')

/** Anchors as GitHub makes them from headings. */
const anchorsOf = (file: string) =>
  [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- ]/gu, '')
      .replaceAll(' ', '-'),
  )

describe.each(documents)('%s', (file) => {
  // A record of a decision keeps the names of its day.
  test.skipIf(/^docs\/decisions\/\d/.test(file))('names files and folders that exist', () => {
    const named = [...read(file).matchAll(/`((?:server|pages|db|docs|scripts|tests|migrations)\/[^`\s]*)`/g)]
    const lost = named.map(([, name]) => name!).filter((name) => !existsSync(fixedPart(name)))
    expect(lost).toEqual([])
  })

  test('links to documents, pictures and headings that exist', () => {
    const links = [...read(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!)
    const lost = links
      .filter((link) => !link.includes('://'))
      .filter((link) => {
        const [target = '', anchor] = link.split('#')
        const found = target === '' ? file : path.join(path.dirname(file), target)
        return !existsSync(found) || (anchor !== undefined && !anchorsOf(found).includes(anchor))
      })
    expect(lost).toEqual([])
  })

  test('names commands of package.json', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = [...read(file).matchAll(/(?:`|^|&& )npm (?:run )?([a-z:-]+)/gm)].map(([, name]) => name!)
    expect(named.filter((name) => !(name in scripts) && !['ci', 'install'].includes(name))).toEqual([])
  })
})

test('a picture for a document has at most 120 KB', () => {
  const pictures = execFileSync('git', ['ls-files', '--', 'docs/pictures'], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
  expect(pictures.length).toBeGreaterThan(0)
  expect(pictures.filter((picture) => statSync(picture).size > 120_000)).toEqual([])
})

test('the security review names tests and cases that are there', () => {
  const review = read('docs/asvs.md')
  const named = [...review.matchAll(/`((?:domain|documents|faults|features|house|http|kernel|tests)\/[\w./-]+)`/g)]
    .map(([, name]) => name!.replace(/^tests\//, ''))
    .filter((name) => !/^[\w-]+\/[\w-]+\.ts$/.test(name))
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((name) => !existsSync(`tests/${name}`))).toEqual([])
  const cases = [...review.matchAll(/\bcase ([\d, –]+)/g)].flatMap(([, list]) =>
    list!.split(',').flatMap((one) => one.match(/\d+/g) ?? []),
  )
  const known = [...read('tests/faults/README.md').matchAll(/^\| (\d+) \|/gm)].map(([, number]) => number)
  expect(cases.filter((number) => !known.includes(number))).toEqual([])
})
