import path from 'node:path'
import { expect, test } from 'vitest'
import { archivePortal, restorePortalArchive } from '#server/commands/archive.ts'
import { beginNewSeason } from '#server/commands/new-season.ts'
import type { Config } from '#server/config.ts'
import { mbale } from '#server/courses/courses.ts'
import { ist } from '#server/kernel/time.ts'
import { runOf, somebody } from '#tests/features/allotment/published-round.ts'
import { tableKeeper } from '#tests/support/imports.ts'
import { browser, folderOfTest, openPortal, type TestPortal, viewOf } from '#tests/support/portal.ts'

const header = 'academic_year,round,choice_code,seat_type,last_number,listed,admitted,vacant'
const file = (...lines: string[]) => [header, ...lines].join('\n')

/** A seat matrix in force: the demo's, with nobody in it. */
const withSeats = (more: Parameters<typeof openPortal>[0] = {}) => openPortal({ mode: 'demo', cohort: 0, ...more })

const closings = (portal: TestPortal) =>
  portal.services.db.sqlite.prepare('SELECT * FROM past_closings ORDER BY 1, 2, 3, 4').all() as Record<
    string,
    unknown
  >[]

test('closing merits of earlier seasons come from a file, and the institute shows three years side by side', async () => {
  const portal = await withSeats()
  const keeper = await tableKeeper(portal, 'keeper')
  const refused = await keeper.bring(
    'past-closings',
    file(
      '2024-2025,1,900110110,GOPENS,31,290,12,0',
      '2023-2025,1,900110110,GOPENS,31,290,12,0',
      '2023-2024,1,900110110,GOPENS,310,290,12,0',
      '2023-2024,1,900110110,LOPENS,,290,3,0',
      '2023-2024,1,900110110,AI,4,290,9,0',
      '2023-2024,1,900110110,EWS,,290,0,0',
      '2023-2024,1,900110110,GOLD,4,290,1,0',
      '2023-2024,1,900110110,=1+1,4,290,1,0',
    ),
  )
  expect(refused.faults.map(({ line, column, why }) => [line, column, why])).toEqual([
    [2, 'academic_year', 'season-not-earlier'],
    [3, 'academic_year', 'season-not-earlier'],
    [4, 'last_number', 'closing-beyond'],
    [5, 'last_number', 'closing-nobody'],
    [6, 'admitted', 'closing-more'],
    [7, 'vacant', 'closing-empty'],
    [8, 'seat_type', 'value'],
    [9, 'seat_type', 'formula'],
  ])
  expect(closings(portal)).toEqual([])
  const good = file(
    '2021-2022,1,900110110,GOPENS,999,3000,12,0',
    '2022-2023,1,900110110,GOPENS,41,300,12,0',
    '2023-2024,1,900110110,GOPENS,31,290,12,0',
    '2023-2024,2,900110110,GOPENS,77,290,4,0',
    '2023-2024,1,900110110,PWDOPENS,250,290,1,0',
    '2023-2024,1,900110110T,TFWS,66,290,3,0',
  )
  const taken = await keeper.bring('past-closings', good)
  expect(taken.counts).toMatchObject({ new: 6 })
  await keeper.apply(taken.address)
  expect((await keeper.bring('past-closings', good)).counts, 'read again, it changes nothing').toMatchObject({
    unchanged: 6,
  })
  const page = await browser(portal).get('institude-list/9001')
  const { past } = viewOf<{ data: { past: { years: string[]; byCode: Record<string, unknown> } } }>(page).data
  expect(past).toEqual({
    years: ['2023-2024', '2022-2023'],
    byCode: {
      '900110110': [
        {
          seatType: 'GOPENS',
          years: [
            [
              { round: 1, merit: 31 },
              { round: 2, merit: 77 },
            ],
            [{ round: 1, merit: 41 }],
          ],
        },
        // Whose seat it was would show in the type, so that special ones are one row, the waiver's among them.
        { seatType: 'Special', years: [[{ round: 1, merit: 250 }], []] },
      ],
    },
  })
  for (const shown of ['2023-2024', '2022-2023', '2024-2025']) expect(page.text).toContain(`>${shown}</span></th>`)
  expect((await browser(portal).get('institude-list/9001?lang=mr')).text).toContain('मागील वर्षांचा')
})

