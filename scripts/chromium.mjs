// Finds the browser for the journeys: an installed one, or Debian's, which it installs if possible. Its headless shell
// is the same engine without the window around it, and takes half the processor time for a page.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fail, installPackage } from './setup.mjs'

const windowless = 'chromium-headless-shell'
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

function find(hasWindow) {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const candidates = [
    process.env.CHROMIUM,
    ...(hasWindow ? names : [windowless, ...names]).flatMap((name) => folders.map((folder) => path.join(folder, name))),
  ]
  return candidates.find((file) => file && existsSync(file))
}

/**
 * The path of a Chromium; `hasWindow`: of one with its window, as people have it. Without, a browser with a window will do
 * where Debian's cannot be installed. Exits with the package's name if there is none and it cannot be installed.
 */
export function chromium(hasWindow = true) {
  const there = find(hasWindow)
  const isWanted = there && (hasWindow || there === process.env.CHROMIUM || path.basename(there) === windowless)
  if (isWanted) return there
  const why = there
    ? `The browser journeys take half the processor time in ${windowless}, and CHROMIUM names no other.`
    : 'The browser journeys need a Chromium, and CHROMIUM names none.'
  installPackage(hasWindow ? 'chromium' : windowless, why)
  return (
    find(hasWindow) ??
    fail('The browser journeys need a Chromium: install the package chromium, or set CHROMIUM to its path')
  )
}
