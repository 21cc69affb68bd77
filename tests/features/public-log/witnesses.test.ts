import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import path from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { witnessKeyOf } from '#server/adapters/witness-key.ts'
import { witness as witnessCommand } from '#server/commands/witness.ts'
import { cosignatureBytes, cosignedText, type Sighting, witnessedFile } from '#server/domain/log/cosignature.ts'
import {
  checkpointText,
  keyIdOf,
  readCheckpoint,
  readKey,
  readNote,
  signatureKinds,
  writtenKey,
  writtenNote,
} from '#server/domain/log/note.ts'
import { sightingWords } from '#server/domain/log/words.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import { days, hours, minutes } from '#server/kernel/time.ts'
import { staffAccount } from '#tests/support/desk.ts'
import { folderOfTest, openPortal, type TestPortal } from '#tests/support/portal.ts'
import { look, type Mirror, readerOf, readMirror, seen } from '#tests/support/witness.ts'

const seed = (byte: number) => Buffer.alloc(32, byte)
const [paper, court, stranger] = [
  witnessKeyOf('newspaper.example', seed(41)),
  witnessKeyOf('court.example/registry', seed(42)),
  witnessKeyOf('stranger.example', seed(43)),
]
const logKey = { key: seed(1).toString('base64') }

const admin = (id: number) => ({ id, loginName: `admin-${id}`, role: 'admin' }) as never

/** A portal with two admins. */
async function openWithAdmins(options: Parameters<typeof openPortal>[0]): Promise<TestPortal> {
  const opened = await openPortal(options)
  for (const name of ['admin-1', 'admin-2']) await staffAccount(opened, 'admin', name)
  return opened
}

/** Two persons of the cell list these witnesses. */
function list(portal: TestPortal, keys: readonly string[]): void {
  const { settings } = portal.services
  const typed = Object.fromEntries(keys.map((key, place) => [`key${place + 1}`, key]))
  const meta = { intent: 'propose', base: String(settings.newest('witnesses')) } as const
  const proposed = settings.propose(admin(1), 'witnesses', typed, meta)
  if (!proposed.ok) throw new Error(JSON.stringify(proposed.refusal))
  if (proposed.value.isWaiting) {
    const [own] = settings.waiting(admin(2)).filter(({ key }) => key === 'witnesses')
    const done = settings.approve(admin(2), own!.id)
    if (!done.ok) throw new Error(JSON.stringify(done.refusal))
  }
}

function publish(portal: TestPortal): void {
  portal.clock.advance(minutes(1))
  const words = { kind: 'notice', titleEn: 'A', titleMr: 'अ', bodyEn: 'B', bodyMr: 'ब', confirmed: 'yes' }
  const done = portal.services.notices.publish(admin(1), words as never)
  if (!done.ok) throw new Error(JSON.stringify(done.refusal))
}

let portal: TestPortal
beforeEach(async () => {
  portal = await openWithAdmins({ config: { logKey } })
  list(portal, [writtenKey(paper), writtenKey(court)])
})

const now = () => portal.clock.real()
const text = async (file: string) => {
  const { statusCode, payload } = await portal.app.inject({ url: `${portal.base}log/${file}` })
  return statusCode === 200 ? payload : null
}
const headNow = async () => readNote((await text('checkpoint'))!)!.text

/** Sends a note as a witness does: status, and the code of a refusal. */
async function send(note: unknown, headers = {}): Promise<[number, string | undefined]> {
  const { statusCode, payload } = await portal.app.inject({
    method: 'POST',
    url: `${portal.base}api/log/cosignatures`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof note === 'string' ? JSON.stringify({ note }) : (note as object),
  })
  return [statusCode, (JSON.parse(payload) as { code?: string }).code]
}

const sightingsNow = async (mirror?: Mirror): Promise<Sighting[]> =>
  (await seen(look(mirror ? readMirror(mirror) : readerOf(portal), now()))).sightings

