// `npm run verify-audit`: checks the chain of every audit log, reading only; with `-- --course mbale --head LINE:HASH`
// also checks a noted end.
import { continueUnderTestedNode } from './setup.mjs'

await continueUnderTestedNode()
process.env.MODE ??= 'demo'
process.argv.splice(2, 0, 'verify-audit')
await import('./serve.mjs')
