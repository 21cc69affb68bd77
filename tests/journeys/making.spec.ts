import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { readDatabase } from '#db/client.ts'
import { databaseFile } from '#server/domain/operations/identity.ts'
import { expect, test } from './server'

const courses = ['mbale', 'scd'] as const

let folder: string
test.beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'pravesh-making-'))
})
test.afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Begins to make small demos of both courses. `until`: ends the process with SIGTERM once it has said this. */
async function seed(phase: string, until?: string) {
  const child = spawn(process.execPath, ['scripts/serve.mjs', 'seed', '--candidates', '3', '--phase', phase], {
    env: { ...process.env, MODE: 'demo', DATA_DIR: folder, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  const faults = text(child.stderr)
  let said = ''
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    said += chunk
    if (until !== undefined && said.includes(until)) child.kill('SIGTERM')
  }
  return { said, faults: await faults, code: (await ended)[0] as number | null }
}

/** How many candidates a course's demo has, and whether it counts as finished. */
function heldIn(slug: string) {
  const database = readDatabase(path.join(folder, slug, databaseFile))
  const one = (sql: string) => database.sqlite.prepare(sql).pluck().get()
  const held = {
    candidates: one('SELECT count(*) FROM candidates'),
    isUnfinished: one("SELECT value FROM portal_facts WHERE key = 'demo-unfinished'"),
  }
  database.close()
  return held
}

test('both demos are made side by side, each line is said once, and a making that was cut short begins anew', async () => {
  const cutShort = await seed('closed', 'Playing it until')
  expect(cutShort.code).not.toBe(0)
  expect(courses.map((slug) => heldIn(slug).isUnfinished)).toContain('yes')

  const made = await seed('scrutiny')
  expect(made).toMatchObject({ code: 0, faults: '' })
  expect(made.said.trim().split('\n').sort()).toEqual([
    'Playing it until scrutiny…',
    'Seeding the demo of mbale…',
    'Seeding the demo of scd…',
  ])
  for (const { candidates, isUnfinished } of courses.map(heldIn)) {
    expect(isUnfinished).toBe('no')
    // The personas besides the three.
    expect(candidates).toBeGreaterThan(20)
  }
})

test('if one demo cannot be made, all end with its sentence', async () => {
  await seed('registration')
  writeFileSync(path.join(folder, 'scd', databaseFile), 'no database')
  const { code, faults } = await seed('closed')
  expect(code).toBe(1)
  expect(faults).toBe(
    `${path.join(folder, 'scd')} cannot be opened: portal.db is no database that SQLite can read: bring a backup back (npm run restore), or move the folder away to begin a new portal\n`,
  )
})
