// `npm run mutants -- --seed 1 --count 100`: makes small changes in the rules at random, one at a time, and says which of
// them the tests of the rules do not notice. `--file merit/ranking` keeps to files with these words in their name.
import { randomInt } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createVitest } from 'vitest/node'
import { chosen, mutantsOf, withMutants } from './mutants/changes.mjs'
import { optionsOfScript } from './options.mjs'
import { fail, root } from './setup.mjs'

const string = { type: 'string' }
const options = optionsOfScript({ seed: string, count: string, file: string }).values
const seed = Number(options.seed ?? randomInt(1_000_000))
const count = Number(options.count ?? 100)
if (![seed, count].every(Number.isInteger)) fail('--seed and --count are whole numbers')
const files = globSync('server/domain/**/*.ts', { cwd: root }).filter((file) => file.includes(options.file ?? ''))
const all = files.sort().flatMap((file) => mutantsOf(file, readFileSync(path.join(root, file), 'utf8'), seed))
const mutants = chosen(all, count, seed)
console.log(`seed ${seed}: ${mutants.length} of ${all.length} small changes in ${files.length} files`)

const inserted = {
  name: 'mutants',
  enforce: 'pre',
  transform(code, id) {
    const own = mutants.filter(({ file }) => path.join(root, file) === id)
    return own.length ? { code: withMutants(code, own), map: null } : null
  },
}

/** Vitest with the mutants built in. None acts until it is named. */
const vitestWith = (isolate) =>
  createVitest(
    'test',
    {
      config: false,
      root,
      include: ['tests/domain/**/*.test.ts'],
      // It opens a database.
      exclude: ['tests/domain/application/states.test.ts'],
      setupFiles: ['tests/support/setup.ts', 'tests/support/mutants.ts'],
      isolate,
      watch: false,
      maxWorkers: 1,
      testTimeout: 30_000,
      reporters: [{}],
      bail: isolate ? 0 : 1,
    },
    { plugins: [inserted], server: { watch: null } },
  )

/** For each mutant, the test files that reach it. */
async function reached() {
  const vitest = await vitestWith(true)
  vitest.provide('mutant', -1)
  const { testModules, unhandledErrors } = await vitest.start()
  const failed = testModules.filter((module) => !module.ok()).map(({ moduleId }) => path.relative(root, moduleId))
  if (failed.length || unhandledErrors.length)
    fail(['The tests of the rules fail without any change:', ...failed, ...unhandledErrors].join('\n'))
  const tests = mutants.map(() => [])
  for (const module of testModules) for (const place of module.meta().reached ?? []) tests[place].push(module.moduleId)
  await vitest.close()
  return tests
}

const tests = await reached()
const vitest = await vitestWith(false)
const survivors = []
for (const [place, mutant] of mutants.entries()) {
  if (tests[place].length) {
    vitest.provide('mutant', place)
    const project = vitest.getRootProject()
    const specifications = tests[place].map((file) => project.createSpecification(file))
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
    if (unhandledErrors.length || testModules.some((module) => !module.ok())) continue
  }
  survivors.push(mutant)
  const why = tests[place].length ? '' : ' (no test reaches it)'
  console.log(`${mutant.file}:${mutant.line}  ${mutant.before}  →  ${mutant.after}${why}`)
}
await vitest.close()
const noticed = mutants.length - survivors.length
console.log(`${noticed} of ${mutants.length} noticed: ${((100 * noticed) / mutants.length).toFixed(1)} %`)
process.exit(0)
