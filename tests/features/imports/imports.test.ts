import { Readable } from 'node:stream'
import { describe, expect, test, vi } from 'vitest'
import { type ImportTable, importKinds } from '#server/domain/desk/imports.ts'
import { csvTableReader } from '#server/domain/terms/csv-table.ts'
import { seatMatrixCsv } from '#server/features/seats/seat-matrix/published.ts'
import { sampleCourses } from '#server/features/seats/seat-matrix/sample.ts'
import { seatMatrixStore } from '#server/features/seats/seat-matrix/store.ts'
import { readCsvPieces } from '#server/http/read-csv.ts'
import { ist } from '#server/kernel/time.ts'
import { slotsAt, visitor } from '#tests/features/centres/visitors.ts'
import { atDesk, deskBrowser } from '#tests/support/desk.ts'
import { tableKeeper } from '#tests/support/imports.ts'
import { asha, browser, faultsOf, openPortal, type TestPortal } from '#tests/support/portal.ts'

const staffHeader = 'login_name,full_name,role,centre,region,institute,active'
const centreHeader =
  'code,name_en,name_mr,district,address_en,address_mr,phone,place,directions_en,directions_mr,active'
const satara = 'FC07,"Facilitation Centre, Satara","सुविधा केंद्र, सातारा",Satara,Polytechnic Campus,तंत्रनिकेतन परिसर,,,,,yes'

/** Who is on the staff, by login name. */
const accounts = (portal: TestPortal) =>
  Object.fromEntries(portal.services.staff.list().map((account) => [account.loginName, account]))
const acts = (portal: TestPortal, like: string) =>
  portal.services.db.sqlite.prepare('SELECT act FROM audit_log WHERE act LIKE ? ORDER BY id').pluck().all(like)

