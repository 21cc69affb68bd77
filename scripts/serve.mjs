// `npm run serve`: the built server, configured by its environment. Also `migrate`, `seed`, `demo`, `staff`,
// `verify-audit`, `doctor`, `reseal`, `backup`, `archive` and `restore`, the built server's other commands.
import { existsSync } from 'node:fs'
import { continueUnderTestedNode, fail } from './setup.mjs'

await continueUnderTestedNode()
if (!existsSync('dist/server/main.js')) fail('There is no build: run npm ci and npm run build first')
if (['seed', 'demo'].includes(process.argv[2] ?? '')) process.env.MODE ??= 'demo'
process.env.NODE_ENV = 'production'
await import('../dist/server/main.js')
