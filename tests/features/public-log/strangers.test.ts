import { spawnSync } from 'node:child_process'
import { createHash, createPrivateKey, sign as signed } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { logKeyOf } from '#server/adapters/log-files.ts'
import { bundleOf, tileFile, tilesOf } from '#server/domain/log/files.ts'
import { leafBytes, readLeaf } from '#server/domain/log/leaf.ts'
import { checkpointText, keyIdOf, readNote, writtenKey, writtenNote } from '#server/domain/log/note.ts'
import { fileIn } from '#server/domain/log/reading.ts'
import { createTree, leafHash } from '#server/domain/log/tree.ts'
import { type WitnessState, witness } from '#server/domain/log/witness.ts'
import { ist, minutes, plus } from '#server/kernel/time.ts'
import { staffAccount } from '#tests/support/desk.ts'
import { folderOfTest, openPortal } from '#tests/support/portal.ts'
import { pythonSays, pythonSaysOnline } from '#tests/support/python.ts'

/** What a journalist with Python alone is told: the truth about the portal, and nothing else about a wrong address, file or clock. */

type Files = Map<string, Buffer>
const key = logKeyOf(Buffer.alloc(32, 1).toString('base64'))!
const stranger = logKeyOf(Buffer.alloc(32, 3).toString('base64'))!
const host = 'portal.example'
const origin = `${host}/mbale/candidate/log/00000001`
const lineOf = (by = key, name = origin) => writtenKey({ name, kind: 1, publicKey: by.publicKey })
const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

const list = '\uFEFFMerit No.,Application ID,Name,Type,Category,Percentage\r\n1,ML1,Asha,A,SC,75.0000\r\n'
const start = Date.now() - minutes(5)
const leaf = (n: number, kind: string, subject: string, facts: object) => {
  const at = new Date(start + n * 1000).toISOString()
  return leafBytes({ kind: kind as 'notice', subject, at, logged: at, facts: facts as Record<string, unknown> })
}
const entries = (count = 6) => [
  leaf(0, 'log', 'log', { origin, verifierKey: lineOf() }),
  leaf(1, 'merit-list', 'merit-list:1', { stage: 'final', number: 1, lists: { state: { sha256: sha256(list) } } }),
  ...Array.from({ length: count - 2 }, (_, n) => leaf(n + 2, 'notice', `notice:${n}`, { n })),
]

/** The files of a log with these entries. */
function logOf(of: readonly Uint8Array[], by = key, name = origin): Files {
  const tree = createTree(of.map(leafHash))
  const files: Files = new Map()
  for (const { level, index, width } of tilesOf(of.length)) {
    if (level === 0)
      files.set(tileFile('entries', index, width), Buffer.from(bundleOf(of.slice(index * 256, index * 256 + width))))
    files.set(tileFile(level, index, width), Buffer.concat(tree.tile(level, index, width)))
  }
  const text = checkpointText({ origin: name, size: of.length, root: tree.root() })
  const keyId = keyIdOf({ name, kind: 1, publicKey: by.publicKey })
  const signature = by.sign(new TextEncoder().encode(text))
  return files.set('checkpoint', Buffer.from(writtenNote({ text, signatures: [{ name, keyId, signature }] })))
}

function written(files: Files, folder = folderOfTest()): string {
  for (const [name, content] of files) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), content)
  }
  return folder
}
const put = (name: string, content: string | Buffer) => {
  const file = path.join(folderOfTest(), name)
  writeFileSync(file, content)
  return file
}
const nothing = expect.stringMatching(/^NOTHING WAS CHECKED: [^\n]+\n$/)

