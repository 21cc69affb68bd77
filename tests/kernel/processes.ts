import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { isWorker, reportReady, runWorkers, siblingsOfWorker } from '#server/process/workers.ts'

/**
 * Two processes that answer with their process number, and their parent. `process.argv[2]`: a folder; `[3]`: what befalls the
 * process with the number `[4]`: it is `killed` while it starts, it `refuses`, or none of it, and all go on until SIGTERM.
 */
const [, , folder, fate, number] = process.argv as [string, string, string, 'killed' | 'refuses' | 'serves', string]
const say = (details: object, message: string) => console.log(JSON.stringify({ ...details, message }))
const log = { info: say, error: say }

async function work(): Promise<void> {
  const place = ['1', '2', '3', '4'].find((one) => !existsSync(path.join(folder, one)))!
  writeFileSync(path.join(folder, place), '')
  if (place === number) {
    if (fate === 'refuses') process.exit(1)
    process.kill(process.pid, 'SIGKILL')
  }
  const server = http.createServer((_request, response) => response.end(String(process.pid))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  reportReady({ address, name: siblingsOfWorker(log).name }, log, () => process.exit(0))
  process.on('SIGTERM', () => process.exit(0))
}

async function keepTwo(): Promise<void> {
  const workers = runWorkers({
    count: 2,
    log,
    onReady(address) {
      console.log(fate === 'serves' ? `ready at ${address}` : 'ready')
      if (fate !== 'serves') workers.stop()
    },
  })
  process.on('SIGTERM', workers.stop)
  process.exit(await workers.end)
}

void (isWorker() ? work() : keepTwo())