test('a witness signs the head that it has proved, and everybody who looks counts it', async () => {
  const head = await headNow()
  const plain = (await text('checkpoint'))!
  expect(await sightingsNow()).toEqual([
    { name: paper.name, finding: 'none' },
    { name: court.name, finding: 'none' },
  ])
  expect(await send(paper.cosign(head, now()))).toEqual([200, undefined])
  const { size } = readCheckpoint(head)!
  // The head and the log's own signature stay as they are, byte for byte.
  expect((await text('checkpoint'))!.startsWith(plain)).toBe(true)
  expect(readNote((await text('checkpoint'))!)!.signatures.map(({ name }) => name)).toEqual([
    readCheckpoint(head)!.origin,
    paper.name,
  ])
  expect(await text(witnessedFile(paper))).toBe(await text('checkpoint'))
  expect(await sightingsNow()).toEqual([
    { name: paper.name, finding: 'counted', size, at: Math.floor(now() / 1000) * 1000 },
    { name: court.name, finding: 'none' },
  ])

  // The log grows: the signature stays with the head that was signed, and is below no other.
  publish(portal)
  expect(readNote((await text('checkpoint'))!)!.signatures).toHaveLength(1)
  expect(readNote((await text(witnessedFile(paper)))!)!.text).toBe(head)
  expect((await sightingsNow())[0]).toMatchObject({ finding: 'counted', size })
  expect(await send(court.cosign(await headNow(), now()))).toEqual([200, undefined])
  expect((await sightingsNow()).map((one) => ('size' in one ? one.size : 0))).toEqual([size, size + 1])

  // The same page for people.
  const page = await portal.app.inject({ url: `${portal.base}public-log` })
  expect(page.payload).toContain(`Signed the first ${size} entries`)
  expect(page.payload).toContain(`Signed all ${size + 1} entries`)
  expect(page.payload).toContain(writtenKey(paper).replace(/[+]/g, '+'))
})

test('a witness that is taken off the list is shown no more, and a key counts once', async () => {
  await send(paper.cosign(await headNow(), now()))
  list(portal, [writtenKey(court)])
  expect(await text(witnessedFile(paper))).toBeNull()
  expect(await sightingsNow()).toEqual([{ name: court.name, finding: 'none' }])
  // The same key under another name, and another key under the same name.
  const { settings } = portal.services
  const again = witnessKeyOf('other.example', seed(42))
  for (const [second, code] of [
    [again, 'witness-twice'],
    [witnessKeyOf(court.name, seed(44)), 'witness-twice'],
  ] as const) {
    const meta = { intent: 'propose', base: String(settings.newest('witnesses')) } as const
    const typed = { key1: writtenKey(court), key2: writtenKey(second) }
    const done = settings.propose(admin(1), 'witnesses', typed, meta)
    expect(done.ok ? 'taken' : done.refusal.fields).toEqual([{ field: 'key2', code }])
  }
  for (const wrong of [writtenKey({ ...court, kind: 1 }), writtenKey(court).replace(/\+(.)/, '+0'), 'a+1+b'])
    expect(
      settings.propose(admin(1), 'witnesses', { key1: wrong }, {
        intent: 'propose',
        base: String(settings.newest('witnesses')),
      } as never),
    ).toMatchObject({ ok: false, refusal: { fields: [{ field: 'key1', code: 'witnessKey.invalid' }] } })
})

