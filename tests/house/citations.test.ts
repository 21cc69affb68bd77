import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * Comments, tests and documents cite the rulebook as `rules §8.4` and the attacks as `case 38`. Each citation must
 * exist:
 * as a heading of docs/rules.md, or as a line of tests/faults/README.md.
 */
const casesFile = 'tests/faults/README.md'
const headings = new Set(
  [...readFileSync('docs/rules.md', 'utf8').matchAll(/^#{2,3} (\d+(?:\.\d+)?) /gm)].map(([, number]) => number!),
)
const cases = new Set(
  [...readFileSync(casesFile, 'utf8').matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number)),
)

/** Every source and document under version control, with comments of several lines joined to one. */
const sources = execFileSync('git', ['ls-files', '--', '*.ts', '*.tsx', '*.mjs', '*.css', '*.md'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(file) && path.resolve(file) !== import.meta.filename)
  .map((file) => ({ file, text: readFileSync(file, 'utf8').replace(/\n\s*(?:\*|\/\/) ?/g, ' ') }))
const isDocument = (file: string) => file.endsWith('.md')

const chain = /\brules §\d+(?:\.\d+)?(?:(?:,| and|, and| to|;) §\d+(?:\.\d+)?)*/gi
const sectionsIn = (text: string) => [...text.matchAll(/§(\d+(?:\.\d+)?)/g)].map(([, number]) => number!)

/** The numbers after "case" or "cases", except labels of a `switch`. */
const casesIn = (text: string) =>
  [
    ...text.replace(/^\s*case \d+:.*$/gm, '').matchAll(/\bcases? \d+(?:(?:, and|,| and) (?:case )?\d+)*(?!\d| of)/gi),
  ].flatMap(([citation]) => [...citation.matchAll(/\d+/g)].map(([number]) => Number(number)))

const tests = sources
  .filter(({ file }) => /^tests\/.*\.(test|spec)\.tsx?$/.test(file))
  .map(({ file, text }) => ({ file, named: new Set(casesIn(text)) }))

describe('citations', () => {
  test('of rules name a section of docs/rules.md', () => {
    const lost = sources.flatMap(({ file, text }) => {
      // Documents may omit the word "rules", because they use the sign for nothing else.
      const cited = isDocument(file) ? [text] : [...text.matchAll(chain)].map(([citation]) => citation)
      return cited.flatMap(sectionsIn).flatMap((section) => (headings.has(section) ? [] : [`${file}: §${section}`]))
    })
    expect(lost).toEqual([])
  })

  test('of a section name its document: rules §8.4', () => {
    const bare = sources
      .filter(({ file }) => !isDocument(file))
      .flatMap(({ file, text }) =>
        [...text.replace(chain, '').matchAll(/.{0,40}§\d.{0,10}/g)].map(([around]) => `${file}: ${around}`),
      )
    expect(bare).toEqual([])
  })

  test('of cases name one of tests/faults/README.md', () => {
    const lost = sources
      .filter(({ file }) => !isDocument(file) || file.startsWith('docs/'))
      .flatMap(({ file, text }) =>
        casesIn(text).flatMap((number) => (cases.has(number) ? [] : [`${file}: case ${number}`])),
      )
    expect(lost).toEqual([])
  })

  test('name nothing outside the repository', () => {
    const outside =
      /decisions §|\bthe specification\b|specification \(?§|\b(?:api|demo|allotment|decisions|attacks-and-faults)\.md\b|\battack \d/i
    const found = sources.flatMap(({ file, text }) => {
      const match = outside.exec(text)
      return match ? [`${file}: ${match[0]}`] : []
    })
    expect(found).toEqual([])
  })
})

describe('the list of cases', () => {
  test('is numbered from 1 without a gap', () => {
    expect([...cases]).toEqual(Array.from(cases, (_, index) => index + 1))
    expect(cases.size).toBeGreaterThan(0)
  })

  test('names, beside each case, the tests that cite it (CASES=new writes them there)', () => {
    const naming = (number: number) =>
      tests
        .filter(({ named }) => named.has(number))
        .map(({ file }) => `\`${file.replace(/^tests\//, '')}\``)
        .sort()
        .join(' ')
    const list = readFileSync(casesFile, 'utf8')
    const wanted = list.replace(
      /^(\| (\d+) \|.*\|) [^|]* \|$/gm,
      (_, line: string, number: string) => `${line} ${naming(Number(number)) || 'not yet'} |`,
    )
    if (process.env.CASES === 'new') writeFileSync(casesFile, wanted)
    else expect(list).toBe(wanted)
  })
})
