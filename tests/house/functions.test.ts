import { expect, test } from 'vitest'
import { functionsIn, functionsOf, longest } from './functions'

const house = functionsOf(['server', 'pages', 'db', 'scripts'])

test('a function above 60 lines of its own has a reason directly above it', () => {
  expect(house.length).toBeGreaterThan(1000)
  const long = house.flatMap(({ file, functions }) =>
    functions.filter(({ own }) => own > longest).map((one) => ({ ...one, file })),
  )
  expect(
    long.filter(({ reason }) => !reason).map(({ file, line, name, own }) => `${file}:${line} ${name}: ${own}`),
  ).toEqual([])
})

test('no function that is short has such a reason', () => {
  // A parameter may have a short function of its own, on the line of the long one.
  const stale = house.flatMap(({ file, functions }) =>
    functions
      .filter(({ reason, line }) => reason && !functions.some((one) => one.line === line && one.own > longest))
      .map(({ name }) => `${file} ${name}`),
  )
  expect(stale).toEqual([])
})

const lines = (count: number, line = '  x()') => Array.from({ length: count }, () => line).join('\n')
const measured = (text: string) =>
  functionsIn('a.tsx', text).map(({ name, line, own, reason }) => [name, line, own, reason])

test.each([
  ['a declaration', `function a() {\n${lines(59)}\n}`, [['a', 1, 61, null]]],
  ['an arrow', `export const a = async () => {\n${lines(2)}\n}`, [['a', 1, 4, null]]],
  ['a member', `const o = {\n  async *run() {\n${lines(2)}\n  },\n}`, [['run', 2, 4, null]]],
  ['a method of a class', `class A {\n  constructor() {\n${lines(1)}\n  }\n}`, [['constructor', 2, 3, null]]],
  ['markup', `const A = ({ x }: { x: number }) => (\n  <p>\n    {x}\n  </p>\n)`, [['A', 1, 5, null]]],
  [
    'a function inside takes its lines away, and what it holds only once',
    `function a() {\n  const b = () => {\n    const c = () => {\n${lines(5)}\n    }\n  }\n}`,
    [
      ['c', 3, 7, null],
      ['b', 2, 2, null],
      ['a', 1, 2, null],
    ],
  ],
  [
    'one within a line takes nothing away',
    `function a() {\n  return [1].map((n) => n)\n}`,
    [
      ['(no name)', 2, 1, null],
      ['a', 1, 3, null],
    ],
  ],
  [
    'a reason',
    `/**\n * A table.\n * Long: it has a line for each.\n */\nfunction a() {}`,
    [['a', 5, 1, 'it has a line for each.']],
  ],
  [
    'a reason alone',
    `/** Long: it has a line for each. */\nconst a = () => {}`,
    [['a', 2, 1, 'it has a line for each.']],
  ],
  ['a reason that says nothing', `// Long: .\nfunction a() {}`, [['a', 2, 1, null]]],
  ['a reason further up', `// Long: it has a line for each.\n\nfunction a() {}`, [['a', 3, 1, null]]],
  ['a word of another meaning', `// Not Long: so it is.\nfunction a() {}`, [['a', 2, 1, null]]],
])('the lines and the reason of %s', (_, text, expected) => {
  expect(measured(text)).toEqual(expected)
})