/** A server that answers as it is told; what Python says of it. */
async function served(answer: (asked: IncomingMessage, reply: ServerResponse, url: string) => void) {
  const server = createServer((asked, reply) => answer(asked, reply, asked.url!.replace(/^\/log\//, '')))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/log`
  return { address, close: () => new Promise((done) => server.close(done)) }
}
const sending = (files: Files) => (_: IncomingMessage, reply: ServerResponse, name: string) => {
  const content = files.get(name)
  reply.statusCode = content ? 200 : 404
  reply.end(content ?? 'none')
}

const ownOrigin = '127.0.0.1/mbale/candidate/log/00000001'
/** These entries as the log of the very host that serves them, without a clock of its own. */
const ofOwnHost = (more: readonly Uint8Array[] = []) =>
  logOf(
    [leaf(0, 'log', 'log', { origin: ownOrigin, verifierKey: lineOf(key, ownOrigin) }), ...entries().slice(1), ...more],
    key,
    ownOrigin,
  )
const atHome = (shown: () => Files = ofOwnHost) =>
  served((asked, reply, name) => {
    reply.sendDate = false
    sending(shown())(asked, reply, name)
  })

describe('check.py', () => {
  let log: string
  beforeEach(() => {
    log = written(logOf(entries()))
  })

  test('says of papers outside the log that nothing is said against them, and names what the log covers', () => {
    const outside: [file: string, words: RegExp][] = [
      [
        put('final-1-state.pdf', '%PDF-1.7\n/Producer 7 0 R\n7 0 obj\n(Pravesh)\nendobj\n%%EOF'),
        /The portal itself has set this PDF/,
      ],
      [put('notice.pdf', '%PDF-1.7\n%%EOF'), /Of any other PDF the log says nothing/],
      [put('closing-merit.csv', '\uFEFFInstitute,Seat type\r\n'), /none of the kinds of file that the log names/],
      [put('final-1-state.csv', '\uFEFFगुणवत्ता क्र.,नाव\r\n'), /is not in English/],
      [put('manifest.json', '{"format":"pravesh-dossier/1"}'), /names no manifest/],
      [put('page.csv', '<!doctype html><title>404</title>'), /a web page and no file/],
      [put('empty', ''), /none of the kinds/],
      [put('latin', Buffer.from('Universit\u00e4t', 'latin1')), /none of the kinds/],
      [put('deep.json', '['.repeat(200_000)), /none of the kinds/],
    ]
    const told = pythonSays(outside.map(([file]) => ['check', [log, file, '--key', lineOf()]]))
    for (const [n, [, words]] of outside.entries()) {
      expect(told[n]).toEqual({ code: 2, said: expect.stringMatching(words) })
      expect(told[n]!.said).toContain('nothing is said against it')
      expect(told[n]!.said).toContain('The log names these files: merit lists as CSV in English')
      expect(told[n]!.said).not.toContain('NOT PUBLISHED')
    }
  })

  test('accuses only a file of a kind of which the log names each one', () => {
    const changed = [
      put('a.csv', list.replace('75', '85')),
      put('b.csv', 'kind,choice_code,institute_code\r\n'),
      put('input.json', '{"candidates":[],"format":"pravesh-allotment/1"}'),
      put('result.json', '{"allotments":[],"format":"pravesh-allotment-result/1"}'),
    ]
    const told = pythonSays(changed.map((file) => ['check', [log, file, '--key', lineOf()]]))
    for (const [n, kind] of [
      'a merit list',
      'a seat matrix',
      'the input of a round',
      'the result of a round',
    ].entries())
      expect(told[n]).toEqual({ code: 1, said: expect.stringContaining(`NOT PUBLISHED: this is ${kind} by its form`) })
    expect(told[0]!.said).toContain('a name was erased by law')
    expect(pythonSays([['check', [log, put('c.csv', list), '--key', lineOf()]]])).toEqual([
      { code: 0, said: expect.stringMatching(/^Published .* as merit-list:1 \(entry 1\), byte for byte/) },
    ])
  })

  test('says when a newer one of the kind was published', () => {
    const newer = leaf(9, 'merit-list', 'merit-list:2', { stage: 'final', number: 2, lists: {} })
    const [told] = pythonSays([['check', [written(logOf([...entries(), newer])), put('c.csv', list)]]])
    expect(told).toEqual({ code: 0, said: expect.stringContaining('A newer merit-list was published later: entry 6') })
  })

  test('a document that the cell has taken off holds no more, and one that it has put up again does', () => {
    const pdf = '%PDF-1.7\n%%EOF'
    const put1 = (n: number, id: number, isWithdrawn: boolean) =>
      leaf(n, 'file', `file:${id}`, { titleEn: 'A', titleMr: '\u0905', sha256: sha256(pdf), isWithdrawn })
    const file = put('notice.pdf', pdf)
    const said = (...of: Uint8Array[]) =>
      pythonSays([['check', [written(logOf([...entries(), ...of])), file, '--key', lineOf()]]])[0]!
    expect(said(put1(8, 1, false)).code).toBe(0)
    expect(said(put1(8, 1, false), put1(9, 1, true))).toEqual({
      code: 1,
      said: expect.stringContaining('entry 7 has changed or withdrawn it since'),
    })
    const gone = leaf(9, 'withdrawn', 'file:1', {})
    expect(said(put1(8, 1, false), gone).code).toBe(1)
    // Under another number it is still there, whichever was taken off.
    for (const id of [1, 2])
      expect(said(put1(8, 1, false), put1(8, 2, false), put1(9, id, true))).toMatchObject({ code: 0 })
  })

  test('says how old a copy is, because what was withdrawn since is not in it', () => {
    const [told] = pythonSays([['check', [log, put('c.csv', list)]]], Date.now() + 300 * 86_400_000)
    expect(told!.said).toContain('Read from a copy, whose newest entry is of ')
  })

  test('a PDF made to keep it busy keeps it busy for no second', () => {
    const pdfs = [
      Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from('stream\n'.repeat(1_000_000))]),
      Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from('stream\nx\nendstream\n'.repeat(300_000))]),
    ]
    const before = performance.now()
    const told = pythonSays(pdfs.map((pdf, n) => ['check', [log, put(`${n}.pdf`, pdf)]]))
    expect(told.map(({ code }) => code)).toEqual([2, 2])
    expect(performance.now() - before).toBeLessThan(60_000)
  })

  test('believes no imitator if it was told the key, and says what it believed if not', () => {
    const first = leaf(0, 'log', 'log', { origin, verifierKey: lineOf(stranger) })
    const imitated = written(logOf([first, ...entries().slice(1)], stranger))
    const file = put('c.csv', list)
    const elsewhere = written(logOf(entries(), key, origin.replace(host, 'other.example')))
    const told = pythonSays([
      ['check', [imitated, file]],
      ['check', [imitated, file, '--key', lineOf()]],
      ['check', ['--key', lineOf(), log, file]],
      ['check', [log, file, '--key', lineOf().slice(0, -5)]],
      ['check', [log, file, '--key', '']],
      ['check', [elsewhere, file, '--key', lineOf()]],
      ['check', [log, '--letter', 'x~', '--key', lineOf(stranger)]],
      ['witness', [log, path.join(folderOfTest(), 'state.json'), '--key', 'a+b+c']],
      ['check', [log, file, '--kye', lineOf()]],
      ['check', []],
    ])
    expect(told.map(({ code }) => code)).toEqual([0, 1, 0, 2, 2, 1, 1, 2, 2, 2])
    expect(told[0]!.said).toContain(`You gave no --key.`)
    expect(told[0]!.said).toContain(lineOf(stranger))
    expect(told[1]!.said).toContain('another key than the one that you were told')
    expect(told[2]!.said).not.toContain('no --key')
    for (const n of [3, 4, 7]) expect(told[n]!.said).toMatch(/^NOTHING WAS CHECKED: the key that you gave was mistyped/)
    expect(told[5]!.said).toContain('another log than that of your key')
    for (const n of [8, 9]) expect(told[n]!.said).toContain('python3 check.py LOG FILE')
  })

  test('what is no letter is no forged letter', () => {
    const folder = folderOfTest()
    const given = [
      path.join(folder, 'letter.pdf'),
      folder,
      '0400-0002-0000-1KXW-7Q2B-90ZT',
      'https://portal.example/mbale/candidate/verification?entry=5&of=merit-list:1',
      put('photo.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe])),
      put('scan.pdf', '%PDF-1.7\n%%EOF'),
      put('huge.pdf', Buffer.alloc(10_000_001)),
    ]
    const told = pythonSays(given.map((one) => ['check', [log, '--letter', one, '--key', lineOf()]]))
    expect(told).toEqual(given.map(() => ({ code: 2, said: nothing })))
    // Files that are none, before anything is fetched.
    expect(
      pythonSays([folder, path.join(folder, 'x.csv')].map((one) => ['check', ['http://127.0.0.1:1/log', one]])),
    ).toEqual([
      { code: 2, said: expect.stringContaining('is a folder') },
      { code: 2, said: expect.stringContaining('there is no file') },
    ])
  })
})

