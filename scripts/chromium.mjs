// Finds the browser for the journeys: an installed one, or Debian's, which it installs if possible.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fail, installPackage } from './setup.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

function find() {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const candidates = [
    process.env.CHROMIUM,
    ...names.flatMap((name) => folders.map((folder) => path.join(folder, name))),
  ]
  return candidates.find((file) => file && existsSync(file))
}

/** The path of a Chromium. Exits with the package's name if there is none and it cannot be installed. */
export function chromium() {
  const there = find()
  if (there) return there
  installPackage('chromium', 'The browser journeys need a Chromium, and CHROMIUM names none.')
  return (
    find() ?? fail('The browser journeys need a Chromium: install the package chromium, or set CHROMIUM to its path')
  )
}
