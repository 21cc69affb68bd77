import { endBySignal } from '#scripts/bench/own-folder.ts'
import { attacksUnderLoad } from './attacks'
import { clock } from './clock'
import { damage } from './damage'
import { disk, readOnly } from './disk'
import { killed } from './killed'
import { largeDatabase } from './large'
import { memory } from './memory'
import { cleanUp, cleanUpAfterOthers, type Drill, type Finding } from './portal'
import { providers } from './providers'
import { release, releaseCutShort } from './release'

/** `npm run faults [WORD]`: the drills on the built server, or those whose name contains the word. */
const word = (process.argv[2] ?? '').toLowerCase()
const kills = Number(process.env.KILLS ?? 100)
const drills: Drill[] = [
  disk,
  readOnly,
  damage,
  providers,
  clock,
  memory,
  attacksUnderLoad,
  release,
  releaseCutShort,
  largeDatabase,
  killed(kills),
]

cleanUpAfterOthers()
process.once('exit', cleanUp)
endBySignal()

/** The longest that one drill may take, in ms; then everything ends. A hundred kills take ten minutes on a quiet machine. */
const longest = 60 * 60_000

const found: (Finding & { drill: string })[] = []
for (const { name, run } of drills.filter(({ name }) => name.toLowerCase().includes(word))) {
  console.log(`\n— ${name}`)
  const begun = performance.now()
  try {
    const tooLong = setTimeout(() => {
      console.log('  FAILS: it took too long')
      process.exit(1)
    }, longest)
    await run((finding) => {
      found.push({ drill: name, ...finding })
      console.log(`  ${finding.holds ? 'holds' : 'FAILS'}: ${finding.what} (${finding.measured})`)
    })
    clearTimeout(tooLong)
  } catch (error) {
    found.push({ drill: name, what: 'The drill comes to its end', holds: false, measured: String(error) })
    console.log(`  FAILS: ${error instanceof Error ? error.stack : error}`)
  }
  console.log(`— ${Math.round((performance.now() - begun) / 1000)} s`)
}

console.log('\n| Fault | What must hold | Seen | Holds |\n|---|---|---|---|')
const inCell = (text: string) => text.replace(/\s+/g, ' ').replaceAll('|', '/').slice(0, 160)
for (const { drill, what, measured, holds } of found)
  console.log(`| ${[drill, what, measured].map(inCell).join(' | ')} | ${holds ? 'yes' : 'NO'} |`)
const failures = found.filter(({ holds }) => !holds).length
console.log(
  `\n${found.length} findings on ${new Date().toISOString()}; ${failures ? `${failures} did not hold` : 'everything held'}`,
)
process.exit(failures ? 1 : 0)