describe('an address that is none, or a network that fails, accuses nobody:', () => {
  const cases: [what: string, (files: Files) => Parameters<typeof served>[0], words: RegExp][] = [
    ['404', () => (_, reply) => reply.writeHead(404).end('<html>'), /holds no log\. The address of a log ends in/],
    ['a page of HTML', () => (_, reply) => reply.end('<!doctype html>'), /such as a page for people/],
    ['a text', () => (_, reply) => reply.end('hello'), /such as a page for people/],
    ['nothing', () => (_, reply) => reply.end(), /such as a page for people/],
    ['an error of the server', () => (_, reply) => reply.writeHead(503).end(), /refuses with 503/],
    [
      'a redirect to another site',
      () => (_, reply) => reply.writeHead(302, { location: 'http://localhost:1/x' }).end(),
      /cannot be read from|leads on/,
    ],
    [
      'a redirect to another place',
      (files) => (asked, reply, name) =>
        asked.url!.startsWith('/moved')
          ? sending(files)(asked, reply, asked.url!.slice('/moved/'.length))
          : reply.writeHead(301, { location: `/moved/${name}` }).end(),
      /leads on to another address, http:\/\/127\.0\.0\.1:\d+\/moved\/checkpoint/,
    ],
    [
      'a network that wants a login, after the head',
      (files) => (asked, reply, name) =>
        name === 'checkpoint' ? sending(files)(asked, reply, name) : reply.end('\n<!DOCTYPE html><title>Wi-Fi</title>'),
      /the network wants a login/,
    ],
    [
      'a file that is cut off on the way',
      (files) => (asked, reply, name) => {
        if (name === 'checkpoint') return sending(files)(asked, reply, name)
        const content = files.get(name)!
        reply.writeHead(200, { 'content-length': content.length })
        reply.write(content.subarray(0, -9), () => reply.destroy())
      },
      /cut off on the way|cannot be read/,
    ],
    [
      'a network that leads to its login, after the head',
      (files) => (asked, reply, name) =>
        name === 'checkpoint'
          ? sending(files)(asked, reply, name)
          : asked.url === '/login'
            ? reply.end('please log in')
            : reply.writeHead(302, { location: '/login' }).end(),
      /leads on to another address/,
    ],
    [
      'a network that packs what it carries',
      (files) => (_, reply, name) =>
        name === 'checkpoint'
          ? reply.end(files.get(name))
          : reply.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(files.get(name)!)),
      /was packed on the way/,
    ],
    [
      'a file without a length',
      (files) => (asked, reply, name) => {
        if (name === 'checkpoint') return sending(files)(asked, reply, name)
        reply.useChunkedEncodingByDefault = false
        reply.write(files.get(name)!.subarray(0, -9))
        reply.end()
      },
      /does not say how long it is/,
    ],
    [
      'an age that no file has',
      (files) => (asked, reply, name) => {
        reply.setHeader('age', '99999999999999999999')
        sending(files)(asked, reply, name)
      },
      /was kept on the way for too long/,
    ],
    [
      'a head that was kept on the way for ten days',
      (files) => (asked, reply, name) => {
        reply.setHeader('age', String(10 * 86_400))
        reply.setHeader('date', new Date(Date.now() - 10 * 86_400_000).toUTCString())
        sending(files)(asked, reply, name)
      },
      /was kept on the way for too long/,
    ],
    [
      'a head of the time to come',
      (files) => (asked, reply, name) => {
        reply.setHeader('age', '-864000')
        sending(files)(asked, reply, name)
      },
      /was kept on the way for too long/,
    ],
    [
      'a redirect without an end',
      () => (_, reply) => {
        reply.writeHead(302, { location: 'http://127.0.0.1:1/x' })
        const piece = Buffer.alloc(1 << 16, 'x')
        const more = () => reply.writable && !reply.destroyed && reply.write(piece, () => setImmediate(more))
        more()
      },
      /cannot be read from/,
    ],
    [
      'a clock that is wrong by a year',
      (files) => (asked, reply, name) => {
        reply.setHeader('date', new Date(Date.now() - 365 * 86_400_000).toUTCString())
        sending(files)(asked, reply, name)
      },
      /the clock of this computer says .* Set it right/,
    ],
  ]
  test.each(cases)('%s', async (_, answer, words) => {
    const { address, close } = await served(answer(logOf(entries())))
    const state = path.join(folderOfTest(), 'state.json')
    const told = await pythonSaysOnline([
      ['witness', [address, state, '--mirror', `${state}.copy`]],
      ['check', [address, put('c.csv', list)]],
      ['sign', [address, state, put('k', `PRIVATE+KEY+x+00000000+${'A'.repeat(44)}`)]],
    ])
    for (const { code, said } of told) expect({ code, said }).toEqual({ code: 2, said: nothing })
    for (const { said } of told.slice(0, 2)) expect(said).toMatch(words)
    expect([existsSync(state), existsSync(`${state}.copy`)]).toEqual([false, false])
    await close()
  })

  test('a folder that is none, and an address without https', () => {
    const state = path.join(folderOfTest(), 'state.json')
    const told = pythonSays(
      ['portal.example/mbale/candidate/log', folderOfTest(), state, 'ftp://x/log'].map((one) => [
        'witness',
        [one, state],
      ]),
    )
    expect(told).toEqual(told.map(() => ({ code: 2, said: nothing })))
    expect(told[0]!.said).toContain('an address begins with https://')
    expect(told[1]!.said).toContain('holds no log')
  })

  test('a clock that was wrong at an earlier look, and one that is behind', async () => {
    const log = written(logOf(entries()))
    const ahead = path.join(folderOfTest(), 'state.json')
    const year = 365 * 86_400_000
    const { address, close } = await atHome()
    expect((await pythonSaysOnline([['witness', [address, ahead]]], Date.now() + year))[0]!.code).toBe(0)
    const [told] = await pythonSaysOnline([['witness', [address, ahead]]])
    expect(told).toEqual({ code: 2, said: expect.stringContaining('If it was wrong at the last look, begin anew') })
    await close()
    const [behind] = pythonSays([['witness', [log, `${ahead}.2`]]], Date.now() - year)
    expect(behind!.said).toMatch(/The clock of this computer says \d{4}-.*look if it is right/)
  })
})

