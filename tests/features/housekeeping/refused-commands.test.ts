import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { archive, archivePortal, restorePortalArchive } from '#server/commands/archive.ts'
import { backup } from '#server/commands/backup.ts'
import { bringBackErased } from '#server/commands/bring-back-erased.ts'
import { closingMerits } from '#server/commands/closing-merits.ts'
import { type Command, fileToMake, orMisconfigured, writeWhole } from '#server/commands/command.ts'
import { confirmTime } from '#server/commands/confirm-time.ts'
import { newSeason } from '#server/commands/new-season.ts'
import { rehearse } from '#server/commands/rehearse.ts'
import { reseal } from '#server/commands/reseal.ts'
import { restorePortal } from '#server/commands/restore.ts'
import type { Config } from '#server/config.ts'
import { courses } from '#server/courses/courses.ts'
import { ist } from '#server/kernel/time.ts'
import { faultInWords, Misconfigured } from '#server/process/misconfigured.ts'
import { folderOfTest, openPortal, register } from '#tests/support/portal.ts'

afterEach(() => vi.unstubAllEnvs())

const rules = () => {
  const file = path.join(folderOfTest(), 'rules.json')
  writeFileSync(file, '{}')
  return file
}
const readers: Record<string, [Command, () => string[]]> = {
  backup: [backup, () => []],
  archive: [archive, () => []],
  'bring-back-erased': [bringBackErased, () => []],
  'confirm-time': [confirmTime, () => []],
  reseal: [reseal, () => []],
  'closing-merits': [closingMerits, () => ['--out', path.join(folderOfTest(), 'out.csv')]],
  rehearse: [rehearse, () => ['--rules', rules()]],
}

test.each(Object.keys(readers))('%s makes no portal where the data folder is mistyped', async (name) => {
  const [command, words] = readers[name]!
  const dataDir = path.join(folderOfTest(), 'mistyped')
  vi.stubEnv('MODE', 'demo')
  vi.stubEnv('DATA_DIR', dataDir)
  vi.stubEnv('SECRET_PREVIOUS', 'p'.repeat(40))
  const refused = command(name, ['--course', 'mbale', ...words()])
  await expect(refused).rejects.toThrow(`${path.join(dataDir, 'mbale')} holds no portal`)
  await expect(refused).rejects.toBeInstanceOf(Misconfigured)
  expect(existsSync(path.join(dataDir, 'mbale'))).toBe(false)
})

test('a new season of a demo is refused in plain words', async () => {
  const [dataDir, to] = [folderOfTest(), folderOfTest()]
  await (await openPortal({ dataDir, mode: 'demo' })).close()
  vi.stubEnv('MODE', 'demo')
  vi.stubEnv('DATA_DIR', dataDir)
  await expect(newSeason('new-season', ['--course', 'mbale', '--to', to])).rejects.toThrow(
    'a demo plays one season only',
  )
  expect(readdirSync(to)).toEqual([])
})

test('a restore that is refused takes away all that it has brought', async () => {
  const dataDir = folderOfTest()
  const portal = await openPortal({ dataDir })
  await register(portal)
  const kept = path.join(dataDir, 'mbale/merit-lists')
  mkdirSync(kept, { recursive: true })
  writeFileSync(path.join(kept, 'final-1.pdf'), 'one')
  const { name } = await portal.services.housekeeping.backUp()
  const made = await archivePortal({ portal: portal.services, mode: 'live', to: folderOfTest(), software: '0.1.0' })
  const backups = path.join(dataDir, 'backups/mbale')
  await portal.close()
  const elsewhere = folderOfTest()
  const config = { dataDir: elsewhere, mode: 'live', courses: ['mbale', 'scd'] } as unknown as Config
  const task = { config, migrations: path.resolve('migrations'), from: backups, name, now: ist('2024-08-03 12:00') }
  const scd = courses.find(({ slug }) => slug === 'scd')!
  expect(() => restorePortal({ ...task, course: scd })).toThrow('is a backup of mbale')
  expect(readdirSync(elsewhere)).toEqual([])

  const own = path.join(elsewhere, 'mbale')
  mkdirSync(path.join(own, 'files'), { recursive: true })
  writeFileSync(path.join(own, 'files/note.txt'), 'mine')
  writeFileSync(path.join(own, 'portal.db'), 'x')
  const unpack = () => restorePortalArchive({ file: made.file, ...task })
  expect(unpack).toThrow('is there already')
  rmSync(path.join(own, 'portal.db'))
  // A folder stands where one of the files has to go.
  mkdirSync(path.join(own, 'merit-lists/final-1.pdf/in-the-way'), { recursive: true })
  expect(unpack).toThrow()
  expect(readdirSync(own).sort()).toEqual(['files', 'in-use.lock', 'merit-lists'])
  expect(readdirSync(path.join(own, 'files'))).toEqual(['note.txt'])
})

test('what the system says of a file is told in words, with the file', () => {
  const missing = path.join(folderOfTest(), 'missing')
  const told = (work: () => unknown) => {
    try {
      return orMisconfigured('mbale', work) && null
    } catch (error) {
      return faultInWords(error)
    }
  }
  expect(told(() => readdirSync(missing))).toBe(`mbale: ${missing}: there is no such file or folder`)
  expect(told(() => fileToMake('--out', path.join(missing, 'out.json')))).toBe(
    `mbale: --out is wrong: there is no folder ${missing}`,
  )
  expect(faultInWords(new TypeError('a bug'))).toBeNull()
  const folder = folderOfTest()
  mkdirSync(path.join(folder, 'taken'))
  expect(() => writeWhole(path.join(folder, 'taken'), 'text')).toThrow()
  expect(readdirSync(folder)).toEqual(['taken'])
})
