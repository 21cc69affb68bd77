// `npm run check:changed`: types, lint and the tests that the changes since a commit touch; a minute where `npm test` takes a
// quarter of an hour. A change of package.json or of vitest's configuration touches every test. `-- --since REV`: since another commit than HEAD.
import { spawnSync } from 'node:child_process'
import { optionsOfScript } from './options.mjs'
import { install, run } from './setup.mjs'

const { values } = optionsOfScript({ since: { type: 'string' } })
await install()
const since = values.since ?? 'HEAD'
const lines = (...args) => spawnSync('git', args, { encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
const changed = [
  ...lines('diff', '--name-only', '--diff-filter=d', since),
  ...lines('ls-files', '--others', '--exclude-standard'),
]
const npx = (...args) => run('npx', ['--no-install', ...args])
const checked = changed.filter((file) => /\.(tsx?|mjs|json|css)$/.test(file))
const isSound =
  // What was found last time is kept, so that only what changed is checked again.
  npx('tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo') &&
  (checked.length === 0 || npx('biome', 'check', '--error-on-warnings', '--no-errors-on-unmatched', ...checked)) &&
  // These read every file, so no import leads to them.
  npx('vitest', 'run', '--config', 'tests/vitest.config.ts', 'tests/house/sentences', 'tests/house/documents') &&
  npx('vitest', 'run', '--config', 'tests/vitest.config.ts', '--changed', since, '--passWithNoTests')
process.exitCode = isSound ? 0 : 1