describe('an honest log is not called backdated,', () => {
  const hour = 3_600_000
  const later = (hours: number) => {
    const at = new Date(start + hours * hour).toISOString()
    return leafBytes({ kind: 'notice', subject: `notice:at-${hours}`, at, logged: at, facts: {} })
  }

  test('if a copy of it is brought up to date less often than it is looked at', () => {
    const folder = written(logOf(entries()))
    const state = path.join(folderOfTest(), 'state.json')
    const look = (after: number) => pythonSays([['witness', [folder, state]]], start + after * hour)[0]!
    expect(look(8)).toMatchObject({ code: 0 })
    written(logOf([...entries(), later(2)]), folder)
    expect(look(11)).toEqual({ code: 0, said: expect.stringContaining('1 of them new') })
    // What a copy does show: an entry that is older than the one before it.
    written(logOf([...entries(), later(2), later(1)]), folder)
    expect(look(12)).toEqual({ code: 1, said: expect.stringContaining('claims to be older than the one before it') })
  })

  test('a head that was kept on the way for too long says nothing, to the portal’s own program either', async () => {
    const answer = (age: string) =>
      Object.defineProperty(
        new Response(new Uint8Array(logOf(entries()).get('checkpoint')!), {
          headers: { age, date: new Date(Date.now() - 1000 * Number(age)).toUTCString() },
        }),
        'url',
        { value: 'https://portal.example/log/checkpoint' },
      )
    const asked = { address: 'https://portal.example/log', file: 'checkpoint', now: Date.now() }
    for (const age of ['601', '-1', '1e30', 'x'])
      await expect(fileIn(answer(age), asked)).rejects.toMatchObject({ code: 'kept-long' })
    expect(await fileIn(answer('500'), asked)).not.toBeNull()
  })

  test('nor by the command that reads it from another host; at its own host it is', async () => {
    const ask = (files: Files, before: WitnessState | null, host: string, after: number) => {
      const read = async (file: string) => (files.has(file) ? new Uint8Array(files.get(file)!) : null)
      return witness({ read, verify: async () => true, before, now: start + after * hour, host })
    }
    const grown = logOf([...entries(), later(2)])
    for (const [from, isWhole] of [
      ['mirror.example', true],
      [host, false],
    ] as const) {
      const first = await ask(logOf(entries()), null, from, 8)
      if (!first.isWhole) throw new Error(first.fault.code)
      expect(await ask(grown, first.state, from, 11)).toMatchObject({
        isWhole,
        ...(!isWhole && { fault: { code: 'backdated' } }),
      })
    }
  })

  test('and a backdated one is, where it is read at its own host', async () => {
    let shown = ofOwnHost()
    const { address, close } = await atHome(() => shown)
    const state = path.join(folderOfTest(), 'state.json')
    const look = async (after: number) =>
      (await pythonSaysOnline([['witness', [address, state]]], start + after * hour))[0]!
    expect(await look(8)).toMatchObject({ code: 0, said: expect.not.stringContaining('a copy') })
    shown = ofOwnHost([later(2)])
    expect(await look(11)).toEqual({ code: 1, said: expect.stringContaining('is backdated') })
    await close()
  })
})

