// Where the browser for the journeys is: one that is there, or Debian's, installed when we may.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fail, run } from './setup.mjs'

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
  const isRoot = process.getuid?.() === 0
  const hasApt = spawnSync('sh', ['-c', 'command -v apt-get']).status === 0
  if (isRoot && hasApt) {
    console.log('Installing Chromium for the browser journeys…')
    const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
    if (run('apt-get', ['update', '-qq'], quiet)) run('apt-get', ['install', '-y', '-qq', 'chromium'], quiet)
  }
  return (
    find() ?? fail('The browser journeys need a Chromium: install the package chromium, or set CHROMIUM to its path')
  )
}
