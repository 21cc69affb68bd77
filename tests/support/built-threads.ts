import { pathToFileURL } from 'node:url'
import type { threadStart as fromSource } from '#server/kernel/threads.ts'

/** The folder of a build of these sources, which `npm test` has just made. */
const folder = process.env.BUILT_THREADS

/**
 * In place of `server/kernel/threads.ts`, where there is a build: its threads start in a fifth of the time of those from
 * source, and the tests start hundreds.
 */
export const threadStart: typeof fromSource = ({ built }) => ({
  filename: new URL(built, pathToFileURL(`${folder}/`)).href,
  execArgv: [],
})
