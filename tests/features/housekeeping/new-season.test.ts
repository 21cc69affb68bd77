import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { beginNewSeason, finishNewSeason } from '#server/commands/new-season.ts'
import { mbale } from '#server/courses/courses.ts'
import { verifyArchive } from '#server/features/operations/housekeeping/archive.ts'
import { rupees } from '#server/kernel/money.ts'
import { ist } from '#server/kernel/time.ts'
import { refuseUnnamed } from '#server/process/start.ts'
import { atDesk, deskBrowser, deskPassword } from '#tests/support/desk.ts'
import { browser, faultsOf, folderOfTest, openPortal, register, type TestPortal } from '#tests/support/portal.ts'

const nextYear = { isDated: false, isOpened: false, at: ist('2025-05-02 10:00') } as const

/** Its services, closed once: by the command, or else at the end of the test. */
const closable = (portal: TestPortal) => ({ ...portal.services, close: portal.close })

/** Last year's portal with a candidate and two admins, and the task of the command. */
async function lastYear(answers: Record<string, string> = {}) {
  const [dataDir, to, archives] = [folderOfTest(), folderOfTest(), folderOfTest()]
  const portal = await openPortal({ dataDir })
  await atDesk(portal, 'admin', 'first')
  await atDesk(portal, 'fc', 'helper')
  await register(portal)
  const asked: string[] = []
  const task = {
    portal: closable(portal),
    course: mbale,
    mode: 'live',
    software: '0.1.0',
    archives,
    to,
    async ask(setting: string, { name }: { name: string }, suggested: string) {
      asked.push(`${setting}.${name}`)
      return answers[`${setting}.${name}`] ?? suggested
    },
    open: async (folder: string) => closable(await openPortal({ ...nextYear, dataDir: folder })),
  } as const
  return { dataDir, to, task, asked }
}

