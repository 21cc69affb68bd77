import path from 'node:path'
import { systemClock } from '#server/adapters/clock.ts'
import { hasDatabase, hasFiles, readMarker } from '#server/adapters/portal-folder.ts'
import type { Config } from '#server/config.ts'
import type { Services } from '#server/features/index.ts'
import { Misconfigured } from '#server/process/misconfigured.ts'
import { openPortals } from '#server/process/start.ts'
import { root, slugsAsked } from './command'

/**
 * Opens the portals of the configuration, or the one of `--course`, by this machine's clock, and makes those that are not there yet.
 * The command closes them.
 */
export const portalsAsked = (config: Config, course?: string): Services[] =>
  openPortals({ ...config, courses: slugsAsked(config, course) }, root, systemClock, () => '')

/** The same for a command that asks or changes what is there: it makes no portal where DATA_DIR or COURSES is mistyped. */
export function portalsThere(config: Config, course?: string): Services[] {
  for (const slug of slugsAsked(config, course)) refuseNone(config, slug)
  return portalsAsked(config, course)
}

/** Throws `Misconfigured` if a course has no portal in the data folder. */
export function refuseNone({ dataDir }: Pick<Config, 'dataDir'>, slug: string): void {
  const folder = path.join(dataDir, slug)
  // One whose database is lost says so itself.
  if (!hasDatabase(folder) && !hasFiles(folder) && readMarker(folder) === null)
    throw new Misconfigured(`${folder} holds no portal: DATA_DIR and COURSES must name one that is there`)
}
