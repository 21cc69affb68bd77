import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkInput } from '#server/domain/allotment/check.ts'
import { manifestOf } from '#server/domain/allotment-dossier/dossier.ts'
import { canonicalPieces } from '#server/domain/allotment-verifier/canonical.ts'
import type { AllotmentInput, AllotmentResult } from '#server/domain/terms/allotment-format.ts'
import { allot } from '#server/features/seats/allotment/allot.ts'
import { verify } from '#server/features/seats/allotment/verify.ts'
import { verifyOutside } from '#server/features/seats/allotment/verify-outside.ts'
import { candidate, round, seats } from '#tests/domain/allotment/engine/cases.ts'
import { anyRound, crossedRound } from '#tests/domain/allotment/engine/cohorts.ts'
import { openPortal } from '#tests/support/portal.ts'

/** `verify.py`, run by a real Python. */

let folder: string
const at = (name: string) => path.join(folder, name)
const put = (name: string, value: unknown) =>
  writeFileSync(at(name), typeof value === 'string' || Buffer.isBuffer(value) ? value : JSON.stringify(value))
const python = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync('python3', ['-I', ...words], { cwd: folder, encoding: 'utf8' })
  expect(stderr).toBe('')
  return { code: status, said: stdout }
}
const check = (...files: string[]) => python('verify.py', ...files)

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'verify-py-'))
  put('verify.py', verifyOutside.program)
  // Many rounds in one process: a list of [input, result], one a line; it answers with the differences of each.
  put(
    'many.py',
    `import json, sys
sys.path.insert(0, ".")
import verify
for line in open("rounds.jsonl", encoding="utf-8"):
    given, stated = json.loads(line)
    verify.check_input("input", given)
    print(json.dumps(list(verify.differences("result", given, stated))))
`,
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The differences that it finds in each round. */
function differences(rounds: readonly (readonly [AllotmentInput, AllotmentResult])[]): string[][] {
  put('rounds.jsonl', rounds.map((one) => JSON.stringify(one)).join('\n'))
  const { code, said } = python('many.py')
  expect(code, said).toBe(0)
  return said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

test('it is one file of at most 300 lines, of the standard library alone', () => {
  expect(verifyOutside.program.trimEnd().split('\n').length).toBeLessThanOrEqual(300)
  expect([...verifyOutside.program.matchAll(/^\s*(?:import|from) .*/gm)].map(([line]) => line)).toEqual([
    'import hashlib, json, os, sys',
  ])
})

test('it gives the same result as the engine, in rounds of every kind', () => {
  const drawn = [
    ...fc.sample(anyRound, { numRuns: 700, seed: 31 }),
    ...fc.sample(crossedRound, { numRuns: 100, seed: 32 }),
  ]
  const found = differences(drawn.map((input) => [input, allot(input)]))
  expect(found).toHaveLength(800)
  expect(found.filter((lines) => lines.length > 0)).toEqual([])
})

test('it refuses every forged result that the verifier of the portal refuses', () => {
  const forged = fc
    .sample(fc.tuple(anyRound, fc.nat(), fc.nat()), { numRuns: 700, seed: 33 })
    .flatMap(([input, which, how]): [AllotmentInput, AllotmentResult][] => {
      const result = structuredClone(allot(input))
      const { allotments, conversions, vacancies, closing } = result
      const one = allotments[which % Math.max(1, allotments.length)]
      const changes: (() => void)[] = [
        () => void allotments.splice(which % allotments.length, 1),
        () => void Object.assign(one!, { seatType: one!.seatType === 'GOPENS' ? 'LOPENS' : 'GOPENS' }),
        () => void Object.assign(one!, { preference: (one!.preference ?? 0) + 1 }),
        () => void Object.assign(one!, { retained: !one!.retained }),
        () => void Object.assign(one!, { stage: one!.stage === 'I' ? 'II' : 'I' }),
        () => void vacancies.pop(),
        () => void closing.pop(),
        () => void Object.assign(result, { inputHash: createHash('sha256').update(String(which)).digest('hex') }),
        () => void conversions.push({ choiceCode: one!.choiceCode, from: 'LOPENS', to: 'GOPENS', count: 1 }),
        () => void vacancies.unshift({ choiceCode: input.seats[0]!.choiceCode, seatType: 'ALL', count: 1 }),
      ]
      if (!one) return []
      changes[how % changes.length]!()
      return verify(input, result).length > 0 ? [[input, result]] : []
    })
  expect(forged.length).toBeGreaterThan(450)
  const found = differences(forged)
  expect(found.filter((lines) => lines.length === 0)).toEqual([])
})

/** Some candidates of a round without a seat of their own have released themselves. */
const withReleased = (input: AllotmentInput): AllotmentInput => ({
  ...input,
  candidates: input.candidates.map((one, place) =>
    place % 3 === 0 && !one.holds ? { ...one, options: [], released: true as const } : one,
  ),
})

test('who released themselves has no seat, and everybody else the seat of a round without them', () => {
  const drawn = fc.sample(anyRound, { numRuns: 200, seed: 34 }).map(withReleased)
  expect(drawn.filter(({ candidates }) => candidates.some(({ released }) => released)).length).toBeGreaterThan(90)
  for (const given of drawn) {
    const others = { ...given, candidates: given.candidates.filter(({ released }) => !released) }
    const { inputHash: _, ...result } = allot(given)
    const { inputHash: __, ...without } = allot(others)
    expect(result).toEqual(without)
    expect(verify(given, allot(given))).toEqual([])
  }
  expect(differences(drawn.map((given) => [given, allot(given)])).filter((lines) => lines.length > 0)).toEqual([])
})

test('a seat for somebody who released themselves is refused, and so is a release of somebody with choices or a seat', () => {
  const given = round(seats({ A: { GOPENS: 1 } }), [candidate('x', 1, '', { released: true }), candidate('y', 2, '')])
  const result = allot(given)
  const seat = {
    choiceCode: given.seats[0]!.choiceCode,
    seatType: 'GOPENS',
    preference: 1,
    stage: 'I',
    retained: false,
  } as const
  const forged = { ...result, allotments: [{ id: 'x', ...seat }], vacancies: [] }
  expect(verify(given, forged).length).toBeGreaterThan(0)
  put('input.json', given)
  put('result.json', forged)
  expect(check('input.json', 'result.json').code).toBe(1)
  for (const one of [
    candidate('x', 1, 'A', { released: true }),
    candidate('x', 1, '', { released: true, holds: { choiceCode: seat.choiceCode, seatType: 'GOPENS' } }),
    { ...candidate('x', 1, ''), released: false },
    { ...candidate('x', 1, ''), released: 'yes' },
  ]) {
    const wrong = round(given.seats as never, [one as never])
    expect(checkInput(wrong)).toMatchObject({ isSound: false, faults: [{ path: '$.candidates[0].released' }] })
    put('input.json', wrong)
    expect(check('input.json', 'result.json').code).toBe(2)
  }
})

const input = round(seats({ A: { GOPENS: 1 }, B: { LOPENS: 1 } }), [
  candidate('x', 2, 'AB'),
  candidate('y', 1, 'A'),
  // Sorted by UTF-16 code units, a sign beyond the first plane comes before ﬀ; control signs are escaped in lower case.
  candidate('ﬀ', 3, 'A', { minority: ['Jain', '\u001f"\\'] }),
  candidate('😀', 4, 'A'),
])

test('a dossier is checked with its manifest', () => {
  const result = `${JSON.stringify(allot(input))}\n`
  put('input.json', input)
  put('result.json', result)
  const manifest = manifestOf(1, allot(input).inputHash, createHash('sha256').update(result).digest('hex'))
  put('manifest.json', manifest)
  expect(check('.')).toMatchObject({
    code: 0,
    said: expect.stringMatching(/\nEverything holds: round 1, 4 candidates, /),
  })
  expect(check('input.json', 'result.json').code).toBe(0)
  for (const wrong of [{ round: 2 }, { round: true }, { rules: 'other' }, { resultHash: '0' }, { more: 1 }]) {
    put('manifest.json', { ...manifest, ...wrong })
    expect(check('.')).toMatchObject({ code: 1, said: expect.stringContaining('The manifest must state exactly') })
  }
})

test('it prints the hashes of what it has read, and says if the input is not the file that the result was made from', () => {
  const result = JSON.stringify(allot(input))
  const canonical = [...canonicalPieces(input)].join('')
  put('input.json', canonical)
  put('result.json', result)
  const { code, said } = check('input.json', 'result.json')
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  expect(said.split('\n').slice(0, 2)).toEqual([
    `SHA-256 of input.json: ${allot(input).inputHash}`,
    `SHA-256 of result.json: ${hash(result)}`,
  ])
  expect([code, said]).toEqual([
    0,
    expect.stringContaining('Compare both with the entry of this round in the public log'),
  ])
  expect(said).not.toContain('byte for byte')
  put('input.json', `${canonical}\n`)
  const copied = check('input.json', 'result.json')
  expect(copied).toEqual({ code: 0, said: expect.stringContaining('input.json is not byte for byte the file') })
  expect(copied.said).toContain(`SHA-256 of input.json: ${hash(`${canonical}\n`)}`)
})

test('a file that is cut off, ambiguous or hostile ends it with the place and the fault, and no more', () => {
  put('result.json', allot(input))
  const whole = JSON.stringify(input)
  const changed = (change: (copy: AllotmentInput) => unknown) => {
    const copy = structuredClone(input)
    change(copy)
    return copy
  }
  const cases: [given: unknown, says: RegExp][] = [
    ['<!doctype html>', /is a web page: save the file itself/],
    ['', /is not JSON, or was cut off/],
    [whole.slice(0, -40), /is not JSON, or was cut off/],
    [`\uFEFF${whole}`, /is not JSON, or was cut off: Unexpected UTF-8 BOM/],
    [Buffer.from(whole, 'utf16le'), /holds bytes 00: it is no JSON in UTF-8/],
    [Buffer.from(`\uFEFF${whole}`, 'utf16le'), /holds bytes 00/],
    [Buffer.concat([Buffer.from(whole.slice(0, -40)), Buffer.alloc(4096)]), /was not written to its end/],
    [Buffer.from('{"format":"\u00e9"}', 'latin1'), /can't decode byte 0xe9/],
    [whole.replace('"id":"x"', '"id":"y","id":"x"'), /a name stands twice/],
    [whole.replace('"round":1', '"round":NaN'), /is not JSON/],
    [whole.replace('"round":1', '"round":-Infinity'), /is not JSON/],
    [whole.replace('"round":1', `"round":${'9'.repeat(10_000_000)}`), /round cannot be Infinity/],
    [whole.replace('"round":1', `"round":0.${'1'.repeat(10_000_000)}`), /round cannot be 0\.1/],
    [whole.replace('"round":1', '"round":9007199254740993'), /round cannot be 9/],
    [whole.replace('"round":1', `"round":${'9'.repeat(10_000)}`), /is not JSON, or was cut off|round cannot be/],
    [whole.replace('"round":1', '"round":1e400'), /round cannot be/],
    ['['.repeat(300_000), /is nested too deeply/],
    [
      whole.replace('"round":1', `"round":${'['.repeat(990)}${']'.repeat(990)}`),
      /round cannot be|is nested too deeply/,
    ],
    ['{"a":'.repeat(300_000), /is nested too deeply/],
    [`[${'0,'.repeat(20_000_001)}0]`, /holds more values than any round/],
    [[], /must be an object/],
    [{ ...input, '\u001b[2J': 1 }, /"\\u001b\[2J" is not of the format/],
    [changed((copy) => Object.assign(copy.seats[0]!, { seatType: 'SBC' })), /seats\[0\]\.seatType cannot be "SBC"/],
    [changed((copy) => Object.assign(copy.seats[0]!, { count: -1 })), /seats\[0\]\.count cannot be -1/],
    [changed((copy) => Object.assign(copy.seats[0]!, { count: 9_000_000 })), /are more than 5000000 together/],
    [{ ...input, seats: [...input.seats, input.seats[0]] }, /repeats/],
    [
      { ...input, candidates: [...input.candidates, input.candidates[0]] },
      /candidates\[4\]\.id is another candidate's/,
    ],
    [changed((copy) => Object.assign(copy.candidates[0]!, { stateMerit: 1 })), /stateMerit is another candidate's/],
    [changed((copy) => Object.assign(copy.candidates[0]!, { options: ['000000000'] })), /not in the matrix/],
    [changed((copy) => Object.assign(copy, { stages: ['II', 'I'] })), /must begin with I/],
    [changed((copy) => Object.assign(copy, { stages: [{}] })), /must begin with I/],
  ]
  for (const [given, says] of cases) {
    put('input.json', given)
    const { code, said } = check('input.json', 'result.json')
    expect({ code, said }).toEqual({ code: 2, said: expect.stringMatching(/^NOTHING WAS CHECKED: /) })
    expect(said).toMatch(says)
    expect(said.trim().split('\n')).toHaveLength(1)
  }
  put('input.json', input)
  put('result.json', '{"format":"pravesh-allotment-result/1"')
  expect(check('.')).toMatchObject({
    code: 2,
    said: expect.stringMatching(/^NOTHING WAS CHECKED: \S*result\.json is not JSON, or was cut off: /),
  })
  for (const name of ['.', '/dev/zero', '\u00e9'])
    expect(check(name, 'result.json')).toMatchObject({
      code: 2,
      said: expect.stringMatching(/there is no such file|it is no file/),
    })
  expect(check('nothing.json', 'result.json')).toMatchObject({
    code: 2,
    said: expect.stringContaining('cannot be read'),
  })
  expect(check('a', 'b', 'c', 'd').code).toBe(2)
  // Some sixty programs are started one after the other.
}, 180_000)

test('a file as large as a disk, and one of endless lines, end it at once and in little memory', () => {
  const within = (kilobytes: number, ...files: string[]) => {
    const words = ['-c', `ulimit -v ${kilobytes}; exec python3 -I verify.py ${files.join(' ')}`]
    const begun = performance.now()
    const { status, stdout, stderr } = spawnSync('bash', words, { cwd: folder, encoding: 'utf8' })
    expect([status, stderr, performance.now() - begun < 30_000]).toEqual([2, '', true])
    return stdout
  }
  put('result.json', allot(input))
  put('input.json', '')
  truncateSync(at('input.json'), 2 ** 41)
  expect(within(200_000, 'input.json', 'result.json')).toMatch(/is larger than 128 MiB, and no round is/)
  truncateSync(at('input.json'), 2 ** 26)
  expect(within(200_000, 'input.json', 'result.json')).toMatch(/holds bytes 00/)
  // One that would need more memory than there is says so as well.
  put('input.json', `[${'[],'.repeat(9_000_000)}[]]`)
  expect(within(300_000, 'input.json', 'result.json')).toMatch(/too large for this computer/)
})

test('a round that takes more matchings than any round is left at that, and nobody to read it is no fault of the round', () => {
  const person = { gender: 'M', category: 'OPEN', type: 'A', ews: false, pwd: false, defence: false, orphan: false }
  const codes = Array.from({ length: 321 }, (_, n) => String(100_000_000 + n))
  // Each holds a seat that the next one wants, and only one of them moves in a matching.
  const chain = {
    format: 'pravesh-allotment/1',
    round: 2,
    stages: ['I'],
    seats: codes.map((choiceCode, n) => ({ choiceCode, minority: null, seatType: 'GOPENS', count: n === 0 ? 1 : 0 })),
    candidates: codes.slice(1).map((choiceCode, n) => ({
      ...person,
      id: `c${n}`,
      minority: [],
      tfws: false,
      stateMerit: n + 1,
      allIndiaMerit: n + 1,
      holds: { choiceCode, seatType: 'ALL', originalType: 'GOPENS' },
      options: [codes[n]],
    })),
  }
  put('chain.json', chain)
  const program = `import json, verify; verify.MOST_STEPS = int(__import__('sys').argv[1]); verify.allot(json.load(open('chain.json'))); print('done')`
  const run = (steps: number) => spawnSync('python3', ['-c', program, String(steps)], { cwd: folder, encoding: 'utf8' })
  expect(run(30_000_000).stdout).toBe('done\n')
  expect(run(0).stderr).toMatch(/MemoryError/)
  put('input.json', input)
  put('result.json', allot(input))
  for (const to of ['>&-', '>/dev/full']) {
    const words = ['-c', `python3 -I verify.py input.json result.json ${to}`]
    const { status, stderr } = spawnSync('bash', words, { cwd: folder, encoding: 'utf8' })
    expect([to, stderr]).toEqual([to, ''])
    expect(status).toBe(to === '>&-' ? 0 : 2)
  }
})

test('of a flood of differences it tells the first ones and how many there are', () => {
  const result = allot(input)
  const vacancies = Array.from({ length: 5000 }, (_, n) => ({
    choiceCode: String(900_000_000 + n),
    seatType: 'GOPENS',
    count: 1,
  }))
  put('input.json', input)
  put('result.json', { ...result, vacancies })
  const { code, said } = check('input.json', 'result.json')
  expect([code, said.trim().split('\n').length]).toEqual([1, 55])
  expect(said).toMatch(/NOT the one that the rules give: 500\d differences\.\n$/)
})

test('everybody may load it and the rules from which it was written', async () => {
  const portal = await openPortal()
  const program = await portal.ask('GET', `${portal.base}verify.py`)
  expect(program).toMatchObject({ status: 200, text: verifyOutside.program })
  expect(program.headers['content-type']).toBe('text/x-python; charset=utf-8')
  const format = await portal.ask('GET', `${portal.base}allotment-format.md`)
  expect(format.text).toMatch(/^## 14 The allotment, exactly\n/)
  expect(format.text).toContain('### 14.9 The hash of an input')
  expect(format.text).not.toContain('## 15')
  expect(format.text).toBe(readFileSync('docs/rules.md', 'utf8').match(/\n(## 14 [\s\S]*?\n)\n## 15 /)![1])
})
