// `npm start`: the demo on a fresh clone. Installs and builds if needed, then serves (which migrates and seeds).
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { optionsOfScript } from './options.mjs'
import { buildBeside, fail, install } from './setup.mjs'

optionsOfScript()
await install()
process.env.MODE ??= 'demo'
process.env.NODE_ENV = 'production'
process.env.LOG_LEVEL ??= 'warn'
const isNew = process.env.MODE === 'demo' && !existsSync(process.env.DATA_DIR ?? 'data')
await buildBeside(isNew && availableParallelism() > 1 ? seed : () => {})
await import('../dist/server/main.js')

/** Seeds a new demo, which needs the server's part of the build alone, in a thread. */
function seed() {
  return new Promise((resolve) => {
    new Worker('./dist/server/main.js', { argv: ['seed'] })
      .once('error', ({ message }) => fail(message))
      .once('exit', resolve)
  })
}