describe('every Python, and the portal’s own program, judge an entry alike:', () => {
  const at = new Date(start + 60_000).toISOString()
  const fact = { kind: 'notice', subject: 'notice:9', at, logged: at, facts: {} }
  const text = JSON.stringify(fact)
  const odd: [string, Uint8Array][] = [
    ['no facts', Buffer.from(JSON.stringify({ ...fact, facts: undefined }))],
    ['facts that are a list', Buffer.from(JSON.stringify({ ...fact, facts: [] }))],
    ['UTF-16', Buffer.from(text, 'utf16le')],
    ['a byte order mark', Buffer.from(`\uFEFF${text}`)],
    ['no number', Buffer.from(text.replace('{}', '{"n":NaN}'))],
    ['a time without its zone', Buffer.from(JSON.stringify({ ...fact, logged: at.replace('Z', '') }))],
    ['a time with another zone', Buffer.from(JSON.stringify({ ...fact, logged: at.replace('Z', '+00:00') }))],
  ]
  test.each(odd)('%s', (_, entry) => {
    expect(readLeaf(entry)).toBeNull()
    const log = written(logOf([...entries(), entry]))
    const told = pythonSays([
      ['witness', [log, path.join(log, 'state.json')]],
      ['check', [log, put('c.csv', list)]],
    ])
    for (const one of told) expect(one).toEqual({ code: 1, said: expect.stringContaining('none of this format') })
    expect(existsSync(path.join(log, 'state.json'))).toBe(false)
  })

  test('a log that does not begin as one', () => {
    const log = written(logOf([leaf(0, 'notice', 'log', { origin, verifierKey: lineOf() })]))
    expect(pythonSays([['witness', [log, path.join(log, 'state.json')]]])[0]!.code).toBe(1)
  })

  test('an entry that is nested deeply is an entry like any other', () => {
    let facts: object = {}
    for (let n = 0; n < 400; n++) facts = { facts }
    const log = written(logOf([...entries(), leaf(9, 'notice', 'notice:deep', facts)]))
    expect(pythonSays([['check', [log, put('c.csv', list), '--key', lineOf()]]])[0]!.code).toBe(0)
  })
})

