import { ist, minutes, plus } from '#server/kernel/time.ts'
import { portalInProcess } from './in-process'
import { median } from './open-loop'

/** The part of `npm run bench -- proof` in one process: what an entry of the public log costs beside its publication. Prints rows of its table. */
const ms = (value: number) => `${value.toFixed(1)} ms`
let now = ist('2024-08-01 12:00')
const portal = portalInProcess({ portal: () => now, real: () => now })
const publish = portal.db.sqlite.prepare(
  `INSERT INTO notices (kind, title_en, title_mr, body_en, body_mr, published_at) VALUES ('notice', 'A', 'अ', ?, 'ब', ?)`,
)
/** Publishes notices one after another, each with its entry: the middle of what the entry takes, and of a look that finds none. */
function appended(upTo: number, found: boolean): [processor: number, clock: number] {
  const [processor, clock] = [[] as number[], [] as number[]]
  for (let n = 0; n < upTo; n++) {
    now = plus(now, minutes(1))
    if (found) publish.run(`Notice of ${now}`, now)
    const [before, begun] = [process.cpuUsage(), performance.now()]
    portal.publicLog.settle()
    clock.push(performance.now() - begun)
    const { user, system } = process.cpuUsage(before)
    processor.push((user + system) / 1000)
  }
  return [median(processor), median(clock)]
}
for (const upTo of [100, 1000])
  for (const found of [true, false]) {
    const [processor, clock] = appended(upTo, found)
    const what = found ? 'An entry, with signature and files' : 'A look that finds nothing new'
    console.log(`| ${what}, ${portal.publicLog.standing()!.size} entries | ${ms(processor)} | ${ms(clock)} |`)
  }
await portal.close()
