// `npm run allot -- --in FILE --out FILE`: allots the seats of an input file, without a portal. Exits with 2 if the
// file is bad.
import { run } from './allotment-command.mjs'

await run('allot')
