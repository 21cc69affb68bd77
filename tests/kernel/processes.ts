import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isWorker, reportReady, runWorkers, siblingsOfWorker } from '../../server/workers'

/**
 * Two processes that serve nothing, and their parent. `process.argv[2]`: a folder; `[3]`: what befalls the process with the
 * number `[4]`: it is `killed` while it starts, or it `refuses`.
 */
const [, , folder, fate, number] = process.argv as [string, string, string, 'killed' | 'refuses', string]
const say = (details: object, message: string) => console.log(JSON.stringify({ ...details, message }))
const log = { info: say, error: say }

if (isWorker()) {
  const place = ['1', '2', '3', '4'].find((one) => !existsSync(path.join(folder, one)))!
  writeFileSync(path.join(folder, place), '')
  if (place === number) {
    if (fate === 'refuses') process.exit(1)
    process.kill(process.pid, 'SIGKILL')
  }
  reportReady({ address: 'http://nowhere', name: siblingsOfWorker(log).name }, log, () => process.exit(0))
  process.on('SIGTERM', () => process.exit(0))
} else {
  const workers = runWorkers({
    count: 2,
    log,
    onReady() {
      console.log('ready')
      workers.stop()
    },
  })
  process.exit(await workers.end)
}
