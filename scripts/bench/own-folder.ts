import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Lets a process that is told to end do first what it does at its end. */
export function endBySignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
}

/** A folder for one run of a bench, named after it among the temporary files. It goes with the process, however that ends but by SIGKILL. */
export function ownFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `pravesh-${name}-`))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  endBySignal()
  return folder
}
