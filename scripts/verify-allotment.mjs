// `npm run verify-allotment -- DOSSIER`, or `-- --in FILE --result FILE`: checks a result against its input. Exits with
// 0 if all holds, 1 if a promise is broken, 2 if the input is bad.
import { run } from './allotment-command.mjs'

await run('verify-allotment')
