import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { readDatabase } from '#db/client.ts'
import { readConfig } from '#server/config.ts'
import { demoStore } from '#server/demo/store.ts'
import { demoClockAt, openDemos, openPortals } from '#server/process/start.ts'
import { folderOfTest } from '#tests/support/portal.ts'

beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  return () => vi.restoreAllMocks()
})

function configOf(dataDir: string, courses: string) {
  const read = readConfig({ MODE: 'demo', DATA_DIR: dataDir, COURSES: courses, LOG_LEVEL: 'silent' })
  if ('faults' in read) throw new Error(read.faults.join('\n'))
  return read.config
}

/** What a portal's folder holds. */
function heldIn(dataDir: string, slug: string) {
  const folder = path.join(dataDir, slug)
  const database = readDatabase(path.join(folder, 'portal.db'))
  try {
    const one = <T>(sql: string) => database.sqlite.prepare<[], T>(sql).pluck().get()!
    const people = one<number>('SELECT count(*) FROM candidates')
    const isUnfinished = one<string>("SELECT value FROM portal_facts WHERE key = 'demo-unfinished'") === 'yes'
    const { id } = JSON.parse(readFileSync(path.join(folder, 'portal.json'), 'utf8')) as { id: string }
    return { people, isUnfinished, id }
  } finally {
    database.close()
  }
}

/** Opens the demo of the diploma course with three candidates besides its personas, and closes it. */
async function openDiploma(dataDir: string, meanwhile: (db: Parameters<typeof demoStore>[0]) => void = () => {}) {
  const config = configOf(dataDir, 'scd')
  const clock = demoClockAt('registration')
  const open = () => openPortals(config, process.cwd(), clock, () => 'http://127.0.0.1')
  const [portal] = await openDemos(open, config, clock, 'registration', 3)
  meanwhile(portal!.db)
  await portal!.close()
  return heldIn(dataDir, 'scd')
}

test('a demo whose making was cut short is made anew at the next start; a finished one stays', async () => {
  const dataDir = folderOfTest()
  const made = await openDiploma(dataDir)
  expect(made.isUnfinished).toBe(false)
  expect(await openDiploma(dataDir)).toEqual(made)

  // Somebody pressed Ctrl-C while the season was being played.
  const cutShort = await openDiploma(dataDir, (db) => {
    db.sqlite.exec("UPDATE candidates SET full_name = 'Left Half-way'")
    demoStore(db).setUnfinished(true)
  })
  expect(cutShort).toEqual({ ...made, isUnfinished: true })
  const anew = await openDiploma(dataDir, (db) =>
    expect(db.sqlite.prepare("SELECT 1 FROM candidates WHERE full_name = 'Left Half-way'").get()).toBeUndefined(),
  )
  expect(anew).toEqual({ ...made, id: anew.id })
  expect(anew.id).not.toBe(made.id)
})