test('a season that ends leaves its closing merits to the next one, by the command and by its archive', async () => {
  const [dataDir, next, archives, old] = [folderOfTest(), folderOfTest(), folderOfTest(), folderOfTest()]
  const portal = await openPortal({ mode: 'demo', cohort: 30, dataDir })
  await portal.ask('POST', '/demo/clock', { body: { phase: 'round-1-allotment' } })
  const own = portal.services.pastSeasons.own()
  const ran = own.filter(({ merit }) => merit !== null)
  expect(new Set(ran.map(({ round }) => round))).toEqual(new Set([1]))
  const csv = [...portal.services.pastSeasons.ownCsv()].join('')

  const archived = await archivePortal({
    portal: portal.services,
    mode: 'demo',
    to: archives,
    software: '0.1.0',
  })
  const config = { mode: 'demo', dataDir: old, courses: ['mbale'] } as unknown as Config
  restorePortalArchive({ file: archived.file, config, migrations: 'migrations', now: portal.clock.real() })
  const restored = await openPortal({ dataDir: old, mode: 'live', config: { mode: 'demo' } })
  expect([...restored.services.pastSeasons.ownCsv()].join('')).toBe(csv)

  const later = await openPortal({ course: { academicYear: '2025-2026' } })
  const keeper = await tableKeeper(later)
  const brought = await keeper.bring('past-closings', csv)
  expect(brought).toMatchObject({ faultCount: 0, counts: { new: own.length } })
  await keeper.apply(brought.address)
  expect(closings(later)).toHaveLength(own.length)

  const earlier = closings(portal).length
  const closable = (one: TestPortal) => ({ ...one.services, close: one.close })
  await beginNewSeason({
    portal: closable(portal),
    course: mbale,
    mode: 'demo',
    software: '0.1.0',
    archives: path.join(archives, 'again'),
    to: next,
    ask: async (_, __, suggested) => suggested,
    open: async (folder) =>
      closable(
        await openPortal({
          dataDir: folder,
          isDated: false,
          isOpened: false,
          at: ist('2025-05-02 10:00'),
          config: { mode: 'demo' },
        }),
      ),
  })
  const begun = await openPortal({
    dataDir: next,
    isDated: false,
    isOpened: false,
    at: ist('2025-05-02 10:00'),
    config: { mode: 'demo' },
  })
  expect(closings(begun)).toHaveLength(earlier + own.length)
  expect(begun.services.pastSeasons.years()).toEqual(['2024-2025', '2023-2024'])
})

test("a live season's archive gives its closing merits to a live portal of a later season", async () => {
  const [dataDir, archives, old] = [folderOfTest(), folderOfTest(), folderOfTest()]
  const portal = await openPortal({ dataDir })
  const [choiceCode, seatType] = ['301510110', 'LSCS']
  runOf(portal, {
    courses: [{ choiceCode, seats: { LSCS: 1 } }],
    placed: [
      {
        ...somebody(portal, 'ML24100001', 'Asha Patil'),
        state: 1,
        allIndia: 1,
        seat: { choiceCode, seatType, preference: 1 },
      },
    ],
    closing: [[choiceCode, seatType, 1]],
  })
  const csv = [...portal.services.pastSeasons.ownCsv()].join('')
  expect(csv).toContain('2024-2025,1,301510110,LSCS,1,1,')
  const archived = await archivePortal({
    portal: portal.services,
    mode: 'live',
    to: archives,
    software: '0.1.0',
  })
  const config = { mode: 'live', dataDir: old, courses: ['mbale'] } as unknown as Config
  const { note } = restorePortalArchive({
    file: archived.file,
    config,
    migrations: 'migrations',
    now: portal.clock.real(),
  })
  const restored = await openPortal({ dataDir: old })
  expect([note.mode, restored.services.archive === null]).toEqual(['live', false])
  expect([...restored.services.pastSeasons.ownCsv()].join('')).toBe(csv)

  const later = await openPortal({ course: { academicYear: '2025-2026' } })
  const keeper = await tableKeeper(later)
  const brought = await keeper.bring('past-closings', csv)
  expect(brought).toMatchObject({ faultCount: 0 })
  await keeper.apply(brought.address)
  expect(closings(later)).toMatchObject([{ academic_year: '2024-2025', seat_type: 'LSCS', merit: 1 }])
})

test('what is read in a transaction that is then taken back is not remembered', async () => {
  const portal = await withSeats()
  const { pastSeasons, db } = portal.services
  const code = '900110110'
  const closing = (academicYear: string, merit: number) =>
    ({
      academicYear,
      round: 1,
      choiceCode: code,
      seatType: 'GOPENS',
      merit,
      listed: 300,
      admitted: 12,
      vacant: 0,
    }) as const
  const shown = () => [
    pastSeasons.years(),
    pastSeasons.figuresAt([code], ['GOPENS'], 1).map(({ merit }) => merit),
    pastSeasons.sideBySide([code])?.years ?? [],
    pastSeasons.chances(1) === null,
  ]
  pastSeasons.keep([closing('2022-2023', 41)])
  const before = [['2022-2023'], [41], ['2022-2023'], true]
  // Known already, not yet known, and forgotten just before: the same in each case.
  for (const isAsked of [true, false]) {
    if (isAsked) expect(shown()).toEqual(before)
    expect(() =>
      db.transact(() => {
        pastSeasons.keep([closing('2023-2024', 31), closing('2022-2023', 99)])
        const [years, merits] = shown() as [string[], number[]]
        expect([years, [...merits].sort()]).toEqual([
          ['2023-2024', '2022-2023'],
          [31, 99],
        ])
        throw new Error('taken back')
      }),
    ).toThrow('taken back')
    expect(shown()).toEqual(before)
    pastSeasons.keep([])
  }
  db.transact(() => {
    pastSeasons.keep([closing('2023-2024', 31)])
    shown()
  })
  expect(shown()).toEqual([['2023-2024', '2022-2023'], [31, 41], ['2023-2024', '2022-2023'], true])
})