test('what an earlier turn of a look has read is never taken into the mirror', async () => {
  const [good, bad] = [logOf(entries(6)), logOf(entries(7))]
  bad.set('tile/entries/000.p/7', Buffer.from(bundleOf([...entries(6), Buffer.from('{}')])))
  bad.delete('tile/0/000.p/7')
  let turn = 0
  const { address, close } = await served((asked, reply, name) => {
    if (name === 'checkpoint') turn++
    sending(turn === 1 ? bad : good)(asked, reply, name)
  })
  const copy = path.join(folderOfTest(), 'copy')
  const [told] = await pythonSaysOnline([['witness', [address, `${copy}.json`, '--mirror', copy]]])
  expect(told!.code).toBe(0)
  expect(existsSync(path.join(copy, 'tile/entries/000.p/7'))).toBe(false)
  await close()
})

test('a fork is told also where the evidence cannot be written, and a remembered root counts in any letters', () => {
  const log = written(logOf(entries()))
  const state = path.join(folderOfTest(), 'state.json')
  expect(pythonSays([['witness', [log, state]]])[0]!.code).toBe(0)
  const remembered = JSON.parse(readFileSync(state, 'utf8')) as { root: string }
  writeFileSync(state, JSON.stringify({ ...remembered, root: remembered.root.toUpperCase() }))
  const forked = written(logOf([...entries().slice(0, 5), leaf(7, 'notice', 'notice:x', {})]))
  const told = pythonSays([
    ['witness', [log, state]],
    ['witness', [forked, state, '--mirror', '/dev/null/copy']],
  ])
  expect(told).toEqual([
    { code: 0, said: expect.stringContaining('0 of them new') },
    { code: 1, said: expect.stringContaining('The log was rewritten') },
  ])
})

test('odd names and places end in a sentence', () => {
  const log = written(logOf(entries()))
  const folder = folderOfTest()
  spawnSync('mkfifo', [path.join(folder, 'fifo')])
  const long = `${host}/${'x'.repeat(2000)}/log/00000001`
  const turned = [...entries(), leaf(9, 'notice', 'notice:\u202e\u2066x', {})]
  const told = pythonSays([
    ['witness', [log, path.join(folder, 'fifo')]],
    [
      'witness',
      [
        written(logOf([leaf(0, 'log', 'log', { origin: long, verifierKey: lineOf(key, long) })], key, long)),
        path.join(folder, 'a'),
      ],
    ],
    ['witness', [log, path.join(folder, 'b')]],
    ['witness', [written(logOf(turned)), path.join(folder, 'b')]],
  ])
  expect(told.map(({ code }) => code)).toEqual([2, 1, 0, 0])
  expect(told[3]!.said).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
})

test.each(['witness', 'check', 'sign'])('%s.py ends with 2 where nobody can read what it says', (name) => {
  const file = path.resolve(`server/features/operations/public-log/${name}.py`)
  for (const to of ['>&-', '>/dev/full']) {
    const { status, stderr } = spawnSync('bash', ['-c', `python3 -B ${file} ${to}`], { encoding: 'utf8' })
    expect([to, status, stderr]).toEqual([to, 2, ''])
  }
})

test('a log that is published to meanwhile is read again, and no file of it is called missing', async () => {
  const [before, after] = [logOf(entries(6)), logOf(entries(7))]
  let heads = 0
  const { address, close } = await served((asked, reply, name) =>
    sending(name === 'checkpoint' && heads++ === 0 ? before : after)(asked, reply, name),
  )
  const [told] = await pythonSaysOnline([['witness', [address, path.join(folderOfTest(), 'state.json')]]])
  expect(told).toEqual({ code: 0, said: expect.stringContaining(': 7 entries, remembered') })
  expect(told!.said).toContain(
    `This log says that its place is ${host}/mbale/candidate/log, and was read from 127.0.0.1`,
  )
  await close()
})

