import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export type Running = { url: string; pid: number; readyAfter: number; stop(): Promise<void> }

const running = new Set<ChildProcess>()
// A failed row leaves no process behind.
process.once('exit', () => running.forEach((child) => void child.kill('SIGTERM')))

/** Starts a server process and waits until it prints its address. */
export function startProcess(args: string[], env: Record<string, string>): Promise<Running> {
  const begun = performance.now()
  const child: ChildProcess = spawn(process.execPath, args, {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return new Promise((resolve, reject) => {
    let printed = ''
    let isReady = false
    const died = (code: number | null) => reject(new Error(`${args.join(' ')} ended (${code})\n${printed}`))
    child.once('exit', died)
    child.stdout!.on('data', (chunk: Buffer) => {
      printed += chunk
      const url = isReady ? undefined : /(http:\/\/127\.0\.0\.1:\d+)/.exec(printed)?.[1]
      if (!url) return
      isReady = true
      child.off('exit', died)
      const stop = () =>
        new Promise<void>((done) => {
          child.once('exit', () => done())
          child.kill('SIGTERM')
        })
      resolve({ url, pid: child.pid!, readyAfter: performance.now() - begun, stop })
    })
  })
}

/** Starts the product as `npm run serve` does, with warnings as its only log. */
export const startProduct = (folder: string): Promise<Running> =>
  startProcess(['--max-semi-space-size=64', 'scripts/serve.mjs'], {
    MODE: 'demo',
    PORT: '0',
    DATA_DIR: folder,
    REQUESTS_PER_MINUTE: '900000000',
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  })

/** Seeds this folder with the demo, lists printed, so that no measurement includes work that is done only once. */
export function seedProduct(folder: string): void {
  const env = { ...process.env, MODE: 'demo', DATA_DIR: folder, LOG_LEVEL: 'error' }
  execFileSync(process.execPath, ['scripts/serve.mjs', 'seed'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Starts a baseline of this folder. `input` is a JSON file with the answer to send. */
export const startBaseline = (name: string, input: string): Promise<Running> =>
  startProcess([path.resolve('scripts/bench/dist', `${name}.js`)], { BENCH_INPUT: input })

/** The peak resident memory, in MB, of the process that archives the course `mbale` of a demo's folder. */
export function peakOfArchive(folder: string): number {
  const env = { ...process.env, MODE: 'demo', DATA_DIR: folder, COURSES: 'mbale', LOG_LEVEL: 'error' }
  const atExit = `import { readFileSync } from 'node:fs'
    process.on('exit', () => console.log(readFileSync('/proc/self/status', 'utf8')))`
  const words = [
    '--import',
    `data:text/javascript,${encodeURIComponent(atExit)}`,
    'scripts/serve.mjs',
    'archive',
    '--to',
  ]
  const printed = execFileSync(process.execPath, [...words, path.join(folder, 'archives')], { env, encoding: 'utf8' })
  return Number(/VmHWM:\s+(\d+) kB/.exec(printed)?.[1]) / 1024
}

/** The peak resident memory of a process during `work`, in MB above the amount before it. */
export async function extraMemory(pid: number, work: () => Promise<void>): Promise<number> {
  const before = residentMemory(pid)
  return (await peakDuring(pid, work)) - before
}

/** The peak resident memory of a process during `work`, in MB. */
export async function peakDuring(pid: number, work: () => Promise<void>): Promise<number> {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  await work()
  return megabytes(pid, 'VmHWM')
}

/** The peak resident memory of a process and of those that it has started, in MB. */
export const peakMemory = (pid: number): number =>
  [pid, ...childrenOf(pid)].reduce((sum, one) => sum + megabytes(one, 'VmHWM'), 0)

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/).filter(Boolean).map(Number)

/** The processor time that a process has used so far, in seconds. */
export function processTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** The same of a process and those that it has started. */
export const processTimeOfAll = (pid: number): number =>
  [pid, ...childrenOf(pid)].reduce((sum, one) => sum + processTime(one), 0)

/** The resident memory of a process, in MB. */
export const residentMemory = (pid: number): number => megabytes(pid, 'VmRSS')

function megabytes(pid: number, line: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${line}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
}
