import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { systemClock } from '#server/adapters/clock.ts'
import { readMarker } from '#server/adapters/portal-folder.ts'
import type { Config } from '#server/config.ts'
import { Misconfigured } from '#server/process/misconfigured.ts'
import { openPortals } from '#server/process/start.ts'
import { restorePortalArchive } from './archive'
import { command, configuration, ofCourse, orMisconfigured, root, say, slugsAsked, text } from './command'

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
 * `closing-merits [--course SLUG] [--archive FILE] [--out FILE]`: writes the closing merits of a portal, or of an archive,
 * as the file that the desk imports as an earlier season. An archive's file says whether it is of a demo.
 */
export const closingMerits = command({ archive: text, out: text, ...ofCourse }, async (given) => {
  const config = readersConfiguration(given)
  const archived = given.archive
  const folder = archived === undefined ? config.dataDir : mkdtempSync(path.join(tmpdir(), 'archive-'))
  try {
    const migrations = path.join(root, 'migrations')
    const at = { ...config, dataDir: folder }
    let slugs: string[]
    if (archived === undefined) slugs = slugsAsked(config, given.course)
    else {
      const task = { file: archived, config: at, migrations, now: systemClock.real() }
      const { note } = orMisconfigured('archive', () => restorePortalArchive(task))
      Object.assign(at, configuration({ ...process.env, MODE: note.mode }), { dataDir: folder })
      slugs = [note.course.slug]
    }
    if (slugs.length > 1) throw new Misconfigured('--course is missing: the file is of one course')
    const [portal] = openPortals({ ...at, courses: slugs }, root, systemClock, () => '')
    const rows = portal!.pastSeasons.own().length
    const file = path.resolve(given.out ?? `closing-merits-${slugs[0]}-${portal!.course.academicYear}.csv`)
    writeFileSync(file, [...portal!.pastSeasons.ownCsv()].join(''))
    await portal!.close()
    say(`${slugs[0]}: ${file} with ${rows} closing merits. Read it at the desk: Tables and CSV files`)
  } finally {
    if (archived !== undefined) rmSync(folder, { recursive: true, force: true })
  }
})
