import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { buildSync } from 'esbuild'
import { expect } from 'vitest'
import { killStride } from './extent'

/** The files of texts by their names, as `import.meta.glob` gives them. */
const textFiles = `globalThis.textFiles = () => {
  const { readdirSync, readFileSync } = require('node:fs')
  const files = readdirSync('server/i18n/locales', { recursive: true }).filter((name) => name.endsWith('.json'))
  return Object.fromEntries(
    files.map((name) => ['./locales/' + name, JSON.parse(readFileSync('server/i18n/locales/' + name, 'utf8'))]),
  )
}`

/** A program of the tests, such as `features/payments/mortal`, bundled into this folder: it starts much sooner than from source. */
export function programIn(folder: string, name: string): string {
  const outfile = path.join(folder, `${path.basename(name)}.cjs`)
  buildSync({
    entryPoints: [path.resolve(`tests/${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    packages: 'external',
    logLevel: 'error',
    // Vite reads the texts of all languages by a pattern, which esbuild does not know.
    define: { 'import.meta.glob': 'globalThis.textFiles' },
    banner: { js: textFiles },
  })
  return outfile
}

/** The environment of a bundled program. `step`: at which it is killed; 0 for never. */
export const envOf = (step: number): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_PATH: path.resolve('node_modules'),
  DIE_AT: String(step),
})

/**
 * Runs a program that is killed at this step, or survives with 0 or fewer steps; answers whether it was killed. A test
 * fails if it ends in any other way. `onMessage`: what the program sends.
 */
export async function killedAt(
  step: number,
  program: string,
  args: readonly string[],
  onMessage: (message: Serializable, child: ChildProcess) => void = () => {},
): Promise<boolean> {
  const child = fork(program, args, { env: envOf(step) })
  child.on('message', (message) => onMessage(message, child))
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  expect(signal === 'SIGKILL' || code === 0, `step ${step} ended with ${code} ${signal}`).toBe(true)
  return signal === 'SIGKILL'
}

/**
 * Kills a program at one step after another, until it survives; answers that last step. `isKilled`: runs it with a step
 * and checks what it leaves.
 */
export async function killedAtEach(isKilled: (step: number) => Promise<boolean>): Promise<number> {
  let step = 1
  while (await isKilled(step)) step += killStride
  return step
}
