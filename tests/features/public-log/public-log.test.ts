import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { logKeyOf } from '#server/adapters/log-files.ts'
import { fromBase64, readCheckpoint, readNote, signatureKinds, writtenKey } from '#server/domain/log/note.ts'
import { rootFrom } from '#server/domain/log/tree.ts'
import { ForkedLog } from '#server/features/operations/public-log/service.ts'
import { days, minutes } from '#server/kernel/time.ts'
import { atDesk } from '#tests/support/desk.ts'
import { folderOfTest, openPortal, type TestPortal } from '#tests/support/portal.ts'
import { look, type Mirror, readerOf, seen } from '#tests/support/witness.ts'

const notice = (title: string) => ({
  kind: 'notice',
  titleEn: title,
  titleMr: 'सूचना',
  bodyEn: 'Please read it.',
  bodyMr: 'कृपया वाचा.',
  confirmed: 'yes',
})

/** Publishes a notice, as the cell does. */
async function publish(portal: TestPortal, title: string): Promise<void> {
  portal.clock.advance(minutes(1))
  const admin = { id: 1, loginName: 'admin', role: 'admin', fullName: 'A' } as never
  const done = portal.services.notices.publish(admin, notice(title) as never)
  if (!done.ok) throw new Error(JSON.stringify(done.refusal))
}

const now = (portal: TestPortal) => portal.clock.real()
const logFolder = (dataDir: string) => path.join(dataDir, 'mbale', 'public-log')

test('a stranger mirrors the log of a portal and finds every publication in it, in the order in which it came', async () => {
  const portal = await openPortal()
  const first = await seen(look(readerOf(portal), now(portal)))
  expect(first.news[0]).toMatchObject({ number: 0, kind: 'log', facts: { origin: first.state.origin } })
  expect(first.state.origin).toMatch(/^admissions\.example\.org\/mbale\/candidate\/log\/[0-9a-f]{8}$/)
  const kinds = new Set(first.news.map(({ kind }) => kind))
  for (const kind of ['season', 'rule', 'activity', 'notice'] as const) expect(kinds).toContain(kind)

  const admin = await atDesk(portal, 'admin')
  portal.clock.advance(minutes(2))
  expect((await admin.post('notices?kind=notice', notice('Counselling begins'))).status).toBe(303)
  const second = await seen(look(readerOf(portal), now(portal), first.state))
  expect(second.news.map(({ kind, number }) => [kind, number])).toEqual([['notice', first.size]])
  // Nothing was published: nothing new.
  const third = await seen(look(readerOf(portal), now(portal), second.state))
  expect(third.news).toEqual([])
})

test('nobody finds a person in the log, nor words before their time', async () => {
  const portal = await openPortal()
  const mirror: Mirror = new Map()
  const admin = { id: 1, loginName: 'admin', role: 'admin' } as never
  portal.services.notices.publish(admin, {
    ...notice('Secret until Monday'),
    date: '2024-08-30',
    time: '10:00',
  } as never)
  const { news } = await seen(look(readerOf(portal, mirror), now(portal)))
  const all = [...mirror.values()].map((content) => content.toString('utf8')).join('')
  expect(all).not.toContain('Secret until Monday')
  expect(news.at(-1)).toMatchObject({ kind: 'notice', facts: { publishedAt: '2024-08-30T04:30:00.000Z' } })
})