describe('a table from a file', () => {
  test('is compared first, and changes nothing until somebody puts it in force', async () => {
    const portal = await openPortal()
    const keeper = await tableKeeper(portal)
    const before = await keeper.exported('centres')
    const file = await keeper.bring('centres', `${before}${satara}\r\n`)
    expect(file).toMatchObject({ state: 'prepared', faultCount: 0, mayApply: true })
    expect(file.counts).toEqual({ new: 1, changed: 0, gone: 0, unchanged: 6, lines: 7 })
    expect(await keeper.exported('centres')).toBe(before)
    expect((await keeper.apply(file.address)).status).toBe(303)
    expect(portal.services.directory.centre('FC07')).toMatchObject({ district: 'MH-satara', region: 'pune' })
    expect((await keeper.exported('centres')).split('\r\n')).toHaveLength(9)
    expect(acts(portal, 'imports.%')).toEqual([
      'imports.exported',
      'imports.read',
      'imports.exported',
      'imports.applied',
      'imports.exported',
    ])
  })

  test('what the portal exports, it reads back without a change, also in another order and with Windows line ends', async () => {
    const portal = await openPortal()
    const keeper = await tableKeeper(portal)
    const [header, ...lines] = (await keeper.exported('centres')).trimEnd().split('\r\n')
    const turned = [header, ...lines.reverse(), ',,,,,,', ''].join('\r\n')
    const file = await keeper.bring('centres', turned, { isWhole: 'true' })
    expect(file.counts).toEqual({ new: 0, changed: 0, gone: 0, unchanged: 6, lines: 6 })
    expect((await keeper.apply(file.address)).text).toContain('The file changes nothing.')
  })

  test('what a spreadsheet makes of it is read back too', async () => {
    const portal = await openPortal()
    const keeper = await tableKeeper(portal)
    const plus = satara.replace('परिसर,,', "परिसर,'+91 20 2550 6970,")
    await keeper.apply((await keeper.bring('centres', `${centreHeader}\n${plus}`)).address)
    expect(portal.services.directory.centre('FC07')).toMatchObject({ phone: '+91 20 2550 6970' })
    const exported = await keeper.exported('centres')
    expect(exported).toContain("'+91 20 2550 6970")
    const asTabs = exported.replaceAll(';', ',').replace(/("[^"]*")|,/g, (_, quoted) => quoted ?? '\t')
    const head = (text: string) => text.replace('name_en', ' Name EN ').replace('code', 'CODE')
    for (const [name, content] of [
      ['as it is', exported],
      ['Unicode text of Excel', Buffer.from(`\uFEFF${asTabs}`, 'utf16le')],
      ['semicolons', asTabs.replaceAll('\t', ';')],
      ['headers in another case, with spaces', head(exported)],
      ['empty cells and lines at the end', exported.replaceAll('\r\n', ',,,\r\n').concat(',,,,\r\n,,\r\n')],
      ['lines of an old Mac', exported.replaceAll('\r\n', '\r')],
      ['an apostrophe gone', exported.replace("'+91", '+91')],
    ] as const) {
      const file = await keeper.bring('centres', content, { isWhole: 'true' })
      expect(file.counts, `${name}: ${JSON.stringify(file.faults)}`).toMatchObject({
        new: 0,
        changed: 0,
        gone: 0,
        unchanged: 7,
      })
    }
  })

  test('a column that may be empty may be left out: entries keep what they have', async () => {
    const portal = await openPortal()
    const keeper = await tableKeeper(portal)
    const full = satara.replace('परिसर,,', 'परिसर,020 25506970,')
    await keeper.apply((await keeper.bring('centres', `${centreHeader}\n${full}`)).address)
    const short = 'code,name_en,name_mr,district,address_en,address_mr,active\n'
    const file = await keeper.bring(
      'centres',
      `${short}FC07,Satara centre,सातारा,MH-satara,Campus,परिसर,yes\nFC08,New,नवे,MH-pune,Road,रस्ता,yes`,
    )
    expect(file.counts).toMatchObject({ new: 1, changed: 1 })
    await keeper.apply(file.address)
    expect(portal.services.directory.centre('FC07')).toMatchObject({ phone: '020 25506970' })
    expect(portal.services.directory.centre('FC08')).toMatchObject({ phone: null })
  })

  test('a complete file ends what it leaves out; another file leaves it', async () => {
    const portal = await openPortal()
    const keeper = await tableKeeper(portal)
    const partial = await keeper.bring('centres', `${centreHeader}\n${satara}`)
    expect(partial.counts).toMatchObject({ new: 1, gone: 0 })
    const whole = await keeper.bring('centres', `${centreHeader}\n${satara}`, { isWhole: 'true' })
    expect(whole.counts).toMatchObject({ new: 1, gone: 6 })
    await keeper.apply(whole.address)
    expect(portal.services.directory.centres().map(({ code }) => code)).toEqual(['FC07'])
    expect(portal.services.directory.allCentres()).toHaveLength(7)
  })

  test('case 95: an entry that somebody changes in between makes the file stale, and nothing is written', async () => {
    const portal = await openPortal()
    const keeper = await tableKeeper(portal)
    const file = await keeper.bring(
      'centres',
      `${centreHeader}\n${satara}\n${satara.replace('FC07', 'FC01').replace('Satara,Poly', 'MH-mumbai-city,Poly')}`,
    )
    expect(file.counts).toMatchObject({ new: 1, changed: 1 })
    await keeper.post('centres', { intent: 'close', code: 'FC01' })
    const refused = await keeper.apply(file.address)
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('Entries have changed since the file was read')
    expect(portal.services.directory.centre('FC07')).toBeNull()
    expect(await keeper.report(file.address)).toMatchObject({ state: 'prepared' })
  })

  test('a file is put in force once, and a given-up file never', async () => {
    const portal = await openPortal()
    const keeper = await tableKeeper(portal)
    const file = await keeper.bring('centres', `${centreHeader}\n${satara}`)
    await keeper.apply(file.address)
    expect((await keeper.apply(file.address)).status).toBe(409)
    const other = await keeper.bring('centres', `${centreHeader}\n${satara.replace('FC07', 'FC08')}`)
    await keeper.post(other.address, { intent: 'discard' })
    expect((await keeper.apply(other.address)).status).toBe(409)
    expect(portal.services.directory.centre('FC08')).toBeNull()
  })

  test('case 72: a file whose process ended is refused whole, by a job', async () => {
    const portal = await openPortal()
    const keeper = await tableKeeper(portal)
    const file = await keeper.bring('centres', `${centreHeader}\n${satara}`)
    const { sqlite } = portal.services.db
    sqlite.prepare("UPDATE imports SET state = 'preparing' WHERE id = ?").run(file.id)
    portal.services.imports.failAbandoned()
    expect(await keeper.report(file.address)).toMatchObject({ state: 'failed', faultCount: 0, changes: [] })
    expect((await keeper.get(file.address)).text).toContain('Reading stopped halfway')
    expect((await keeper.apply(file.address)).status).toBe(409)
  })
})

describe('a bad file is refused whole, with a line for each fault', () => {
  const good = [centreHeader, satara].join('\n')
  const cases: [string, string | Buffer, { line: number; column: string | null; why: string }[]][] = [
    ['no line', centreHeader, [{ line: 1, column: null, why: 'empty' }]],
    ['nothing at all', '', [{ line: 1, column: null, why: 'empty' }]],
    ['UTF-16 without a mark', Buffer.from(good, 'utf16le'), [{ line: 1, column: null, why: 'encoding' }]],
    [
      'what a spreadsheet has destroyed',
      `${good}\nFC08,#N/A,????? ??,MH-pune,01-Feb,1.23E+11,########,,,,yes`,
      [
        { line: 3, column: 'name_en', why: 'sheet-error' },
        { line: 3, column: 'name_mr', why: 'letters-lost' },
        { line: 3, column: 'address_en', why: 'sheet-date' },
        { line: 3, column: 'address_mr', why: 'sheet-exponent' },
        { line: 3, column: 'phone', why: 'sheet-error' },
      ],
    ],
    [
      'a missing, an unknown and a doubled column',
      good.replace('district,', 'code,').replace('active', 'aktiv'),
      [
        { line: 1, column: 'district', why: 'column-missing' },
        { line: 1, column: 'active', why: 'column-missing' },
        { line: 1, column: 'aktiv', why: 'column-unknown' },
        { line: 1, column: 'code', why: 'column-twice' },
      ],
    ],
    ['an open quote', `${good}\n"FC08,`, [{ line: 3, column: null, why: 'quotes' }]],
    ['a key twice', `${good}\n${satara}`, [{ line: 3, column: null, why: 'twice' }]],
    ['too many cells', `${good}\nFC08,a,b,c,d,e,,,,,yes,more`, [{ line: 3, column: null, why: 'cells' }]],
    [
      'formulas and other bad cells',
      `${good}\nFC08,=1+1,@x,Nowhere,,"a\u0007b",1,"51.5,0.1",,"ब✓",perhaps`,
      [
        { line: 3, column: 'name_en', why: 'formula' },
        { line: 3, column: 'name_mr', why: 'formula' },
        { line: 3, column: 'district', why: 'value' },
        { line: 3, column: 'address_en', why: 'required' },
        { line: 3, column: 'address_mr', why: 'characters' },
        { line: 3, column: 'phone', why: 'value' },
        { line: 3, column: 'place', why: 'value' },
        { line: 3, column: 'directions_mr', why: 'unprintable' },
        { line: 3, column: 'active', why: 'value' },
      ],
    ],
    [
      'a text that is too long, and a district that changes',
      `${centreHeader}\nFC01,${'a'.repeat(121)},b,MH-pune,c,d,,,,,yes\nFC02,a,b,MH-nagpur,c,d,,,,,yes`,
      [
        { line: 2, column: 'name_en', why: 'long' },
        { line: 3, column: 'district', why: 'district-stays' },
      ],
    ],
  ]

  test.each(cases)('case 21: %s', async (_, content, faults) => {
    const portal = await openPortal()
    const keeper = await tableKeeper(portal)
    const before = portal.services.directory.allCentres()
    const file = await keeper.bring('centres', content)
    expect(file).toMatchObject({ state: 'failed', faultCount: faults.length })
    expect(file.faults).toMatchObject(faults)
    expect(file.changes).toEqual([])
    expect((await keeper.apply(file.address)).status).toBe(409)
    expect(portal.services.directory.allCentres()).toEqual(before)
  })

  test('case 21: every table reads what spreadsheets write, and refuses wrong columns, a key twice and formulas', async () => {
    const portal = await openPortal()
    const admin = { id: 1, loginName: 'admin', role: 'admin' } as const
    const whysOf = async ({ columns, keyOf }: ImportTable, content: Buffer | string) => {
      const reader = csvTableReader(columns, keyOf)
      const whys: string[] = []
      for await (const rows of readCsvPieces(Readable.from([Buffer.from(content)]), 10))
        for (const row of rows) {
          const taken = reader.take(row)
          if (!taken || !('faults' in taken)) continue
          whys.push(...taken.faults.map(({ column, why }) => `${column ?? ''} ${why}`))
          if (taken.isEnd) return whys
        }
      return whys
    }
    const tables = portal.services.imports.tables(admin)
    expect(tables.map(({ kind }) => kind).sort()).toEqual([...importKinds].sort())
    for (const table of tables) {
      const header = table.columns.map(({ name }) => name)
      const line = table.columns.map(({ example }) => `"${example}"`)
      const fileOf = (...lines: readonly (readonly string[])[]) => lines.map((cells) => cells.join(',')).join('\n')
      const good = fileOf(header, line)
      const formula = line.map((cell, place) => (place === 0 ? '=1+1' : cell))
      const of = (content: Buffer | string) => whysOf(table, content)
      expect([table.kind, await of(good)], 'its examples are right').toEqual([table.kind, []])
      expect(await of(Buffer.from(`\uFEFF${good}`, 'utf16le')), table.kind).toEqual([])
      expect(await of(good.replace(/("[^"]*")|,/g, (_, quoted) => quoted ?? '\t')), table.kind).toEqual([])
      expect(await of(fileOf(header.slice(1), line)), table.kind).toContain(`${header[0]} column-missing`)
      expect(await of(fileOf([...header, 'colour'], line)), table.kind).toEqual(['colour column-unknown'])
      expect(await of(fileOf([...header, header[0]!], line)), table.kind).toEqual([`${header[0]} column-twice`])
      expect(await of(fileOf(header, line, line)), table.kind).toEqual([' twice'])
      expect(await of(fileOf(header, formula)), table.kind).toEqual([`${header[0]} formula`])
    }
  })

  test('all faults are counted, and the first hundred are named', async () => {
    const portal = await openPortal()
    const keeper = await tableKeeper(portal)
    const bad = Array.from({ length: 150 }, (_, n) => `FC${100 + n},,,,,,,,,,`)
    const file = await keeper.bring('centres', [centreHeader, ...bad].join('\n'))
    expect(file.faultCount).toBe(150 * 6)
    expect(file.faults).toHaveLength(100)
    expect((await keeper.get(file.address)).text).toContain('800 more are not shown.')
    expect((await keeper.get(`${file.address}?lang=mr`)).text).toContain('आणखी 800 येथे दाखवलेली नाहीत.')
  })

  test('all warnings of a file without a fault are counted, and the first hundred are named with their lines', async () => {
    const portal = await openPortal()
    const keeper = await tableKeeper(portal)
    const odd = Array.from({ length: 130 }, (_, n) => `FC${100 + n},${4000 + n},केंद्र,Satara,Campus,परिसर,,,,,yes`)
    const file = await keeper.bring('centres', [centreHeader, ...odd].join('\n'))
    expect([file.faultCount, file.faults.length]).toEqual([130, 100])
    const page = await keeper.get(file.address)
    expect(page.text).toContain('30 more are not shown.')
    expect(page.text).toContain('Look at these values')
  })

  test('case 89: without a file, with two, or with an unknown table nothing is read', async () => {
    const portal = await openPortal()
    const keeper = await tableKeeper(portal)
    expect((await keeper.post('imports/centres', { intent: 'read' })).status).toBe(415)
    expect((await keeper.get('imports/secrets')).status).toBe(404)
    expect((await keeper.get('imports/centres/1')).status).toBe(404)
    const file = await keeper.bring('centres', `${centreHeader}\n${satara}`)
    expect((await keeper.get(file.address.replace('centres', 'staff'))).status).toBe(404)
    expect((await keeper.post('import-table.csv', { kind: 'secrets' })).status).toBe(404)
    expect((await keeper.post('import-template.csv', { kind: 'staff' })).text).toBe(
      `\uFEFF${staffHeader.replace('active', 'email,active')}\r\n`,
    )
  })
})

describe('staff from a file', () => {
  test('new accounts get a one-time password from a download, once, and log in with it', async () => {
    const portal = await openPortal()
    const keeper = await tableKeeper(portal)
    const file = await keeper.bring(
      'staff',
      `${staffHeader}\nSO.Pune.1,Meera Joshi,so,,pune,,yes\nfc.pune.9,Anil More,fc,fc02,,,yes\n`,
    )
    expect(file.counts).toMatchObject({ new: 2 })
    await keeper.apply(file.address)
    expect(accounts(portal)['so.pune.1']).toMatchObject({ region: 'pune', hasNoPassword: true })
    for (const password of ['', 'Desk-Passw0rd']) {
      const door = await deskBrowser(portal).post('login/so', { loginName: 'so.pune.1', password })
      expect(door.status).toBeGreaterThanOrEqual(400)
    }
    const given = await keeper.post('one-time-passwords.csv')
    const [, line] = /so\.pune\.1,Meera Joshi,so,pune,(\S+)/.exec(given.text)!
    expect((await deskBrowser(portal).post('login/so', { loginName: 'so.pune.1', password: line! })).status).toBe(303)
    expect(accounts(portal)['so.pune.1']).toMatchObject({ hasNoPassword: false, mustChangePassword: true })
    expect((await keeper.post('one-time-passwords.csv')).text).not.toContain('so.pune.1')
    expect(acts(portal, 'staff.passwords%')).toHaveLength(2)
  })

  test('an account moves and ends; its sessions end with it', async () => {
    const portal = await openPortal()
    const keeper = await tableKeeper(portal)
    const officer = await atDesk(portal, 'so', 'so.1')
    const other = await atDesk(portal, 'so', 'so.2')
    const file = await keeper.bring(
      'staff',
      `${staffHeader}\nso.1,Person of so,so,,nagpur,,yes\nso.2,Person of so,so,,,,no`,
    )
    expect(file.counts).toMatchObject({ changed: 2 })
    await keeper.apply(file.address)
    expect(accounts(portal)['so.1']).toMatchObject({ region: 'nagpur', isDisabled: false })
    expect(accounts(portal)['so.2']).toMatchObject({ isDisabled: true })
    for (const desk of [officer, other]) expect((await desk.get('home')).status).toBe(303)
  })

  test('case 95: of two admins one puts a file in force; a fault midway and an account that changed leave nothing', async () => {
    const portal = await openPortal()
    const { sqlite } = portal.services.db
    const [keeper, second] = [await tableKeeper(portal), await tableKeeper(portal, 'second')]
    await atDesk(portal, 'so', 'so.1')
    await atDesk(portal, 'so', 'so.2')
    const moved = `${staffHeader}\nso.1,Meera Joshi,so,,nagpur,,no\nso.9,Anil More,so,,pune,,no`
    const file = await keeper.bring('staff', moved)
    const other = await second.bring('staff', `${staffHeader}\nso.1,Person of so,so,,,,no`)
    const before = accounts(portal)

    sqlite.exec("CREATE TEMP TRIGGER fault BEFORE INSERT ON main.staff_changes BEGIN SELECT RAISE(ABORT, 'fault'); END")
    expect((await keeper.apply(file.address)).status).toBe(500)
    expect(accounts(portal)).toEqual(before)
    sqlite.exec('DROP TRIGGER temp.fault')

    expect((await keeper.apply(file.address)).status).toBe(303)
    expect((await second.apply(file.address)).status).toBe(409)
    expect((await second.apply(other.address)).text).toContain('Entries have changed since the file was read')
    expect(accounts(portal)).toMatchObject({
      'so.1': { fullName: 'Meera Joshi', region: 'nagpur', isDisabled: true },
      'so.2': before['so.2'],
      'so.9': { isDisabled: true, hasNoPassword: true },
    })
    const open = await keeper.bring('staff', moved.replaceAll(',no', ',yes'))
    await keeper.apply(open.address)
    expect(accounts(portal)).toMatchObject({ 'so.1': { isDisabled: false }, 'so.9': { isDisabled: false } })
    const notes = sqlite.prepare(
      "SELECT kind, login_name AS name FROM staff_changes WHERE login_name IN ('so.1', 'so.9') ORDER BY id",
    )
    expect(notes.all()).toEqual([
      { kind: 'create', name: 'so.9' },
      { kind: 'edit', name: 'so.1' },
      { kind: 'enable', name: 'so.1' },
      { kind: 'enable', name: 'so.9' },
    ])
  })

  test('case 82: neither an admin, nor the own account, nor an unknown place', async () => {
    const portal = await openPortal()
    const keeper = await tableKeeper(portal)
    await atDesk(portal, 'admin', 'second')
    await atDesk(portal, 'so', 'so.1')
    const file = await keeper.bring(
      'staff',
      [
        staffHeader,
        'keeper,Somebody Else,admin,,,,yes',
        'second,Person of admin,admin,,,,no',
        'so.1,Person of so,admin,,,,yes',
        'third,New Admin,admin,,,,yes',
        'fc.9,Anil More,fc,FC99,,,yes',
        'fc.8,Anil More,fc,,,,yes',
        'inst.1,Anil More,institute,,,7777,yes',
        'so.3,Anil More,so,FC02,,,yes',
        'so.4,Anil More,boss,,,,yes',
      ].join('\n'),
    )
    expect(file.faults.map(({ line, column, why }) => [line, column, why])).toEqual([
      [2, 'login_name', 'own-account'],
      [3, 'role', 'admin-account'],
      [4, 'role', 'admin-account'],
      [5, 'role', 'admin-account'],
      [6, 'centre', 'unknown'],
      [7, 'centre', 'required'],
      [8, 'institute', 'unknown'],
      [9, 'centre', 'place-unused'],
      [10, 'role', 'value'],
    ])
    expect(accounts(portal)).not.toHaveProperty(['third'])
  })

  test('a complete file leaves the admins as they are', async () => {
    const portal = await openPortal()
    const keeper = await tableKeeper(portal)
    await atDesk(portal, 'so', 'so.1')
    const file = await keeper.bring('staff', `${staffHeader}\nso.9,Meera Joshi,so,,,,yes`, { isWhole: 'true' })
    expect(file.counts).toMatchObject({ new: 1, gone: 1 })
    await keeper.apply(file.address)
    expect(accounts(portal).keeper).toMatchObject({ isDisabled: false })
    expect(accounts(portal)['so.1']).toMatchObject({ isDisabled: true })
  })
})

describe('slots from a file', () => {
  const header = 'centre,day,from,until,places'

  test('are added, changed and removed; a booked one stays, and none may overlap', async () => {
    const portal = await openPortal()
    portal.clock.set(ist('2024-07-22 11:30'))
    const keeper = await tableKeeper(portal)
    const first = await keeper.bring(
      'slots',
      `${header}\nFC02,2024-07-25,9:30,10:00,4\nFC02,25-07-2024,10:00,10:30,4\nFC02,26/07/2024,10:00,10:30,4`,
    )
    expect([first.faults, first.counts.new]).toEqual([[], 3])
    await keeper.apply(first.address)
    expect(await keeper.exported('slots')).toContain('FC02,2024-07-25,09:30,10:00,4')
    const bad = await keeper.bring(
      'slots',
      `${header}\nFC02,2024-07-25,10:15,10:45,4\nFC02,2024-07-27,10:00,10:30,4\nFC02,2024-07-27,10:20,10:40,4\nFC77,2024-07-27,10:00,10:30,4\nFC02,2024-07-20,10:00,10:30,4\nFC02,2024-02-31,10:00,10:30,4\nFC02,2024-07-28,10:00,10:00,4`,
    )
    expect(bad.faults.map(({ line, why }) => [line, why])).toEqual([
      [2, 'slot-overlaps'],
      [4, 'slot-overlaps'],
      [5, 'unknown'],
      [6, 'slot-past'],
      [7, 'value'],
      [8, 'slot-short'],
    ])
    const whole = await keeper.bring('slots', `${header}\nFC02,2024-07-25,09:30,10:30,6`, { isWhole: 'true' })
    expect(whole.counts).toMatchObject({ changed: 1, gone: 2 })
    await keeper.apply(whole.address)
    expect((await keeper.exported('slots')).trimEnd().split('\r\n')).toEqual([header, 'FC02,2024-07-25,09:30,10:30,6'])
  })

  type Booked = { told: number; kept: number }
  type Touching = {
    booked: Booked | null
    countsCandidates: boolean
    changes: { key: string; touched: number | null }[]
  }
  /** What a report says about booked candidates. */
  async function touchedIn(keeper: Awaited<ReturnType<typeof tableKeeper>>, address: string, change: string) {
    const { booked, changes } = (await keeper.report(`${address}?change=${change}`)) as unknown as Touching
    return { booked, touched: changes.map(({ key, touched }) => [key, touched]) }
  }

  /** A portal with two slots of two places at Pune's centre, the first of them booked by Asha, and an admin. */
  async function booked() {
    const portal = await openPortal()
    const [slot, next] = slotsAt(portal, 'FC02', 2, 2)
    const candidate = await visitor(portal)
    expect((await portal.api('PUT', `appointments/${slot}`, {}, candidate.from)).status).toBe(200)
    return { portal, candidate, next: next!, keeper: await tableKeeper(portal) }
  }

  test('the report says how many booked candidates each line touches, and they are told once', async () => {
    const { portal, candidate, keeper } = await booked()
    const file = await keeper.bring(
      'slots',
      `${header}\nFC02,2024-08-02,10:00,10:20,2\nFC02,2024-08-02,10:30,10:50,2\nFC02,2024-08-03,10:00,10:30,2`,
    )
    expect(file.counts).toMatchObject({ new: 1, changed: 2 })
    expect(await touchedIn(keeper, file.address, 'changed')).toEqual({
      booked: { told: 1, kept: 0 },
      touched: [
        ['FC02 2024-08-02 10:00', 1],
        ['FC02 2024-08-02 10:30', 0],
      ],
    })
    expect(await touchedIn(keeper, file.address, 'new')).toMatchObject({ touched: [['FC02 2024-08-03 10:00', null]] })
    expect((await keeper.get(file.address)).text).toContain(
      '1 booked candidate is told that the appointment ends at another time.',
    )
    expect(await portal.sentTo(asha.mobile, 'appointment-new-end')).toBe(0)
    expect((await keeper.apply(file.address)).status).toBe(303)
    expect((await keeper.apply(file.address)).status, 'a second press').toBe(409)
    expect(await portal.sentTo(asha.mobile, 'appointment-new-end')).toBe(1)
    expect(await portal.sentTo(asha.email, 'appointment-new-end')).toBe(1)
    expect(portal.services.centres.appointment(candidate.actor.candidateId)).toMatchObject({
      endsAt: ist('2024-08-02 10:20'),
    })
    // Once it is in force, the report counts nobody whom it could still touch.
    expect(await touchedIn(keeper, file.address, 'changed')).toMatchObject({ booked: null })
    const again = await keeper.bring('slots', `${header}\nFC02,2024-08-02,10:00,10:20,2`)
    expect(again.counts).toMatchObject({ changed: 0, unchanged: 1 })
  })

  test('whoever has booked keeps a slot that loses places, and the report counts them; a removed slot has no booking', async () => {
    const { portal, keeper } = await booked()
    const file = await keeper.bring('slots', `${header}\nFC02,2024-08-02,10:00,10:30,1`, { isWhole: 'true' })
    expect(await touchedIn(keeper, file.address, 'changed')).toEqual({
      booked: { told: 0, kept: 1 },
      touched: [['FC02 2024-08-02 10:00', 1]],
    })
    expect(await touchedIn(keeper, file.address, 'gone')).toMatchObject({
      touched: [['FC02 2024-08-02 10:30', 0]],
    })
    const { text } = await keeper.get(file.address)
    expect(text).toContain('1 booked candidate has a slot that loses places, and keeps the appointment.')
    expect(text).not.toContain('No booked candidate is affected.')
    expect((await keeper.apply(file.address)).status).toBe(303)
    expect(await portal.sentTo(asha.mobile, 'appointment-new-end')).toBe(0)
    expect((await keeper.exported('slots')).trimEnd().split('\r\n')).toEqual([header, 'FC02,2024-08-02,10:00,10:30,1'])
    const more = await keeper.bring('slots', `${header}\nFC02,2024-08-02,10:00,10:30,5`)
    expect(await touchedIn(keeper, more.address, 'changed')).toEqual({
      booked: { told: 0, kept: 0 },
      touched: [['FC02 2024-08-02 10:00', 0]],
    })
    expect((await keeper.get(more.address)).text).toContain('No booked candidate is affected.')
  })

  test('no booking is lost: neither to a file that leaves its slot out, nor to one that gives it too few places', async () => {
    const { portal, candidate, next, keeper } = await booked()
    const without = await keeper.bring('slots', `${header}\nFC02,2024-08-02,10:30,11:00,2`, { isWhole: 'true' })
    expect(without.faults).toMatchObject([{ why: 'slot-booked', params: { count: 1 } }])
    const ravi = { ...asha, fullName: 'Ravi Suresh More', email: 'ravi@example.org', mobile: '9876500002' }
    const other = await visitor(portal, ravi)
    const whole = await keeper.bring('slots', `${header}\nFC02,2024-08-02,10:00,10:20,1`, { isWhole: 'true' })
    expect(whole.faults).toEqual([])
    // Somebody books the slot that the file removes, before it is put in force.
    expect((await portal.api('PUT', `appointments/${next}`, {}, other.from)).status).toBe(200)
    expect((await keeper.apply(whole.address)).status).toBe(409)
    expect(portal.services.centres.appointment(candidate.actor.candidateId)).toMatchObject({
      endsAt: ist('2024-08-02 10:30'),
    })
    expect(await portal.sentTo(asha.mobile, 'appointment-new-end'), 'nothing has changed').toBe(0)
    // Both now want the first slot: one place is too few.
    await keeper.apply((await keeper.bring('slots', `${header}\nFC02,2024-08-02,10:00,10:30,3`)).address)
    const [first] = portal.services.db.sqlite.prepare('SELECT min(id) FROM centre_slots').pluck().all()
    expect((await portal.api('PUT', `appointments/${first}`, {}, other.from)).status).toBe(200)
    const few = await keeper.bring('slots', `${header}\nFC02,2024-08-02,10:00,10:30,1`)
    expect(few.faults).toMatchObject([{ line: 2, column: 'places', why: 'slot-booked', params: { count: 2 } }])
  })
})

describe('institutes from a file', () => {
  /** A portal whose seat matrix waits for its second person, with two admins. */
  async function withMatrix() {
    const portal = await openPortal()
    const keeper = await tableKeeper(portal)
    const second = await tableKeeper(portal, 'second')
    const actor = { id: keeper.id, loginName: 'keeper', role: 'admin' as const }
    const taken = portal.services.seatMatrix.importText(actor, 'seats.csv', [...seatMatrixCsv(sampleCourses)].join(''))
    if (!taken.ok) throw new Error(JSON.stringify(taken.refusal))
    return { portal, keeper, second }
  }

  test('facts come in for institutes of the seat matrix only, and go out as they came', async () => {
    const { portal, keeper } = await withMatrix()
    const header =
      'institute_code,name_mr,address,address_mr,phone,email,website,hostel,facilities,place,directions_en,directions_mr'
    const line =
      '9001,नमुना संस्था,"1, Station Road","1, स्टेशन रोड",020 25506970,office@example.org,https://www.example.org,both,library internet,"18.53,73.84",By bus 4,बस क्र. 4'
    const bad = await keeper.bring(
      'institutes',
      `${header}\n${line}\n7777,,,,,,,,,,,\n9002,,,,+91 20,x,ftp://a,all,pool,here,,`,
    )
    expect(bad.faults.map(({ line, column, why }) => [line, column, why])).toEqual([
      [3, 'institute_code', 'unknown'],
      [4, 'phone', 'value'],
      [4, 'email', 'value'],
      [4, 'website', 'value'],
      [4, 'hostel', 'value'],
      [4, 'facilities', 'value'],
      [4, 'place', 'value'],
    ])
    const file = await keeper.bring('institutes', `${header}\n${line}`)
    await keeper.apply(file.address)
    expect(portal.services.directory.institute('9001')).toMatchObject({
      nameMr: 'नमुना संस्था',
      address: '1, Station Road',
      addressMr: '1, स्टेशन रोड',
      hostel: 'both',
      facilities: ['library', 'internet'],
      place: '18.53,73.84',
      directions: { en: 'By bus 4', mr: 'बस क्र. 4' },
    })
    expect(await keeper.exported('institutes')).toBe(`${header}\r\n${line}\r\n`)

    const moved = '9001,,,,,,,,,,केवळ मराठी,'
    const next = await keeper.bring('institutes', `${header}\n${moved}\n9002,,,,,,,,library,,,बस क्र. 5`)
    expect(next.counts).toMatchObject({ new: 1, changed: 1 })
    await keeper.apply(next.address)
    expect(portal.services.directory.institute('9002')).toMatchObject({ facilities: ['library'], website: null })
    const both = await keeper.exported('institutes')
    expect(both).toContain('9001,,,,,,,,,,केवळ मराठी,केवळ मराठी')
    const whole = await keeper.bring('institutes', `${both.split('\r\n')[0]}\n${both.split('\r\n')[2]}`, {
      isWhole: 'true',
    })
    expect(whole.counts).toMatchObject({ gone: 1, unchanged: 1 })
    await keeper.apply(whole.address)
    expect(portal.services.directory.institute('9001')).toBeNull()

    // One search in an index for each line, however many institutes there are.
    const { sqlite } = portal.services.db
    const statements = vi.spyOn(sqlite, 'prepare')
    seatMatrixStore(portal.services.db)
    const lookups = statements.mock.calls
      .map(([sql]) => sql)
      .filter((sql) => sql.startsWith('SELECT 1 FROM seat_matrix'))
    const plans = lookups.map((sql) =>
      sqlite
        .prepare<string, { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
        .all('9001')
        .map(({ detail }) => detail),
    )
    expect(plans.map((steps) => steps.filter((step) => step.startsWith('SEARCH c')).length)).toEqual([1, 1])
  })

  test('case 18: annual fees and bank accounts need a second person', async () => {
    const { portal, keeper, second } = await withMatrix()
    const fees = await keeper.bring('course-fees', 'choice_code,annual_fee\n900110110,84000')
    expect([fees.faults, fees.mayApply]).toEqual([[], false])
    expect((await keeper.apply(fees.address)).status).toBe(403)
    expect(portal.services.directory.annualFee('900110110')).toBeNull()
    expect((await second.apply(fees.address)).status).toBe(303)
    expect(portal.services.directory.annualFee('900110110')).toBe(8_400_000)
  })

  test('case 15: the bank account is shown to the cell and to its institute alone', async () => {
    const { portal, keeper, second } = await withMatrix()
    const header = 'institute_code,account_holder,account_number,ifsc,bank,branch'
    const line = '9001,"Principal, Sample Institute",000123456789,SBIN0000001,Sample Bank,Pune'
    const file = await keeper.bring('institute-accounts', `${header}\n${line}`)
    await second.apply(file.address)
    const { seatMatrix } = portal.services
    seatMatrix.publish({ id: second.id, loginName: 'second', role: 'admin' }, 1, seatMatrix.seen(1)!)
    const own = await atDesk(portal, 'institute', 'inst.9001', { institute: '9001' })
    expect((await own.get('institute-seats')).text).toContain('000123456789')
    const other = await atDesk(portal, 'institute', 'inst.9002', { institute: '9002' })
    expect((await other.get('institute-seats')).text).not.toContain('000123456789')
    expect((await browser(portal).get('institude-list/9001')).text).not.toContain('000123456789')
    for (const role of ['institute', 'fc', 'so', 'ro'] as const) {
      const desk = await atDesk(portal, role, `one.${role}`)
      expect((await desk.get(file.address)).status).toBe(403)
      expect((await desk.post('import-table.csv', { kind: 'institute-accounts' })).status).toBe(403)
    }
  })
})

describe('an account at the desk', () => {
  const meera = { fullName: 'Meera Joshi', role: 'so', region: 'nagpur' }

  test('is edited and moved by one admin; its logins end', async () => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const officer = await atDesk(portal, 'so')
    expect((await admin.get(`staff/${officer.id}`)).text).toContain('Name, role and place')
    expect(
      (await admin.post(`staff/${officer.id}`, { ...meera, role: 'fc', region: '', centre: ' fc 02' })).status,
    ).toBe(303)
    expect(accounts(portal).so).toMatchObject({ role: 'fc', centre: 'FC02' })
    expect((await admin.post(`staff/${officer.id}`, meera)).status).toBe(303)
    expect(accounts(portal).so).toMatchObject({ fullName: 'Meera Joshi', region: 'nagpur' })
    expect((await officer.get('home')).status).toBe(303)
    expect(acts(portal, 'staff.edited')).toHaveLength(2)
    for (const [change, field] of [
      [{ role: 'fc', centre: 'FC99' }, 'centre'],
      [{ role: 'institute', institute: '7777' }, 'institute'],
      [{ role: 'ro', region: '' }, 'region'],
    ] as const)
      expect(faultsOf(await admin.post(`staff/${officer.id}`, { ...meera, ...change }))).toHaveProperty(field)
  })

  test('case 82: nobody promotes, demotes or edits an admin alone, nor their own account', async () => {
    const portal = await openPortal()
    const admin = await atDesk(portal, 'admin')
    const second = await atDesk(portal, 'admin', 'second')
    const officer = await atDesk(portal, 'so')
    await admin.post(`staff/${officer.id}`, { ...meera, role: 'admin' })
    await admin.post(`staff/${second.id}`, meera)
    expect(accounts(portal)).toMatchObject({ so: { role: 'so' }, second: { role: 'admin' } })
    expect((await admin.post(`staff/${admin.id}`, meera)).status).toBe(422)
    for (const change of ['1', '2']) await admin.post('staff', { decision: 'release', change })
    expect(accounts(portal)).toMatchObject({ so: { role: 'so' }, second: { role: 'admin' } })
    await second.post('staff', { decision: 'release', change: '1' })
    expect(accounts(portal).so).toMatchObject({ role: 'admin', region: null })
  })
})

describe('what a spreadsheet changes without a trace', () => {
  const header = 'institute_code,account_holder,account_number,ifsc,bank,branch'
  const account = (number: string, code: string) =>
    `${code},"Principal, Example Institute",${number},SBIN0000001,Bank,Main`

  async function withInstitutes() {
    const portal = await openPortal()
    const keeper = await tableKeeper(portal)
    const second = await tableKeeper(portal, 'second')
    const actor = { id: keeper.id, loginName: 'keeper', role: 'admin' as const }
    const taken = portal.services.seatMatrix.importText(actor, 'seats.csv', [...seatMatrixCsv(sampleCourses)].join(''))
    if (!taken.ok) throw new Error(JSON.stringify(taken.refusal))
    return { keeper, second, codes: [...new Set(sampleCourses.map(({ instituteCode }) => instituteCode))] }
  }

  test('is asked about before a file is put in force, and not a second time', async () => {
    const { keeper, second, codes } = await withInstitutes()
    const [one, two] = codes
    const first = await keeper.bring(
      'institute-accounts',
      [header, account("'000123456789", one!), account('"=""000223456789"""', two!)].join('\n'),
    )
    expect([first.state, first.faults]).toEqual(['prepared', []])
    expect((await second.apply(first.address)).status).toBe(303)
    const file = await keeper.bring(
      'institute-accounts',
      [header, account('123456789', one!), account('22345678', two!)].join('\n'),
    )
    expect(file.state).toBe('prepared')
    expect(file.faults).toMatchObject([
      { line: 2, column: 'account_number', why: 'zeros-gone', params: { value: '123456789', old: '000123456789' } },
      { line: 3, column: 'account_number', why: 'digits-fewer' },
    ])
    const refused = await second.apply(file.address)
    expect([refused.status, faultsOf(refused).checked]).toEqual([
      422,
      expect.stringContaining('confirm that they are right'),
    ])
    expect((await second.post(file.address, { intent: 'apply', checked: 'true' })).status).toBe(303)
    const again = await keeper.bring('institute-accounts', await keeper.exported('institute-accounts'), {
      isWhole: 'true',
    })
    expect([again.counts, again.faults]).toMatchObject([{ new: 0, changed: 0, gone: 0, unchanged: 2 }, []])
  })

  test.each([
    ['a short number of a new account', '12345', 'digits-few'],
    ['a number that ends in 000 after fifteen digits', '1234567890123000', 'digits-rounded'],
  ])('%s is doubted', async (_, number, why) => {
    const { keeper, codes } = await withInstitutes()
    const file = await keeper.bring('institute-accounts', `${header}\n${account(number.padStart(6, '1'), codes[0]!)}`)
    expect(file.faults.map((fault) => fault.why)).toEqual([why])
  })

  test('a number shortened to an exponent is refused, with its value', async () => {
    const { keeper, codes } = await withInstitutes()
    const file = await keeper.bring('institute-accounts', `${header}\n${account('1.23457E+17', codes[0]!)}`)
    expect(file.faults).toMatchObject([
      { line: 2, column: 'account_number', why: 'sheet-exponent', params: { value: '1.23457E+17' } },
    ])
    expect((await keeper.get(file.address)).text).toContain('1.23457E+17')
  })
})