describe('witness.py --mirror', () => {
  const filesIn = (folder: string): Files =>
    new Map(
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => statSync(path.join(folder, name)).isFile())
        .map((name) => [name, readFileSync(path.join(folder, name))]),
    )
  const apart = (copy: string) =>
    readdirSync(path.dirname(copy)).filter((name) => name.startsWith(`${path.basename(copy)}.served-`))
  let copy: string
  let state: string
  const look = (files: Files, remembered = state) =>
    pythonSays([['witness', [written(files), remembered, '--mirror', copy]]])[0]!
  const first = () => {
    copy = path.join(folderOfTest(), 'copy')
    state = `${copy}.json`
    expect(look(logOf(entries())).code).toBe(0)
    return filesIn(copy)
  }

  test('adds what is new, and keeps the heads of before', () => {
    const before = first()
    expect(look(logOf(entries(8)))).toEqual({ code: 0, said: expect.stringContaining('2 of them new') })
    const after = filesIn(copy)
    for (const [name, content] of before)
      expect([...after].some(([other, now]) => other.includes(name) && now.equals(content))).toBe(true)
    expect(pythonSays([['witness', [copy, state]]])[0]).toMatchObject({ code: 0 })
    expect(apart(copy)).toEqual([])
  })

  test('a rewritten log changes no byte of the copy: both are kept, and it says so', () => {
    const before = first()
    const rewritten = [...entries().slice(0, 5), leaf(7, 'notice', 'notice:x', {})]
    for (const remembered of [state, `${state}.new`]) {
      const { code, said } = look(logOf(rewritten), remembered)
      expect([code, said]).toEqual([1, expect.stringMatching(/^NOT TO BE BELIEVED: /)])
      const [other] = apart(copy)
      expect(said).toContain(other)
      expect(filesIn(copy)).toEqual(before)
      expect(filesIn(path.join(path.dirname(copy), other!))).toEqual(logOf(rewritten))
    }
    expect(look(logOf(rewritten), `${state}.new`).said).toContain('Both are signed')
    // A longer one, none of whose files has the name of one in the copy.
    const longer = [...rewritten, leaf(8, 'notice', 'notice:y', {})]
    expect(look(logOf(longer), `${state}.new`)).toEqual({ code: 1, said: expect.stringContaining('Both are signed') })
    expect(filesIn(copy)).toEqual(before)
    expect(existsSync(`${state}.new`)).toBe(false)
  })

  test('an older log, another log, and one that does not hold leave the copy as it is', () => {
    const before = first()
    const other = origin.replace(/1$/, '2')
    const anew = [leaf(0, 'log', 'log', { origin: other, verifierKey: lineOf(key, other) })]
    const broken = logOf(entries(7))
    broken.set('tile/0/000.p/7', Buffer.alloc(224))
    for (const [files, words] of [
      [logOf(entries(4)), 'the log was shortened, or an old copy of it is served'],
      [logOf(anew, key, other), 'The copy is of another log'],
      [broken, 'Entry 0 was changed'],
    ] as const) {
      expect(look(files, `${state}.new`)).toEqual({ code: 1, said: expect.stringContaining(words) })
      expect(filesIn(copy)).toEqual(before)
    }
    expect(apart(copy)).toHaveLength(3)
    // The same again fills no disk.
    look(broken)
    expect(apart(copy)).toHaveLength(3)
  })

  test('a copy that was damaged here accuses nobody', () => {
    first()
    writeFileSync(path.join(copy, 'tile/0/000.p/6'), 'damaged')
    const before = filesIn(copy)
    const { code, said } = look(logOf(entries()))
    expect([code, said]).toEqual([2, expect.stringContaining('COPY NOT ADDED TO: ')])
    expect(said).toContain('Nothing was taken back')
    expect(said).toContain('it was damaged here')
    expect(filesIn(copy)).toEqual(before)
  })
})

