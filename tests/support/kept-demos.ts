import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** A demo to begin from: its databases, and the folder of its files. */
export type KeptDemo = { databases: readonly Buffer[]; files: string }

/** The folder that all workers of a run share; `kept-demos-folder.ts` makes it. */
const folder = process.env.KEPT_DEMOS ?? mkdtempSync(path.join(tmpdir(), 'pravesh-kept-demos-'))
const read = new Map<string, KeptDemo>()

/** A folder that is kept until the end of the run. */
export const keptFolder = (): string => mkdtempSync(path.join(folder, 'kept-'))

const placeOf = (name: string) => path.join(folder, createHash('sha256').update(name).digest('hex').slice(0, 16))

/** The demo of this name; undefined while no worker has made it. */
export function keptDemo(name: string): KeptDemo | undefined {
  const place = placeOf(name)
  const known = read.get(name)
  if (known || !existsSync(place)) return known
  const databases = readdirSync(place)
    .filter((file) => file.endsWith('.db'))
    .sort()
    .map((file) => readFileSync(path.join(place, file)))
  const demo = { databases, files: path.join(place, 'files') }
  read.set(name, demo)
  return demo
}

/** How long, in ms, a worker waits for a demo that another one is making. */
const patience = 60_000

/**
 * The demo of this name, once another worker has made it; or the way to keep it, for the one worker that is to make it
 * now. A worker that fails in the making lets the others wait in vain, and then each makes its own.
 */
export async function keptDemoOrTurn(name: string): Promise<KeptDemo | ((demo: KeptDemo) => void)> {
  const there = keptDemo(name)
  if (there) return there
  const place = placeOf(name)
  try {
    mkdirSync(`${place}.turn`)
  } catch {
    const until = performance.now() + patience
    while (!existsSync(place) && performance.now() < until) await pause(20)
  }
  return (
    keptDemo(name) ??
    (({ databases, files }) => {
      const making = mkdtempSync(`${place}.making-`)
      for (const [n, database] of databases.entries()) writeFileSync(path.join(making, `${n}.db`), database)
      cpSync(files, path.join(making, 'files'), { recursive: true })
      if (!existsSync(place)) renameSync(making, place)
    })
  )
}
