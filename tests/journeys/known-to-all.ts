import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { isWhole } from '#tests/support/extent.ts'

/**
 * What a worker of this run has found sound, so that no other looks at it again: a line for each in a file that all of them
 * read. Add only what has been looked at without a fault, since a journey that fails is tried a second time. `test:all` looks
 * at everything every time.
 */
export function knownToAll(name: string) {
  const file = () => path.join(process.env.JOURNEY_DEMOS!, name)
  const lineOf = (text: string) => createHash('sha256').update(text).digest('hex')
  let size = 0
  let lines: ReadonlySet<string> = new Set()
  function known(): ReadonlySet<string> {
    const now = existsSync(file()) ? statSync(file()).size : 0
    if (now !== size) lines = new Set(readFileSync(file(), 'utf8').split('\n'))
    size = now
    return lines
  }
  return {
    has: (text: string): boolean => !isWhole && known().has(lineOf(text)),
    add: (text: string): void => appendFileSync(file(), `${lineOf(text)}\n`),
  }
}
