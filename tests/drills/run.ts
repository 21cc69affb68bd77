import { damage } from './damage'
import { disk } from './disk'
import { killed } from './killed'
import { cleanUp, type Drill } from './portal'
import { release } from './release'

/** `npm run faults [WORD]`: the drills on the built server, or those whose name contains the word. */
const word = (process.argv[2] ?? '').toLowerCase()
const kills = Number(process.env.KILLS ?? 100)
const drills: Drill[] = [disk, damage, release, killed(kills)]

process.once('exit', cleanUp)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/** The longest that one drill may take, in ms; then everything ends. */
const longest = 20 * 60_000

let failures = 0
for (const { name, run } of drills.filter(({ name }) => name.toLowerCase().includes(word))) {
  console.log(`\n— ${name}`)
  const begun = performance.now()
  try {
    const tooLong = setTimeout(() => {
      console.log('  FAILS: it took too long')
      process.exit(1)
    }, longest)
    await run(({ what, holds, measured }) => {
      if (!holds) failures++
      console.log(`  ${holds ? 'holds' : 'FAILS'}: ${what} (${measured})`)
    })
    clearTimeout(tooLong)
  } catch (error) {
    failures++
    console.log(`  FAILS: ${error instanceof Error ? error.stack : error}`)
  }
  console.log(`— ${Math.round((performance.now() - begun) / 1000)} s`)
}
console.log(failures ? `\n${failures} did not hold` : '\nEverything held')
process.exit(failures ? 1 : 0)
