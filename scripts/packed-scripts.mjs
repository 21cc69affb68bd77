import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './setup.mjs'

/** The scripts that an installed package runs. */
const run = ['serve', 'allot', 'verify-allotment'].map((name) => `scripts/${name}.mjs`)

/** These scripts and everything of ours that they import, but for the build: paths from the root of the repository. */
export function packedScripts() {
  const found = new Set(run)
  // A set is walked to its end, whatever is added on the way.
  for (const file of found) {
    const source = readFileSync(path.join(root, file), 'utf8')
    for (const [, name] of source.matchAll(/^(?:import|export|\}) .*from '(\.[^']+)'/gm))
      found.add(path.posix.join(path.posix.dirname(file), name))
  }
  return [...found]
}
