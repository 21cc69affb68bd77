import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { systemClock } from '#server/adapters/clock.ts'
import { readMarker } from '#server/adapters/portal-folder.ts'
import type { Config } from '#server/config.ts'
import type { Services } from '#server/features/index.ts'
import { Misconfigured } from '#server/process/misconfigured.ts'
import { openPortals } from '#server/process/start.ts'
import { restorePortalArchive } from './archive'
import { configuration, orMisconfigured, root, slugsAsked } from './command'
import { refuseNone } from './portals'

/** The configuration of a command that only reads: without `MODE`, a portal opens as what its folder says. */
function readersConfiguration(given: { archive?: string; course?: string }): Config {
  if (process.env.MODE?.trim()) return configuration()
  const config = configuration({ ...process.env, MODE: 'demo' })
  if (given.archive !== undefined) return config
  const modes = slugsAsked(config, given.course).map((slug) => readMarker(path.join(config.dataDir, slug))?.mode)
  const mode = modes.find((one) => one !== undefined)
  return configuration({ ...process.env, MODE: mode })
}

/**
 * Opens a portal, or the one in an archive, for a command that only reads. `what`: what the command makes, for the
 * refusal of several courses. An archive is unpacked beside everything else, and deleted again.
 */
export async function withPortal<T>(
  given: { archive?: string; course?: string },
  what: string,
  work: (portal: Services, slug: string) => T | Promise<T>,
): Promise<T> {
  const config = readersConfiguration(given)
  const archived = given.archive
  const folder = archived === undefined ? config.dataDir : mkdtempSync(path.join(tmpdir(), 'archive-'))
  try {
    const at = { ...config, dataDir: folder }
    let slugs: string[]
    if (archived === undefined) slugs = slugsAsked(config, given.course)
    else {
      const task = { file: archived, config: at, migrations: path.join(root, 'migrations'), now: systemClock.real() }
      const { note } = orMisconfigured('archive', () => restorePortalArchive(task))
      Object.assign(at, configuration({ ...process.env, MODE: note.mode }), { dataDir: folder })
      slugs = [note.course.slug]
    }
    if (slugs.length > 1) throw new Misconfigured(`--course is missing: ${what} is of one course`)
    if (archived === undefined) for (const slug of slugs) refuseNone(at, slug)
    const [portal] = openPortals({ ...at, courses: slugs }, root, systemClock, () => '')
    try {
      return await work(portal!, slugs[0]!)
    } finally {
      await portal!.close()
    }
  } finally {
    if (archived !== undefined) rmSync(folder, { recursive: true, force: true })
  }
}