describe('refused, and nothing is kept:', () => {
  const kept = () => portal.services.witnesses.list().filter(({ seen: one }) => one !== null)
  const withSignature = (head: string, change: (bytes: Uint8Array) => Uint8Array) => {
    const { signatures } = readNote(paper.cosign(head, now()))!
    const [line] = signatures
    return writtenNote({ text: head, signatures: [{ ...line!, signature: change(line!.signature) }] })
  }

  test('a forged signature, a foreign key, and a signature of the wrong kind', async () => {
    const head = await headNow()
    const flipped = withSignature(head, (bytes) => bytes.map((byte, place) => (place === 40 ? byte ^ 1 : byte)))
    expect(await send(flipped)).toEqual([403, 'forged-witness'])
    // Another time than the one that was signed.
    const later = withSignature(head, (bytes) => cosignatureBytes(Math.floor(now() / 1000) + 60, bytes.slice(8)))
    expect(await send(later)).toEqual([403, 'forged-witness'])
    expect(await send(withSignature(head, (bytes) => bytes.slice(0, 60)))).toEqual([403, 'forged-witness'])
    expect(await send(withSignature(head, () => new Uint8Array(72).fill(255)))).toEqual([403, 'forged-witness'])
    // The name of a listed witness with another key; a stranger; a listed key that signs as a log does.
    expect(await send(witnessKeyOf(paper.name, seed(43)).cosign(head, now()))).toEqual([403, 'unknown-witness'])
    expect(await send(stranger.cosign(head, now()))).toEqual([403, 'unknown-witness'])
    const asLog = writtenNote({
      text: head,
      signatures: [
        { name: paper.name, keyId: keyIdOf({ ...paper, kind: signatureKinds.log }), signature: new Uint8Array(64) },
      ],
    })
    expect(await send(asLog)).toEqual([403, 'unknown-witness'])
    // Someone else's key id above a true signature of a stranger.
    const [line] = readNote(stranger.cosign(head, now()))!.signatures
    const borrowed = writtenNote({ text: head, signatures: [{ ...line!, name: paper.name, keyId: keyIdOf(paper) }] })
    expect(await send(borrowed)).toEqual([403, 'forged-witness'])
    expect(kept()).toEqual([])
  })

  test('an old size, another tree, another log, each truly signed', async () => {
    const old = await headNow()
    publish(portal)
    const head = readCheckpoint(await headNow())!
    expect(await send(paper.cosign(old, now()))).toEqual([409, 'not-the-head'])
    for (const other of [
      { ...head, root: new Uint8Array(32).fill(7) },
      { ...head, size: head.size + 1 },
      { ...head, origin: `${head.origin}0` },
    ])
      expect(await send(paper.cosign(checkpointText(other), now()))).toEqual([409, 'not-the-head'])
    expect(await send(paper.cosign(`${checkpointText(head)}an extra line\n`, now()))).toEqual([409, 'not-the-head'])
    expect(kept()).toEqual([])
    // What was kept of the newest head is not replaced by a replay of an older one.
    expect(await send(paper.cosign(checkpointText(head), now()))).toEqual([200, undefined])
    expect(await send(paper.cosign(old, now()))).toEqual([409, 'not-the-head'])
    expect(kept()).toMatchObject([{ seen: { size: head.size } }])
  })

  test('a time that has not come, and one at which the entries were not there', async () => {
    const head = await headNow()
    expect(await send(paper.cosign(head, now() + minutes(11)))).toEqual([422, 'witness-ahead'])
    expect(await send(paper.cosign(head, now() - days(2)))).toEqual([422, 'witness-early'])
    expect(await send(paper.cosign(head, 0))).toEqual([422, 'witness-early'])
    expect(kept()).toEqual([])
  })

  test('huge bodies, other types, and what is no note', async () => {
    for (const [body, status] of [
      ['x'.repeat(5000), 422],
      ['x'.repeat(20_000), 413],
      ['no note', 400],
      ['\n\n— \n', 400],
      [`${await headNow()}\n`, 400],
    ] as const)
      expect((await send(body))[0]).toBe(status)
    expect((await send({ note: ['a'] }))[0]).toBe(400)
    expect((await send({ note: 'a', more: 1 }))[0]).toBe(400)
    expect((await send({}))[0]).toBe(400)
    const form = { method: 'POST', url: `${portal.base}api/log/cosignatures`, payload: 'note=a' } as const
    const type = 'application/x-www-form-urlencoded'
    expect((await portal.app.inject({ ...form, headers: { 'content-type': type } })).statusCode).toBe(415)
    expect(kept()).toEqual([])
  })

  test('a flood is written once a minute at most, and then its network waits', async () => {
    const head = await headNow()
    const first = now()
    for (let n = 0; n < 40; n++) expect((await send(paper.cosign(head, first + n * 1000)))[0]).toBe(200)
    expect(kept()).toMatchObject([{ seen: { at: Math.floor(first / 1000) * 1000 } }])
    expect((await send(paper.cosign(head, first + minutes(2))))[0]).toBe(200)
    expect(kept()).toMatchObject([{ seen: { at: Math.floor((first + minutes(2)) / 1000) * 1000 } }])
    // An older one does not take its place.
    expect((await send(paper.cosign(head, first)))[0]).toBe(200)
    expect(kept()).toMatchObject([{ seen: { at: Math.floor((first + minutes(2)) / 1000) * 1000 } }])
    const tight = await openPortal({ config: { requestsPerMinute: 5 } })
    const statuses: number[] = []
    for (let n = 0; n < 8; n++)
      statuses.push(
        (
          await tight.app.inject({
            method: 'POST',
            url: `${tight.base}api/log/cosignatures`,
            payload: { note: stranger.cosign(head, first) },
          })
        ).statusCode,
      )
    expect(statuses.slice(-2)).toEqual([429, 429])
    await tight.close()
  })
})

