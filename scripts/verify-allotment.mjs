// `npm run verify-allotment -- DOSSIER`, or `-- --in FILE --result FILE`: holds a result to its input. Ends with 0 where all
// holds, 1 where a promise is broken, 2 where the input is bad.
import { run } from './allotment-command.mjs'

await run('verify-allotment')
