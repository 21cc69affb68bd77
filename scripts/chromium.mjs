// Where the browser for the journeys is: one that is there, or Debian's, installed when we may.
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

/** The path of a Chromium. Ends the run with the package's name when there is none and none can be installed. */
export function chromium() {
  const there = find()
  if (there) return there
  installPackage('chromium', 'Chromium for the browser journeys')
  return (
    find() ?? fail('The browser journeys need a Chromium: install the package chromium, or set CHROMIUM to its path')
  )
}
