import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Makes the folder of demos that the workers of one run share, before the first begins; deletes it after the last. */
export default function makeFolder(): (() => void) | undefined {
  if (process.env.KEPT_DEMOS) return undefined
  const folder = mkdtempSync(path.join(tmpdir(), 'pravesh-kept-demos-'))
  process.env.KEPT_DEMOS = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
