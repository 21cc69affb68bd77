import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { command } from '#server/features/seats/allotment/commands.ts'
import { candidate, round, seats } from '#tests/domain/allotment/engine/cases.ts'

const input = round(seats({ A: { GOPENS: 1 }, B: { LOPENS: 1 } }), [candidate('x', 2, 'AB'), candidate('y', 1, 'A')])
let folder: string
const at = (name: string) => path.join(folder, name)
const put = (name: string, value: unknown) =>
  writeFileSync(at(name), typeof value === 'string' ? value : JSON.stringify(value))
const result = () => JSON.parse(readFileSync(at('result.json'), 'utf8'))

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'pravesh-allotment-'))
  put('input.json', input)
})
afterEach(() => rmSync(folder, { recursive: true }))

const run = () => command('allot', ['--in', 'input.json', '--out', 'result.json'], folder)
const check = () => command('verify-allotment', ['--in', 'input.json', '--result', 'result.json'], folder)
const dossier = () => command('verify-allotment', ['.'], folder)

test('a file is allotted and its result verified, and later changes to it are named', () => {
  expect(run()).toEqual({ code: 0, lines: [`2 of 2 candidates have a seat: ${at('result.json')}`] })
  expect(check()).toEqual({ code: 0, lines: ['All promises hold'] })
  const changed = result()
  changed.allotments[0].stage = 'I'
  put('result.json', changed)
  expect(check()).toEqual({ code: 1, lines: ['BROKEN stage: $.allotments[0].stage must be II'] })
})

test('case 60: a truncated result is refused', () => {
  run()
  put('result.json', readFileSync(at('result.json'), 'utf8').slice(0, -20))
  const { code, lines } = check()
  expect(code).toBe(1)
  expect(lines[0]).toMatch(/^BROKEN format: \$ is not JSON/)
})

test('both commands refuse a bad input whole and write nothing', () => {
  put('input.json', { ...input, candidates: [input.candidates[0], input.candidates[0]] })
  const { code, lines } = run()
  expect(code).toBe(2)
  expect(lines[0]).toBe(`${at('input.json')}: $.candidates[1].id x is another candidate's`)
  expect(existsSync(at('result.json'))).toBe(false)
  put('result.json', {})
  expect(check().code).toBe(2)
  put('input.json', '{"format":')
  expect(run()).toMatchObject({ code: 2, lines: [expect.stringContaining('input.json: $ is not JSON')] })
  rmSync(at('input.json'))
  expect(run()).toMatchObject({ code: 2, lines: [expect.stringContaining('cannot be read')] })
})

test('an ambiguous file is refused', () => {
  const twice = (name: string, from: string, to: string) => put(name, readFileSync(at(name), 'utf8').replace(from, to))
  run()
  twice('result.json', '"id":"x"', '"id":"y","id":"x"')
  expect(check()).toEqual({ code: 1, lines: ['BROKEN format: $.allotments[0].id stands twice'] })
  twice('input.json', '"id":"y"', '"id":"z","id":"y"')
  expect(check()).toEqual({ code: 2, lines: [`${at('input.json')}: $.candidates[1].id stands twice`] })
  expect(run().code).toBe(2)
})

test('everything that the manifest of a dossier states is checked as well', () => {
  run()
  const hashOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(at(name)))
      .digest('hex')
  const manifest = {
    format: 'pravesh-dossier/1',
    rules: 'pravesh-allotment-rules/1',
    round: input.round,
    inputHash: result().inputHash,
    resultHash: hashOf('result.json'),
  }
  put('manifest.json', manifest)
  expect(dossier()).toEqual({ code: 0, lines: ['All promises hold'] })
  const otherwise: Record<string, unknown> = {
    format: 'pravesh-dossier/2',
    rules: 'pravesh-allotment-rules/2',
    round: input.round + 1,
    inputHash: hashOf('input.json'),
    resultHash: undefined,
    remark: 'more',
  }
  for (const [name, value] of Object.entries(otherwise)) {
    put('manifest.json', { ...manifest, [name]: value })
    expect(dossier(), name).toEqual({ code: 1, lines: [expect.stringMatching(`^BROKEN dossier: \\$\\.${name} `)] })
  }
  put('manifest.json', null)
  expect(dossier()).toMatchObject({ code: 1, lines: Object.keys(manifest).map(() => expect.any(String)) })
  rmSync(at('manifest.json'))
  expect(dossier().code).toBe(2)
})

test('a command without its files prints its usage', () => {
  expect(command('allot', ['--in', 'input.json'], folder)).toEqual({
    code: 2,
    lines: ['allot needs --in FILE and --out FILE'],
  })
  expect(command('verify-allotment', [], folder).code).toBe(2)
  expect(command('verify-allotment', ['--in', 'input.json', '--result'], folder).code).toBe(2)
})
