// `npm run witness -- --url https://HOST/COURSE/candidate/log --state FILE`: proves that a portal's public log has taken
// nothing back since the last look, and says what is new; with `--key FILE`, signs it as a witness. Exits with 1 if the log is not to be
// believed, 2 if it cannot be read, 3 if the portal does not take the signature.
import { continueUnderTestedNode } from './setup.mjs'

await continueUnderTestedNode()
process.argv.splice(2, 0, 'witness')
if (process.env.LANG?.startsWith('mr') && !process.argv.some((word) => word.startsWith('--language')))
  process.argv.push('--language', 'mr')
await import('./serve.mjs')