test('after a restart the same signatures are shown', async () => {
  const dataDir = folderOfTest()
  const first = await openWithAdmins({ dataDir, config: { logKey } })
  portal = first
  list(first, [writtenKey(paper)])
  await send(paper.cosign(await headNow(), now()))
  const before = await text(witnessedFile(paper))
  await first.close()
  portal = await openPortal({ dataDir, config: { logKey } })
  expect(await text(witnessedFile(paper))).toBe(before)
  expect(before).toContain(paper.name)
  await portal.close()
})

/** A copy of the log in which a portal shows what it likes as the signature of the newspaper. */
async function shownAs(note: string | null): Promise<Mirror> {
  const mirror: Mirror = new Map()
  await seen(look(readerOf(portal, mirror), now()))
  if (note === null) mirror.delete(witnessedFile(paper))
  else mirror.set(witnessedFile(paper), Buffer.from(note))
  return mirror
}

const python = path.resolve('server/features/operations/public-log/witness.py')

async function run(program: string, words: string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn(program, words)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      said += part.toString()
    })
  const code = await new Promise<number | null>((resolve) => {
    child.on('close', resolve)
  })
  return { code, said }
}

async function saidByPython(mirror: Mirror): Promise<{ code: number | null; said: string }> {
  const folder = folderOfTest()
  for (const [name, content] of mirror) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), content)
  }
  const program = `
import sys, time
sys.dont_write_bytecode = True
sys.path.insert(0, ${JSON.stringify(path.dirname(python))})
time.time = lambda: ${now() / 1000}
import witness
sys.exit(witness.main([${JSON.stringify(folder)}, ${JSON.stringify(path.join(folder, 'state.json'))}]))`
  return run('python3', ['-c', program])
}

/** What the program says, in the language of a reader. */
const inWords = (sightings: readonly Sighting[], size: number, language: 'en' | 'mr') =>
  sightingWords(sightings, size, {
    language,
    t: (name, values) => translate(language, `publiclog:${name}`, values),
    when: (at) => formatDateTime(at, language),
  })

