import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { readOptions } from '#scripts/options.mjs'
import { command } from '#server/commands/command.ts'
import { Misconfigured } from '#server/process/misconfigured.ts'

const text = { type: 'string' } as const
const options = { course: text, to: text, set: { ...text, multiple: true }, all: { type: 'boolean' } } as const
const read = (...args: string[]) => readOptions(args, options, 1)

test('options are read with a space or an equals sign, also a value that begins with dashes', () => {
  expect(read('--course', 'mbale', '--to=--odd', '--set', 'a.b=1', '--set=c.d=--2', '--all', 'word')).toEqual({
    values: { course: 'mbale', to: '--odd', set: ['a.b=1', 'c.d=--2'], all: true },
    words: ['word'],
  })
  expect(read()).toEqual({ values: {}, words: [] })
})

test.each([
  [['--cuorse', 'mbale'], '--cuorse is not known: did you mean --course? The options are --course, --to, --set, --all'],
  [['--cours=mbale'], '--cours is not known: did you mean --course?'],
  [['--Course', 'mbale'], '--Course is not known: did you mean --course?'],
  [['--verbose'], '--verbose is not known: the options are --course'],
  [['-c', 'mbale'], '-c is not known'],
  [['--course'], '--course has no value'],
  [['--course='], '--course has no value'],
  [['--course', '--to', 'x'], '--course has no value: write --course=--to if that is one'],
  [['--to', '-5'], '--to has no value: write --to=-5 if that is one'],
  [['--course', 'mbale', '--course', 'scd'], '--course is there twice'],
  [['--all=yes'], '--all takes no value'],
  [['one', 'two'], '"two" is one word too many'],
  [['--', 'one', '--course'], '"--course" is one word too many'],
])('%j: %s', (args, fault) => {
  const found = read(...args)
  expect('fault' in found && found.fault).toMatch(new RegExp(`^${fault.replace(/[.?"-]/g, '\\$&')}`))
  expect('fault' in found && found.fault).not.toContain('\n')
})

test.each([
  ['build.mjs', '--watch', '--watch is not known: there are no options'],
  ['start.mjs', 'demo', '"demo" is one word too many: there are no options'],
  ['docs-commands.mjs', '--lst', '--lst is not known: did you mean --list?'],
  ['faults.mjs', 'one two', '"two" is one word too many'],
  ['bench.mjs', 'surge --secnds 5', '--secnds is not known: did you mean --seconds?'],
  ['test.mjs', '--al', '--al is not known: did you mean --all?'],
  ['migration.mjs', '--inital', '--inital is not known: did you mean --initial?'],
  ['deb.mjs', '--out', '--out has no value'],
  ['standby-drill.mjs', '--secnds 5', '--secnds is not known: did you mean --seconds?'],
])('%s %s ends at once with one line', (script, words, line) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${script}`, ...words.split(' ')], {
    encoding: 'utf8',
    timeout: 30_000,
  })
  expect([status, stdout, stderr.trim().split('\n')]).toEqual([1, '', [expect.stringContaining(line)]])
})

test('a single option is offered as one', () => {
  for (const [word, line] of [
    ['--corse', '--corse is not known: did you mean --course? The only option is --course'],
    ['--x', '--x is not known: the only option is --course'],
  ] as const)
    expect(readOptions([word], { course: text })).toEqual({ fault: line })
})

test.each([
  ['build.mjs', 'takes no options'],
  ['test.mjs', 'takes the option --all'],
  ['check-changed.mjs', 'takes the option --since VALUE'],
  ['deb.mjs', 'takes the options --version VALUE, --out VALUE'],
  ['faults.mjs', 'takes no options, and one word more'],
  ['bench.mjs', 'one word more'],
  ['verify-allotment.mjs', 'takes the options --in VALUE, --result VALUE, and one word more'],
])('%s --help says in one line what it takes, and does nothing', (script, line) => {
  for (const help of ['--help', '-h']) {
    const asked = spawnSync(process.execPath, [`scripts/${script}`, help], { encoding: 'utf8', timeout: 30_000 })
    expect([asked.status, asked.stderr, asked.stdout.trim().split('\n')]).toEqual([
      0,
      '',
      [expect.stringContaining(line)],
    ])
  }
})

test('a command of the server says what it takes, also beside other words, and does nothing', async () => {
  const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const work = vi.fn(async () => {})
  await command({ course: text, set: { ...text, multiple: true } }, work)('nightly', ['--corse', '--help'])
  const lines = said.mock.calls.map(([line]) => line)
  said.mockRestore()
  expect(lines).toEqual(['nightly takes the options --course VALUE, --set VALUE (several times)\n'])
  expect(work).not.toHaveBeenCalled()
})

test('every file of a command is in the table of the server', () => {
  const table = readFileSync('server/main.ts', 'utf8')
  const aids = ['command.ts', 'past-portal.ts', 'portals.ts']
  const commands = readdirSync('server/commands').filter((file) => !aids.includes(file))
  expect(commands.length).toBeGreaterThan(10)
  for (const file of commands) {
    const names = [...readFileSync(`server/commands/${file}`, 'utf8').matchAll(/^export const (\w+) = command\(/gm)]
    expect(names.length, file).toBeGreaterThan(0)
    for (const [, name] of names) expect(table, file).toMatch(new RegExp(`^  ('[\\w-]+': )?${name},$`, 'm'))
  }
})

test('a command of the server takes its own options and refuses all others, before it does anything', async () => {
  const done: unknown[] = []
  const nightly = command({ course: text, set: { ...text, multiple: true } }, async (given) => void done.push(given))
  await nightly('nightly', ['--course', 'mbale', '--set=a=1', '--set', 'b=2'])
  expect(done).toEqual([{ course: 'mbale', set: ['a=1', 'b=2'] }])
  for (const words of [['--corse', 'mbale'], ['--course'], ['mbale'], ['--set=']])
    await expect(nightly('nightly', words)).rejects.toThrow(/^nightly: /)
  await expect(nightly('nightly', ['--to', 'x'])).rejects.toBeInstanceOf(Misconfigured)
  // An option that the command does not take cannot be read: `given` has no such member.
  await command({}, async (given) => void done.push(Object.keys(given)))('bare', [])
  expect(done.at(-1)).toEqual([])
})

test('no script or command looks for options by hand', () => {
  const { stdout } = spawnSync(
    'grep',
    ['-rlE', '--exclude-dir=dist', 'argv\\.(indexOf|includes)|parseArgs', 'scripts', 'server'],
    { encoding: 'utf8' },
  )
  expect(stdout.trim().split('\n')).toEqual(['scripts/options.mjs'])
})
