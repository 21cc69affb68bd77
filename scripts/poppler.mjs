// Printed documents are compared as pictures and as text: pdftoppm and pdftotext, found or installed when we may.
import { spawnSync } from 'node:child_process'
import { fail, run } from './setup.mjs'

const isThere = () => ['pdftoppm', 'pdftotext'].every((tool) => spawnSync(tool, ['-v']).status === 0)

/** Ends the run with the package's name when there is no Poppler and none can be installed. */
export function poppler() {
  if (isThere()) return
  const isRoot = process.getuid?.() === 0
  const hasApt = spawnSync('sh', ['-c', 'command -v apt-get']).status === 0
  if (isRoot && hasApt) {
    console.log('Installing Poppler for the tests of printed documents…')
    const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
    if (run('apt-get', ['update', '-qq'], quiet)) run('apt-get', ['install', '-y', '-qq', 'poppler-utils'], quiet)
  }
  if (!isThere()) fail('The tests of printed documents need pdftoppm and pdftotext: install the package poppler-utils')
}