describe('a new season', () => {
  test('begins with the settings, staff and centres of the last one, which becomes a read-only archive', async () => {
    const { dataDir, to, task, asked } = await lastYear({ 'fees.open': '1500', 'year.applicationIdPrefix': 'MB' })
    const begun = await beginNewSeason(task)
    expect(asked).toContain('year.academicYear')
    expect(begun).toMatchObject({ academicYear: '2025-2026', carried: { staff: 2, facilitation_centres: 6 } })
    expect(verifyArchive(begun.archive).note.portal.profile).toBe('mbale')

    const next = await openPortal({ ...nextYear, dataDir: to })
    expect(next.services.course).toMatchObject({
      academicYear: '2025-2026',
      applicationIdPrefix: 'MB',
      applicationFees: { open: rupees(1500), reserved: rupees(1000) },
      footerDate: '31-03-2026',
    })
    expect(next.services.course.form.nonCreamyLayerValidOn).toBe('2026-03-31')
    expect(next.services.settings.isOpened()).toBe(false)
    expect(next.services.notices.schedule(), 'no date of last year').toEqual([])
    expect(next.rows()).toMatchObject({ candidates: 0, staff: 2 })
    const desk = deskBrowser(next)
    const door = await desk.post('login/admin', { loginName: 'first', password: deskPassword })
    expect(faultsOf(door), 'name, password and second factor are those of last year').toEqual({
      totp: 'Enter the code from your authenticator',
    })
    const missing = next.services.setUp.lines().flatMap(({ item, missing }) => (missing.length ? [item] : []))
    expect(missing).not.toContain('rules')
    expect(missing).toContain('dates')

    const last = await openPortal({ dataDir })
    expect(last.services.archive).not.toBeNull()
    expect((await browser(last).post('registration', {})).status).toBe(423)
    expect(last.rows().candidates).toBe(1)
  })

  test('a refused answer leaves both folders as they were', async () => {
    const { dataDir, to, task } = await lastYear({ 'fees.reserved': '5000' })
    await expect(beginNewSeason(task)).rejects.toThrow('fees.reserved: The lower fee may not be above the other one')
    expect([readdirSync(to), readdirSync(task.archives)]).toEqual([[], []])
    await task.portal.close()
    expect((await openPortal({ dataDir })).services.archive).toBeNull()
  })

  test.each([
    ['2024-2025', /2024-2025 does not come after 2024-2025/],
    ['2019-2020', /2019-2020 does not come after 2024-2025/],
    ['2025-2027', /Enter two years that follow each other/],
    ['next', /^year\.academicYear: [A-Z][a-z]+ [^.{}]+$/],
    ['', /year\.academicYear: Enter the academic year/],
  ])('of the year "%s" is refused in plain words', async (year, words) => {
    const { task } = await lastYear({ 'year.academicYear': year })
    await expect(beginNewSeason(task)).rejects.toThrow(words)
  })

  test('that cannot be finished leaves no folder, no archive, and last year as it was', async () => {
    const { dataDir, to, task } = await lastYear()
    const open = async (folder: string) => {
      const next = await task.open(folder)
      const begin = () => {
        throw new Error('the disk is full')
      }
      return { ...next, settings: { ...next.settings, begin } }
    }
    await expect(beginNewSeason({ ...task, open })).rejects.toThrow('the disk is full')
    expect([readdirSync(to), readdirSync(task.archives)]).toEqual([[], []])
    const last = await openPortal({ dataDir })
    expect([last.services.archive, last.rows().candidates]).toEqual([null, 1])
  })

  test.each(['the new folder cannot be put in its place', "last year's folder cannot be marked as an archive"])(
    'leaves no folder, no archive, and last year as it was if %s at the very end',
    async (what) => {
      const { dataDir, to, task } = await lastYear()
      const inTheWay =
        what === 'the new folder cannot be put in its place'
          ? path.join(to, 'mbale')
          : path.join(dataDir, 'mbale/archive.json')
      const open = async (folder: string) => {
        const next = await task.open(folder)
        const close = async () => {
          await next.close()
          mkdirSync(path.join(inTheWay, 'something'), { recursive: true })
        }
        return { ...next, close }
      }
      await expect(beginNewSeason({ ...task, open })).rejects.toThrow(/ENOTEMPTY|EISDIR/)
      rmSync(inTheWay, { recursive: true })
      expect([readdirSync(to), readdirSync(task.archives)]).toEqual([[], []])
      expect(readdirSync(path.join(dataDir, 'mbale')).filter((name) => name.startsWith('archive.json'))).toEqual([])
      const last = await openPortal({ dataDir })
      expect([last.services.archive, last.rows().candidates]).toEqual([null, 1])
    },
  )

  test('that is killed before its last step is finished by the next command, and nothing else is', async () => {
    const { dataDir, to, task } = await lastYear()
    const lastFolder = path.join(dataDir, 'mbale')
    await beginNewSeason(task)
    expect(finishNewSeason(lastFolder, to, mbale), 'nothing is left to finish').toBeNull()
    // As a process leaves it that is killed between the last two steps.
    const unfinished = path.join(to, '.mbale.unfinished')
    mkdirSync(unfinished)
    renameSync(path.join(to, 'mbale'), path.join(unfinished, 'mbale'))
    const described = readFileSync(path.join(lastFolder, 'archive.json'), 'utf8')
    for (const proof of ['', described.replace('mbale', 'other')]) {
      writeFileSync(path.join(unfinished, 'archive.json'), proof)
      expect(finishNewSeason(lastFolder, to, mbale), 'it may not be whole').toBeNull()
    }
    writeFileSync(path.join(unfinished, 'archive.json'), described)
    expect(finishNewSeason(lastFolder, to, mbale)).toBe(path.join(to, 'mbale'))
    expect(readdirSync(to)).toEqual(['mbale'])
    const next = await openPortal({ ...nextYear, dataDir: to })
    expect([next.services.course.academicYear, next.rows().staff]).toEqual(['2025-2026', 2])
  })

  test('is not begun in a folder with anything in it', async () => {
    const { to, task } = await lastYear()
    mkdirSync(path.join(to, 'mbale'))
    writeFileSync(path.join(to, 'mbale/in-use.lock'), '')
    await expect(beginNewSeason(task)).rejects.toThrow('is not empty')
    rmSync(path.join(to, 'mbale/in-use.lock'))
    expect((await beginNewSeason(task)).academicYear).toBe('2025-2026')
    expect(readdirSync(to)).toEqual(['mbale'])
  })

  test('is refused where a portal is already, and for a portal that is an archive already', async () => {
    const { to, task, dataDir } = await lastYear()
    await beginNewSeason(task)
    const again = await openPortal({ dataDir })
    await expect(beginNewSeason({ ...task, portal: closable(again) })).rejects.toThrow('holds a portal already')
    await expect(beginNewSeason({ ...task, portal: closable(again), to: path.join(to, 'other') })).rejects.toThrow(
      'is an archive already',
    )
  })
})

test('a demo is not made over data in a folder that nobody named', async () => {
  const dataDir = folderOfTest()
  const at = (isFolderNamed: boolean) => refuseUnnamed({ dataDir, isFolderNamed, courses: ['mbale', 'scd'] })
  at(false)
  await (await openPortal({ dataDir, slugs: ['scd'] })).close()
  expect(() => at(false)).toThrow('holds data: name the folder')
  at(true)
})