test('the files are plain, public and cacheable, and nothing else of the folder is', async () => {
  const portal = await openPortal()
  const get = (file: string) => portal.app.inject({ url: `${portal.base}log/${file}` })
  expect((await get('checkpoint')).headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'public, max-age=5',
    'access-control-allow-origin': '*',
  })
  const size = readCheckpoint(readNote((await get('checkpoint')).payload)!.text)!.size
  expect((await get(`tile/0/000.p/${size}`)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  for (const file of ['..%2Fportal.db', 'tile/0/999', 'checkpoint.part'])
    expect([file, (await get(file)).statusCode]).toEqual([file, 404])
  expect((await get('tile/')).payload).toContain(`What it is: ${portal.base}public-log`)
  // Whoever shortens an address of the log is led to the page about it.
  for (const url of [`${portal.base}log/`, `${portal.base}log`]) {
    const { statusCode, headers } = await portal.app.inject({ url })
    expect([statusCode, headers.location]).toEqual([302, `${portal.base}public-log`])
  }
})

test('everybody gets the program and the format of the log', async () => {
  const portal = await openPortal()
  const program = await portal.app.inject({ url: `${portal.base}witness.py` })
  expect([program.headers['content-type'], program.payload.startsWith('#!/usr/bin/env python3')]).toEqual([
    'text/x-python; charset=utf-8',
    true,
  ])
  for (const name of ['check.py', 'sign.py'])
    expect((await portal.app.inject({ url: `${portal.base}${name}` })).payload).toContain('import witness')
  const format = await portal.app.inject({ url: `${portal.base}log-format.md` })
  expect(format.payload.startsWith('## 19 The public log')).toBe(true)
  expect(format.payload).toContain('### 19.5 What a witness does')
})

test('an entry and its proof fit into 2 KB and lead to the signed head', async () => {
  const portal = await openPortal()
  await publish(portal, 'A')
  const found = portal.services.publicLog.find('notice:1')!
  const proof = portal.services.publicLog.proofOf(found.number)!
  expect(Buffer.byteLength(proof)).toBeLessThan(2048)
  const [, head] = /^c2sp\.org\/tlog-proof@v1\nindex \d+\n(?:.+\n)*\n([\s\S]+)$/.exec(proof) ?? []
  const note = readNote(head!)!
  const checkpoint = readCheckpoint(note.text)!
  const { news } = await seen(look(readerOf(portal), now(portal)))
  const mirror: Mirror = new Map()
  await seen(look(readerOf(portal, mirror), now(portal)))
  const path = proof
    .split('\n\n')[0]!
    .split('\n')
    .slice(2)
    .map((line) => fromBase64(line)!)
  const tile = mirror.get(`tile/0/000.p/${checkpoint.size}`)!
  const hash = new Uint8Array(tile.subarray(found.number * 32, found.number * 32 + 32))
  expect(rootFrom(hash, found.number, checkpoint.size, path)).toEqual(checkpoint.root)
  expect(news[found.number]!.subject).toBe('notice:1')
  expect(portal.services.publicLog.proofOf(checkpoint.size)).toBeNull()
})

describe('a portal with a folder', () => {
  let dataDir: string
  let opened: TestPortal | null
  beforeEach(() => {
    dataDir = folderOfTest()
    opened = null
  })
  async function open(config: Parameters<typeof openPortal>[0] = {}): Promise<TestPortal> {
    await opened?.close()
    opened = await openPortal({ dataDir, ...config })
    return opened
  }
  const database = () => path.join(dataDir, 'mbale', 'portal.db')

  test('goes on with its log when it is opened again, with the same key', async () => {
    const first = await seen(look(readerOf(await open()), now(opened!)))
    await publish(opened!, 'A')
    const again = await open()
    const second = await seen(look(readerOf(again), now(again) + days(1), first.state))
    expect(second.news.map(({ kind }) => kind)).toEqual(['notice'])
    expect(second.state.verifierKey).toBe(first.state.verifierKey)
  })

  test('makes lost or damaged files again from its database', async () => {
    const first = await seen(look(readerOf(await open()), now(opened!)))
    await opened!.close()
    rmSync(logFolder(dataDir), { recursive: true })
    expect((await seen(look(readerOf(await open()), now(opened!), first.state))).news).toEqual([])
  })

  test('killed between entry and publication: the entry that was shown stays, and the log says that nothing came of it', async () => {
    await open()
    await opened!.close()
    cpSync(database(), `${database()}.before`)
    cpSync(path.join(dataDir, 'mbale', 'marks.db'), path.join(dataDir, 'marks.before'))
    const portal = await open()
    await publish(portal, 'Shown, never committed')
    const shown = await seen(look(readerOf(portal), now(portal)))
    await portal.close()
    // As after a kill before the commit: files ahead of the database.
    cpSync(`${database()}.before`, database())
    cpSync(path.join(dataDir, 'marks.before'), path.join(dataDir, 'mbale', 'marks.db'))
    const again = await open()
    const after = await seen(look(readerOf(again), now(portal), shown.state))
    expect(after.news.map(({ kind, subject }) => [kind, subject])).toEqual([['withdrawn', shown.news.at(-1)!.subject]])
  })

  test('a publication whose entry cannot be written does not happen', async () => {
    const portal = await open()
    const before = portal.services.notices.published('notice').length
    rmSync(logFolder(dataDir), { recursive: true })
    writeFileSync(logFolder(dataDir), 'a file where a folder should be')
    await expect(publish(portal, 'A')).rejects.toThrow()
    expect(portal.services.notices.published('notice').length).toBe(before)
    rmSync(logFolder(dataDir))
    await publish(portal, 'B')
    const { news } = await seen(look(readerOf(portal), now(portal)))
    expect(news.filter(({ kind }) => kind === 'notice').length).toBe(
      new Set(news.filter(({ kind }) => kind === 'notice').map(({ subject }) => subject)).size,
    )
  })

  test('a change of key is signed by the key before it; without that the portal does not open', async () => {
    const first = await seen(look(readerOf(await open()), now(opened!)))
    const key = Buffer.alloc(32, 7).toString('base64')
    const other = Buffer.alloc(32, 8).toString('base64')
    // From the key of the folder to one of the configuration: the folder still has the one before.
    const moved = await open({ config: { logKey: { key } } })
    const second = await seen(look(readerOf(moved), now(moved), first.state))
    expect(second.news.map(({ kind }) => kind)).toEqual(['key'])
    await moved.close()
    await expect(openPortal({ dataDir, config: { logKey: { key: other } } })).rejects.toThrow(ForkedLog)
    const third = await open({ config: { logKey: { key: other, previous: key } } })
    const last = await seen(look(readerOf(third), now(third), second.state))
    expect(last.state.verifierKey).not.toBe(second.state.verifierKey)
    // A witness that has been told the first key follows both changes.
    await seen(look(readerOf(third), now(third), null, { verifierKey: first.state.verifierKey }))
  })

  test('restored, it goes on with what its folder has shown; elsewhere another log begins, also with the files of a mirror', async () => {
    const logKey = { key: Buffer.alloc(32, 5).toString('base64') }
    const portal = await open({ config: { logKey } })
    const before = await seen(look(readerOf(portal), now(portal)))
    await portal.close()
    cpSync(database(), `${database()}.backup`)
    const later = await open({ config: { logKey } })
    await publish(later, 'After the backup')
    const copied = await seen(look(readerOf(later), now(later), before.state))
    const mirror = folderOfTest()
    cpSync(logFolder(dataDir), mirror, { recursive: true })
    await publish(later, 'After the mirror')
    const after = await seen(look(readerOf(later), now(later), copied.state))
    await later.close()
    const restored = async (bring: (folder: string) => void) => {
      const folder = folderOfTest()
      mkdirSync(path.join(folder, 'mbale'))
      cpSync(`${database()}.backup`, path.join(folder, 'mbale', 'portal.db'))
      bring(folder)
      return openPortal({ dataDir: folder, config: { logKey } })
    }
    const ofFolder = (folder: string) => {
      cpSync(logFolder(dataDir), logFolder(folder), { recursive: true })
      cpSync(`${logFolder(dataDir)}.shown`, `${logFolder(folder)}.shown`)
    }
    // A clock of a test begins where it began before.
    const goesOn = await restored(ofFolder)
    const { news } = await seen(look(readerOf(goesOn), now(later), after.state))
    expect(news.map(({ kind }) => kind)).toEqual(['clock', 'epoch', 'withdrawn', 'withdrawn'])

    // With nothing, with a mirror that is behind, with one beside a note of more, and with one that may be whole.
    const cases: [bring: (folder: string) => void, said: number][] = [
      [() => {}, before.size],
      [(folder) => cpSync(mirror, logFolder(folder), { recursive: true }), copied.size],
      [
        (folder) => {
          cpSync(mirror, logFolder(folder), { recursive: true })
          cpSync(`${logFolder(dataDir)}.shown`, `${logFolder(folder)}.shown`)
        },
        copied.size,
      ],
      [(folder) => cpSync(logFolder(dataDir), logFolder(folder), { recursive: true }), after.size],
    ]
    for (const [bring, said] of cases) {
      const anew = await restored(bring)
      expect(await look(readerOf(anew), now(later), after.state)).toMatchObject({
        isWhole: false,
        fault: { code: 'begun-anew', facts: { size: after.size, said } },
      })
      const fresh = await seen(look(readerOf(anew), now(later)))
      expect(fresh.news[0]!.facts).toMatchObject({ previous: { origin: before.state.origin, size: said } })
    }
  })

  test('a process whose key another has replaced signs nothing, and publishes nothing', async () => {
    const portal = await open()
    const { origin } = portal.services.publicLog.standing()!
    const other = logKeyOf(Buffer.alloc(32, 9).toString('base64'))
    const { sqlite } = portal.services.db
    const keep = sqlite.prepare('UPDATE public_logs SET verifier_key = ?')
    const { verifierKey } = portal.services.publicLog.standing()!
    keep.run(writtenKey({ name: origin, kind: signatureKinds.log, publicKey: other.publicKey }))
    expect(() => portal.services.publicLog.signer()).toThrow('restart the portal')
    // Nobody's lists are replaced by none.
    expect((await portal.app.inject({ url: `${portal.base}letters.json` })).statusCode).toBe(500)
    const before = portal.services.notices.published('notice').length
    await expect(publish(portal, 'By the key before')).rejects.toThrow('restart the portal')
    expect(portal.services.notices.published('notice')).toHaveLength(before)
    keep.run(verifierKey)
    await publish(portal, 'By the key that counts')
    await seen(look(readerOf(portal), now(portal)))
  })

  test('a head that cannot be written leaves the files of the head before, and the log goes on with another entry', async () => {
    const portal = await open()
    const first = await seen(look(readerOf(portal), now(portal)))
    // Until the next entry fills a tile.
    for (let size = first.size; size < 255; size++) await publish(portal, `Entry ${size}`)
    const before = await seen(look(readerOf(portal), now(portal), first.state))
    expect(before.size).toBe(255)
    const head = path.join(logFolder(dataDir), 'checkpoint')
    mkdirSync(`${head}.part`)
    await expect(publish(portal, 'Lost')).rejects.toThrow()
    expect((await seen(look(readerOf(portal), now(portal), before.state))).news).toEqual([])
    rmSync(`${head}.part`, { recursive: true })
    await publish(portal, 'Another')
    const after = await seen(look(readerOf(portal), now(portal), before.state))
    expect(after.news.map(({ facts }) => facts.titleEn)).toEqual(['Another'])
  })

  test('a database and files that contradict each other are refused', async () => {
    await open()
    await opened!.close()
    const head = path.join(logFolder(dataDir), 'checkpoint')
    const [origin, size] = readFileSync(head, 'utf8').split('\n')
    writeFileSync(
      head,
      readFileSync(head, 'utf8').replace(/\n.{43}=\n/, `\n${Buffer.alloc(32, 1).toString('base64')}\n`),
    )
    expect([origin, Number(size) > 1]).toEqual([expect.stringContaining('mbale'), true])
    await expect(openPortal({ dataDir })).rejects.toThrow('put back the database')
    expect(existsSync(head)).toBe(true)
  })
})
