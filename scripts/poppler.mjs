// Finds pdftoppm and pdftotext, or installs them if possible: tests compare printed documents as pictures and as text.
import { spawnSync } from 'node:child_process'
import { fail, installPackage } from './setup.mjs'

const isThere = () => ['pdftoppm', 'pdftotext'].every((tool) => spawnSync(tool, ['-v']).status === 0)

/** Exits with the package's name if there is no Poppler and it cannot be installed. */
export function poppler() {
  if (isThere()) return
  installPackage('poppler-utils', 'The tests of printed documents need pdftoppm and pdftotext.')
  if (!isThere()) fail('The tests of printed documents need pdftoppm and pdftotext: install the package poppler-utils')
}
