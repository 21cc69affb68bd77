// `npm run allot -- --in FILE --out FILE`: the allotment of a file, without a portal. Ends with 2 where the file is bad.
import { run } from './allotment-command.mjs'

await run('allot')
