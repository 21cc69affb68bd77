// Printed documents are compared as pictures and as text: pdftoppm and pdftotext, found or installed when we may.
import { spawnSync } from 'node:child_process'
import { fail, installPackage } from './setup.mjs'

const isThere = () => ['pdftoppm', 'pdftotext'].every((tool) => spawnSync(tool, ['-v']).status === 0)

/** Ends the run with the package's name when there is no Poppler and none can be installed. */
export function poppler() {
  if (isThere()) return
  installPackage('poppler-utils', 'Poppler for the tests of printed documents')
  if (!isThere()) fail('The tests of printed documents need pdftoppm and pdftotext: install the package poppler-utils')
}
