import { applicationForm } from '#server/documents/application-form.ts'
import { createPress } from '#server/documents/press.ts'
import { applicationFacts, issuer } from '#tests/documents/samples.ts'

// Measures how many application forms (two pages, photograph, signature; every other one in Marathi) one thread prints
// per second: the median of five rounds, and their spread. Prints JSON.
const jobsInRound = Number(process.env.BENCH_PRINTS ?? 60)
const press = createPress({ threads: 1, waiting: jobsInRound, log: console })
const forms = [
  applicationForm(await applicationFacts('en'), issuer),
  applicationForm(await applicationFacts('mr'), issuer),
]

async function round(): Promise<number> {
  const begun = performance.now()
  await Promise.all(Array.from({ length: jobsInRound }, (_, n) => press.print(forms[n % 2]!, 'bench')))
  return (jobsInRound / (performance.now() - begun)) * 1000
}

await round()
const speeds: number[] = []
for (let n = 0; n < 5; n++) speeds.push(await round())
await press.close()
speeds.sort((a, b) => a - b)
const median = speeds[2]!
process.stdout.write(JSON.stringify({ median, spread: (speeds[4]! - speeds[0]!) / median }))