describe('sign.py', () => {
  test('signs as RFC 8032 does, and as Node does', () => {
    const seeds = [
      '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
      '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
      'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
      ...[1, 2, 255].map((byte) => Buffer.alloc(32, byte).toString('hex')),
    ]
    const texts = ['', '72', 'af82', '00', 'ff'.repeat(500), '0a']
    const program = `
import json, sys
sys.dont_write_bytecode = True
sys.path.insert(0, ${JSON.stringify(path.resolve('server/features/operations/public-log'))})
import sign
b = bytes.fromhex
print(json.dumps([[sign.public_of(b(s)).hex(), sign.signature_of(b(s), b(t)).hex()] for s, t in json.loads(sys.argv[1])]))`
    const { stdout } = spawnSync('python3', ['-c', program, JSON.stringify(seeds.map((seed, n) => [seed, texts[n]]))], {
      encoding: 'utf8',
    })
    const found = JSON.parse(stdout) as [string, string][]
    expect(found.slice(0, 3)).toEqual([
      [
        'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
        'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
      ],
      [
        '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
        '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
      ],
      [
        'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
        '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
      ],
    ])
    for (const [n, seed] of seeds.entries()) {
      const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.from(seed, 'hex')])
      const own = signed(
        null,
        Buffer.from(texts[n]!, 'hex'),
        createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }),
      )
      expect(found[n]![1]).toBe(own.toString('hex'))
    }
  })

  test('believes that a signature was taken only if the portal itself says so', async () => {
    const answers: Parameters<typeof served>[0][] = [
      (_, reply) => reply.end('<html>Wi-Fi login</html>'),
      (_, reply) => reply.writeHead(301, { location: '/login' }).end(),
      (_, reply) => reply.end('{"data":{"size":"6"}}'),
      (asked) => asked.socket.end('garbage\r\n\r\n'),
    ]
    for (const answer of answers) {
      const files = ofOwnHost()
      const { address, close } = await served((asked, reply, name) => {
        reply.sendDate = false
        if (asked.method === 'POST') return answer(asked, reply, name)
        if (asked.url === '/login') return reply.end('{"data":{"size":6}}')
        sending(files)(asked, reply, name)
      })
      const folder = folderOfTest()
      const words = [address, path.join(folder, 'state.json'), path.join(folder, 'my.key'), '--name', 'weekly.example']
      const [told] = await pythonSaysOnline([['sign', words]])
      expect(told).toEqual({ code: 3, said: expect.stringContaining('the portal has not taken the signature') })
      await close()
    }
  })

  test('makes a key, looks, signs what it has proved, and the portal takes it once the key is listed', async () => {
    const portal = await openPortal({ at: plus(ist('1970-01-01 05:30'), Date.now()) })
    for (const name of ['admin-1', 'admin-2']) await staffAccount(portal, 'admin', name)
    await portal.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = portal.app.server.address() as AddressInfo
    const folder = folderOfTest()
    const [state, own] = [path.join(folder, 'state.json'), path.join(folder, 'my.key')]
    const address = `http://127.0.0.1:${port}${portal.base}log`
    const sign = async (...more: string[]) => (await pythonSaysOnline([['sign', [address, state, own, ...more]]]))[0]!

    expect(await sign()).toEqual({ code: 2, said: expect.stringContaining('To make your key, add --name') })
    expect((await sign('--name', 'a name')).code).toBe(2)
    expect(existsSync(own)).toBe(false)
    const first = await sign('--name', 'weekly.example')
    expect([first.code, statSync(own).mode & 0o777]).toEqual([3, 0o600])
    expect(first.said).toContain("not listed this witness's key")
    const line = /^weekly\.example\+[0-9a-f]{8}\+\S+$/m.exec(first.said)![0]
    const { settings } = portal.services
    const admin = (id: number) => ({ id, loginName: `admin-${id}`, role: 'admin' }) as never
    settings.propose(
      admin(1),
      'witnesses',
      { key1: line },
      { intent: 'propose', base: String(settings.newest('witnesses')) },
    )
    for (const { key: what, id } of settings.waiting(admin(2))) if (what === 'witnesses') settings.approve(admin(2), id)
    const second = await sign()
    expect(second).toEqual({ code: 0, said: expect.stringMatching(/Signed as weekly\.example: \d+ entries\./) })
    const head = await portal.app.inject({ url: `${portal.base}log/checkpoint` })
    expect(readNote(head.payload)!.signatures.map(({ name }) => name)).toContain('weekly.example')

    expect((await sign('--name', 'other.example')).said).toContain('has another name: weekly.example')
    const kept = readFileSync(own, 'utf8')
    for (const odd of [
      '',
      kept.slice(0, -9),
      kept.replace('weekly', 'daily'),
      `PRIVATE+KEY+a+00000000+${'='.repeat(44)}`,
    ]) {
      writeFileSync(own, odd)
      expect(await sign()).toEqual({ code: 2, said: expect.stringContaining('holds no key of a witness') })
    }
    writeFileSync(own, kept)
    const [copied] = await pythonSaysOnline([['sign', [folder, state, own]]])
    expect(copied).toEqual({ code: 2, said: expect.stringContaining('a copy takes no signatures') })
    // A log that is not to be believed is never signed.
    const remembered = JSON.parse(readFileSync(state, 'utf8'))
    writeFileSync(state, JSON.stringify({ ...remembered, root: '00'.repeat(32) }))
    expect(await sign()).toEqual({ code: 1, said: expect.stringContaining('NOT TO BE BELIEVED') })
    await portal.close()
  })
})
