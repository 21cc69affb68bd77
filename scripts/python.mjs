// Finds Python, or installs it if possible: the verifier of an allotment outside the portal is tested by a real one.
import { spawnSync } from 'node:child_process'
import { fail, installPackage } from './setup.mjs'

const isThere = () => spawnSync('python3', ['--version']).status === 0

/** Exits with the package's name if there is no Python and it cannot be installed. */
export function python() {
  if (isThere()) return
  installPackage('python3', 'The tests of verify.py need Python 3.')
  if (!isThere()) fail('The tests of verify.py need Python 3: install the package python3')
}
