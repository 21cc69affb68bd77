// `npm start`: the demo on a fresh clone. Installs and builds if needed, then serves (which migrates and seeds).
import { optionsOfScript } from './options.mjs'
import { build, install } from './setup.mjs'

optionsOfScript()
await install()
build()
process.env.MODE ??= 'demo'
process.env.NODE_ENV = 'production'
process.env.LOG_LEVEL ??= 'warn'
await import('../dist/server/main.js')