test('what is shown as a signature and is none is not counted, by either program, in words', async () => {
  const head = await headNow()
  const own = readCheckpoint(head)!
  const other = checkpointText({ ...own, origin: `${own.origin}0` })
  const [line] = readNote(stranger.cosign(head, now()))!.signatures
  for (const [note, finding, words] of [
    ['nonsense', 'forged', 'is not theirs'],
    [head, 'forged', 'is not theirs'],
    [stranger.cosign(head, now()), 'forged', 'is not theirs'],
    [
      writtenNote({ text: head, signatures: [{ ...line!, name: paper.name, keyId: keyIdOf(paper) }] }),
      'forged',
      'is not theirs',
    ],
    [paper.cosign(other, now()), 'forged', 'is not theirs'],
    [paper.cosign(head, now() + days(1)), 'ahead', 'has not come yet'],
    [paper.cosign(head, now() - days(9)), 'early', 'when not all of them were there'],
    [paper.cosign(checkpointText({ ...own, size: own.size + 1 }), now()), 'newer', 'has already signed'],
    [null, 'none', 'has signed nothing yet'],
  ] as const) {
    const mirror = await shownAs(note)
    const found = await sightingsNow(mirror)
    expect([finding, found[0]!.finding]).toEqual([finding, finding])
    const said = inWords(found, own.size, 'en')
    expect(said[0]).toBe('Witnesses who have signed this log: 0 of 2.')
    expect(said[1]).toContain(words)
    for (const sentence of inWords(found, own.size, 'mr')) {
      expect(sentence).toMatch(/[\u0900-\u097f]/)
      expect(sentence).not.toMatch(/\{\{|undefined|NaN/)
    }
    const outside = await saidByPython(mirror)
    expect([outside.code, outside.said]).toEqual([
      0,
      expect.stringContaining(note === null ? `${paper.name} has signed nothing yet` : 'NOT COUNTED'),
    ])
  }
})

test('a witness who was shown another history makes the log one that is not to be believed', async () => {
  const own = readCheckpoint(await headNow())!
  const rewritten = paper.cosign(checkpointText({ ...own, size: own.size - 2, root: seed(9) }), now())
  const mirror = await shownAs(rewritten)
  expect(await look(readMirror(mirror), now())).toMatchObject({
    isWhole: false,
    fault: { code: 'contradicted', facts: { name: paper.name, size: own.size - 2 } },
  })
  expect(await saidByPython(mirror)).toMatchObject({ code: 1, said: expect.stringContaining('was rewritten') })
})

test('the program for Python counts a true signature', async () => {
  await send(paper.cosign(await headNow(), now()))
  const mirror = await shownAs(await text(witnessedFile(paper)))
  const { size } = readCheckpoint(await headNow())!
  const { code, said } = await saidByPython(mirror)
  expect([code, said]).toEqual([0, expect.stringContaining(`${paper.name} has signed ${size} of ${size} entries`)])
  expect(said).toContain(`${court.name} has signed nothing yet`)
})

test('the command makes a key, signs what it has proved, and says so; it tells its own faults apart from those of the log', async () => {
  // A server says its own time, and the portal of the test lives in another year.
  portal.app.server.prependListener('request', (_, answer) => answer.setHeader('date', new Date(now()).toUTCString()))
  await portal.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = portal.app.server.address() as { port: number }
  const folder = folderOfTest()
  const [state, key] = [path.join(folder, 'state.json'), path.join(folder, 'witness.key')]
  const url = `http://127.0.0.1:${port}${portal.base}log`
  const witness = (...more: string[]) => inCommand(['--url', url, '--state', state, ...more])

  // The log's key where the witness's file should be, and a key without a name.
  expect((await witness('--key', writtenKey({ ...paper, kind: 1 }))).fault).toContain('--log-key')
  expect((await witness('--key', key)).fault).toContain('--name is missing')
  expect((await witness('--key', key, '--name', 'a name')).fault).toContain('--name is missing or wrong')
  expect(existsSync(key)).toBe(false)

  const first = await witness('--key', key, '--name', 'weekly.example')
  expect(first.said).toContain('Your key is new')
  expect(first.said).toContain("not listed this witness's key")
  expect([first.code, statSync(key).mode & 0o777]).toEqual([3, 0o600])
  const line = /weekly\.example\+[0-9a-f]{8}\+\S+/.exec(first.said)![0]
  list(portal, [line])
  const second = await witness('--key', key)
  expect([second.code, second.said]).toEqual([0, expect.stringMatching(/Signed as weekly\.example: \d+ entries\./)])
  expect(second.said).not.toContain('new, in')
  const third = await witness('--language', 'mr')
  expect(third.said).toMatch(/weekly\.example ने .* सर्व \d+ नोंदींवर सही केली आहे/)

  expect((await witness('--key', key, '--name', 'other.example')).fault).toContain('another name')
  writeFileSync(key, readFileSync(key, 'utf8').replace(/.{6}\n$/, 'AAAAA=\n'))
  expect((await witness('--key', key)).fault).toContain('holds no key')
})

test('a wrong address, a login before the network or a wrong clock accuses nobody: nothing was checked', async () => {
  const folder = folderOfTest()
  const logAt = async (file: string) => (await portal.app.inject({ url: `${portal.base}log/${file}` })).rawPayload
  type Odd = (file: string, answer: ServerResponse) => void | Promise<void>
  const honest: Odd = async (file, answer) => void answer.end(await logAt(file))
  const odd: Record<string, Odd> = {
    good: honest,
    none: (_, answer) => void answer.writeHead(404).end('Not found'),
    gone: (_, answer) => void answer.writeHead(410).end(),
    hotspot: (_, answer) => void answer.end('\n<!DOCTYPE html><title>Log in to the Wi-Fi</title>'),
    json: (_, answer) => void answer.end('{"error":"try later"}'),
    empty: (_, answer) => void answer.end(),
    home: (_, answer) => void answer.writeHead(302, { location: '/welcome/here' }).end(),
    moved: (file, answer) => void answer.writeHead(301, { location: `/good/${file}` }).end(),
    'page-later': (file, answer) =>
      file.startsWith('tile/entries') ? odd.hotspot!(file, answer) : honest(file, answer),
    'slow-clock': (file, answer) => {
      answer.setHeader('date', new Date(now() - minutes(11)).toUTCString())
      return honest(file, answer)
    },
    'cached-copy': (file, answer) => {
      answer.setHeader('date', new Date(now() - minutes(10)).toUTCString()).setHeader('age', '590')
      return honest(file, answer)
    },
    'cached-long': (file, answer) => {
      answer.setHeader('date', new Date(now() - minutes(50)).toUTCString()).setHeader('age', '2940')
      return honest(file, answer)
    },
    'no-date': (file, answer) => {
      answer.removeHeader('date')
      answer.sendDate = false
      return honest(file, answer)
    },
    busy: (_, answer) => void answer.writeHead(503).end('busy'),
    endless: (_, answer) => {
      const more = () => {
        while (!answer.destroyed && answer.write(Buffer.alloc(1 << 20))) {}
      }
      answer.on('drain', more)
      more()
    },
  }
  const server = createServer((request, answer) => {
    const [, kind, ...rest] = request.url!.split('/')
    answer.setHeader('date', new Date(now()).toUTCString())
    if (odd[kind!]) void odd[kind!]!(rest.join('/'), answer)
    else answer.writeHead(200).end('<html>Welcome')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const at = (kind: string, ...more: string[]) =>
    inCommand(['--url', `http://127.0.0.1:${port}/${kind}`, '--state', path.join(folder, 'state.json'), ...more])

  for (const [kind, words] of [
    ['none', 'holds no log'],
    ['gone', 'holds no log'],
    ['home', 'holds no log'],
    ['hotspot', 'in place of the file checkpoint'],
    ['json', 'in place of the file checkpoint'],
    ['empty', 'in place of the file checkpoint'],
    ['page-later', 'in place of the file tile/entries/'],
    ['moved', `leads on to another address, http://127.0.0.1:${port}/good.`],
    ['slow-clock', 'the server says that it is'],
    ['cached-long', 'has kept the signed head'],
  ] as const) {
    const { code, said } = await at(kind)
    expect([code, said], kind).toEqual([2, expect.stringContaining(words)])
    expect(said, kind).toMatch(/^NOTHING WAS CHECKED: /)
  }
  expect((await at('none', '--language', 'mr')).said).toMatch(/^काहीही तपासले गेले नाही: .*नोंदवही नाही/)
  expect(await at('busy')).toMatchObject({ code: 2, said: expect.stringContaining('cannot be read just now') })
  expect(existsSync(path.join(folder, 'state.json'))).toBe(false)
  // What never ends is not waited for; a head so large is none.
  expect((await at('endless')).code).not.toBe(0)

  for (const kind of ['good', 'cached-copy', 'no-date']) expect((await at(kind)).code, kind).toBe(0)
  // A clock that was right at the last look, and is an hour behind now.
  portal.clock.advance(-hours(1))
  const { code, said } = await at('good')
  expect([code, said]).toEqual([2, expect.stringContaining('the last look is dated')])
})

/** Runs the command in this process: its words, its exit code, and what it says of wrong options. */
async function inCommand(words: string[]): Promise<{ said: string; code: number; fault: string }> {
  let said = ''
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((part) => {
    said += String(part)
    return true
  })
  // The portal of the test lives in another year.
  vi.useFakeTimers({ toFake: ['Date'], now: now() })
  try {
    await witnessCommand('witness', words)
    return { said, code: Number(process.exitCode ?? 0), fault: '' }
  } catch (error) {
    return { said, code: 1, fault: String(error) }
  } finally {
    process.exitCode = undefined
    vi.useRealTimers()
    out.mockRestore()
  }
}

test('the time and the head are signed as the published form of cosignatures says', () => {
  expect(Buffer.from(cosignedText('example.com/log\n5\nAAAA\n', 1679315147)).toString()).toBe(
    'cosignature/v1\ntime 1679315147\nexample.com/log\n5\nAAAA\n',
  )
  expect(
    Buffer.from(cosignatureBytes(1679315147, new Uint8Array(64)))
      .toString('hex')
      .slice(0, 16),
  ).toBe('00000000641850cb')
  expect(readKey(writtenKey(paper))!.kind).toBe(4)
})
