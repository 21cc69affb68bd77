import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { logKeyOf } from '#server/adapters/log-files.ts'
import { bundleOf, entriesIn, joined, tileFile, tilesOf } from '#server/domain/log/files.ts'
import { leafBytes, readLeaf, rotationText } from '#server/domain/log/leaf.ts'
import { checkpointText, keyIdOf, toBase64, writtenKey, writtenNote } from '#server/domain/log/note.ts'
import { createTree, leafHash } from '#server/domain/log/tree.ts'
import type { WitnessState } from '#server/domain/log/witness.ts'
import { faultWords } from '#server/domain/log/words.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import { days, minutes } from '#server/kernel/time.ts'
import { folderOfTest, openPortal } from '#tests/support/portal.ts'
import { pythonSays } from '#tests/support/python.ts'
import { look, type Mirror, readerOf, readMirror, seen } from '#tests/support/witness.ts'

const seed = Buffer.alloc(32, 1).toString('base64')
const [key, newKey, stranger] = [1, 2, 3].map((byte) => logKeyOf(Buffer.alloc(32, byte).toString('base64')))
type Key = NonNullable<typeof key>

/** The log as a stranger saw it at noon, what they remember of it, and the log as it is a little later. */
let before: WitnessState
let old: Mirror
let entries: Uint8Array[]
let origin: string
let now: number

const keyLine = (one: Key, of = origin) => writtenKey({ name: of, kind: 1, publicKey: one.publicKey })

/** A log of any entries under any name, signed by any key: the portal itself could show it. */
function forged(of: readonly Uint8Array[], by: Key = key!, name = origin): Mirror {
  const tree = createTree(of.map(leafHash))
  const files: Mirror = new Map()
  for (const { level, index, width } of tilesOf(of.length)) {
    files.set(tileFile(level, index, width), Buffer.from(joined(tree.tile(level, index, width))))
    if (level === 0)
      files.set(tileFile('entries', index, width), Buffer.from(bundleOf(of.slice(index * 256, index * 256 + width))))
  }
  const text = checkpointText({ origin: name, size: of.length, root: tree.root() })
  const keyId = keyIdOf({ name, kind: 1, publicKey: by.publicKey })
  const note = writtenNote({ text, signatures: [{ name, keyId, signature: by.sign(new TextEncoder().encode(text)) }] })
  return files.set('checkpoint', Buffer.from(note))
}

const entry = (logged: number, subject = 'notice:900', facts: Record<string, unknown> = {}, kind = 'notice') =>
  leafBytes({
    kind: kind as 'notice',
    subject,
    at: new Date(logged).toISOString(),
    logged: new Date(logged).toISOString(),
    facts,
  })

function changed(mirror: Mirror, file: RegExp, change: (content: Buffer) => Buffer): Mirror {
  const copy = new Map(mirror)
  const name = [...copy.keys()].find((one) => file.test(one))!
  return copy.set(name, change(Buffer.from(copy.get(name)!)))
}

beforeAll(async () => {
  const portal = await openPortal({ shared: true, config: { logKey: { key: seed } } })
  old = new Map()
  now = portal.clock.real()
  before = (await seen(look(readerOf(portal, old), now))).state
  origin = before.origin
  portal.clock.advance(minutes(30))
  const admin = { id: 1, loginName: 'admin', role: 'admin' } as never
  const words = { kind: 'notice', titleEn: 'A', titleMr: 'अ', bodyEn: 'B', bodyMr: 'ब' } as never
  portal.services.notices.publish(admin, words)
  now = portal.clock.real()
  const current: Mirror = new Map()
  const { size } = await seen(look(readerOf(portal, current), now, before))
  entries = entriesIn(new Uint8Array(current.get(`tile/entries/000.p/${size}`)!), size)!
  await portal.close()
})

const python = path.resolve('server/features/operations/public-log/witness.py')

function folderOf(mirror: Mirror): string {
  const folder = folderOfTest()
  for (const [name, content] of mirror) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), content)
  }
  return folder
}

/** What the program for strangers says of a mirror. */
function saidByPython(
  mirror: Mirror,
  remembered: WitnessState | null,
  told?: string,
): { code: number | null; said: string } {
  const folder = folderOf(mirror)
  const state = path.join(folder, 'state.json')
  if (remembered) {
    const { size, seenAt } = remembered
    const root = Buffer.from(remembered.root, 'base64').toString('hex')
    writeFileSync(state, JSON.stringify({ origin: remembered.origin, size, root, seenAt: seenAt / 1000 }))
  }
  const words = ['-I', python, folder, state, ...(told === undefined ? [] : ['--key', told])]
  const { status, stdout, stderr } = spawnSync('python3', words, { encoding: 'utf8' })
  return { code: status, said: stdout + stderr }
}

/** Both programs refuse the mirror; the sentence that everybody reads, in English and with Marathi letters. */
async function refusal(
  mirror: Mirror,
  { told, remembered = before }: { told?: string; remembered?: WitnessState } = {},
) {
  const found = await look(readMirror(mirror), now, remembered, told === undefined ? {} : { verifierKey: told })
  const outside = saidByPython(mirror, remembered, told)
  expect(outside).toMatchObject({ code: 1, said: expect.stringContaining('NOT TO BE BELIEVED') })
  if (found.isWhole) return 'nothing was found'
  const wordsIn = (language: 'en' | 'mr') =>
    faultWords(found.fault, {
      language,
      t: (name, values) => translate(language, `publiclog:${name}`, values),
      when: (at) => formatDateTime(at, language),
    })
  expect(wordsIn('mr')).toMatch(/[\u0900-\u097f]/)
  for (const language of ['en', 'mr'] as const) expect(wordsIn(language)).not.toMatch(/\{\{|undefined|NaN/)
  return `${found.fault.code}: ${wordsIn('en')}`
}

test('the true log is believed by both, and both name the new entry', async () => {
  const found = await seen(look(readMirror(forged(entries)), now, before))
  expect(found.news).toHaveLength(1)
  expect(saidByPython(forged(entries), before)).toMatchObject({ code: 0, said: expect.stringContaining('notice') })
  expect(saidByPython(forged(entries), null, keyLine(key!)).code).toBe(0)
})

test('1: a published byte changed on the disk', async () => {
  const mirror = changed(forged(entries), /entries/, (content) => {
    content[content.length - 10]! ^= 1
    return content
  })
  expect(await refusal(mirror)).toMatch(/^entry-altered: Entry \d+ was changed after it was published/)
})

test('2: an entry dropped, and the rest signed anew', async () => {
  const without = [...entries.slice(0, 5), ...entries.slice(6), entry(now), entry(now)]
  expect(await refusal(forged(without))).toMatch(/^forked: The portal has rewritten its past/)
})

test('3: another log for one visitor', async () => {
  const shown = [...entries.slice(0, before.size - 1), entry(before.seenAt, 'notice:1')]
  const misled = await seen(look(readMirror(forged(shown)), now))
  expect(misled.size).toBe(before.size)
  // What this visitor remembers is not what everybody else is shown.
  expect(await refusal(forged(entries), { remembered: { ...misled.state, seenAt: before.seenAt } })).toMatch(
    /^forked: .*other people were shown another log/,
  )
})

test('4: a publication backdated to before the last look', async () => {
  const late = [...entries.slice(0, before.size), entry(before.seenAt - days(3))]
  expect(await refusal(forged(late))).toMatch(/^(backdated|out-of-order): Entry \d+ .*claims/)
  // Even behind an entry that says the clock was put back.
  const excuse = entry(before.seenAt - days(3), 'clock', {}, 'clock')
  expect(await refusal(forged([...entries.slice(0, before.size), excuse]))).toMatch(
    /^backdated: Entry \d+ is backdated/,
  )
})

test('5: a clock that jumped ahead, and one that was put back', async () => {
  const ahead = entry(Date.UTC(2099, 0, 1))
  expect(await refusal(forged([...entries, ahead]))).toMatch(/^ahead: Entry \d+ claims a time that has not come yet/)
  // The portal says itself that it put its clock back.
  const portal = await openPortal({ config: { logKey: { key: seed } } })
  portal.clock.advance(-days(1))
  portal.services.notices.publish(
    { id: 1, loginName: 'admin', role: 'admin' } as never,
    { kind: 'notice', titleEn: 'A', titleMr: 'अ', bodyEn: 'B', bodyMr: 'ब' } as never,
  )
  const { news } = await seen(look(readerOf(portal), portal.clock.real()))
  expect(news.slice(-2).map(({ kind }) => kind)).toEqual(['clock', 'notice'])
})

test('6: an entry that was shown and disappeared with the kill of the machine', async () => {
  const after = await seen(look(readMirror(forged(entries)), now, before))
  const instead = [...entries.slice(0, before.size), entry(now, 'notice:901')]
  expect(await refusal(forged(instead), { remembered: after.state })).toMatch(/^forked: /)
})

test('7: a mirror that serves yesterday', async () => {
  const after = await seen(look(readMirror(forged(entries)), now, before))
  expect(await refusal(old, { remembered: after.state })).toMatch(/^yesterday: This is an old state of the log/)
})

/** The log after a change of key. */
function rotated(by: Key, signature = by.sign(new TextEncoder().encode(rotationText(origin, keyLine(newKey!))))) {
  return [...entries, entry(now, 'key', { verifierKey: keyLine(newKey!), signature: toBase64(signature) }, 'key')]
}

test('8: a head signed by the key from before the rotation, and a rotation by nobody', async () => {
  await seen(look(readMirror(forged(rotated(key!), newKey!)), now, before))
  expect(saidByPython(forged(rotated(key!), newKey!), before).code).toBe(0)
  expect(await refusal(forged(rotated(key!), key!))).toMatch(/^old-key: .*a key that the portal has replaced/)
  expect(await refusal(forged(rotated(newKey!), newKey!))).toMatch(/^broken-rotation: /)
})

test('9: the log of another portal', async () => {
  const other = 'elsewhere.example/mbale/candidate/log/00000000'
  const first = leafBytes({ ...readLeaf(entries[0]!)!, facts: { origin: other, verifierKey: keyLine(key!, other) } })
  const mirror = forged([first, ...entries.slice(1)], key!, other)
  expect(await refusal(mirror)).toMatch(/^begun-anew: The portal shows another log/)
  expect(await refusal(mirror, { told: keyLine(key!) })).toMatch(/^wrong-origin: This is another log/)
})

test('10: a tile cut off, a bundle cut off, a file missing', async () => {
  const cut = (content: Buffer) => content.subarray(0, content.length - 7)
  expect(await refusal(changed(forged(entries), /tile\/0/, cut))).toMatch(
    /^truncated: The file tile\/0\/\S+ is cut off/,
  )
  expect(await refusal(changed(forged(entries), /entries/, cut))).toMatch(
    /^truncated: The file tile\/entries\/\S+ is cut off/,
  )
  const without = forged(entries)
  without.delete([...without.keys()].find((name) => name.includes('entries'))!)
  expect(await refusal(without)).toMatch(/^missing-file: The file tile\/entries\/\S+ is missing/)
  // What was never a log is no log that was changed.
  const page: Mirror = new Map([['checkpoint', Buffer.from('<html>')]])
  expect(await look(readMirror(page), now)).toMatchObject({ isWhole: false, fault: { code: 'unreadable' } })
  expect(saidByPython(page, null)).toMatchObject({ code: 2, said: expect.stringMatching(/^NOTHING WAS CHECKED: /) })
})

test('a portal that publishes while it is read is read again, and one that never rests is accused of nothing', async () => {
  const states = [3, 2, 1, 0].map((fewer) => forged(entries.slice(0, entries.length - fewer)))
  /** Publishes after each head that was read; `rests`: until the last state. */
  const growing = (rests: boolean) => {
    let heads = 0
    const stateNow = () => states[rests ? Math.min(heads, states.length - 1) : heads % states.length]!
    return (file: string) => {
      const shown = stateNow()
      if (file === 'checkpoint') heads++
      return readMirror(shown)(file)
    }
  }
  expect(await look(growing(true), now)).toMatchObject({ isWhole: true, size: entries.length })
  await expect(look(growing(false), now)).rejects.toMatchObject({ code: 'growing' })
})

test('11: the signature of another key, and a forged one', async () => {
  expect(await refusal(forged(entries, stranger!))).toMatch(/^other-key: .*a key that is not the portal's/)
  const forgery = changed(forged(entries), /checkpoint/, (content) => {
    const text = content.toString()
    const at = text.length - 30
    return Buffer.from(text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1))
  })
  expect(await refusal(forgery)).toMatch(/^bad-signature: The signature below the log is forged/)
  expect(await refusal(forged(entries), { told: keyLine(stranger!) })).toMatch(/^other-key: /)
})

test('12: publications taken back', async () => {
  const after = await seen(look(readMirror(forged(entries)), now, before))
  expect(await refusal(forged(entries.slice(0, -3)), { remembered: after.state })).toMatch(
    /^shorter: The portal has taken publications back: it had \d+ entries/,
  )
})

test('a hostile log is refused in a moment: numbers that no log has, and entries that are none', async () => {
  const head = forged(entries).get('checkpoint')!.toString()
  for (const size of ['999999999', '-1', '1e3', '0', ' 7'])
    expect(await refusal(new Map([['checkpoint', Buffer.from(head.replace(/\n\d+\n/, `\n${size}\n`))]]))).toMatch(
      /^(unreadable|shorter): /,
    )
  for (const bytes of ['null', '[]', '{"kind":"notice"}', '\u0000', '"x"'])
    expect(await refusal(forged([...entries, Buffer.from(bytes)]))).toMatch(/^not-an-entry: /)
  const nested = Buffer.from(`{"facts":${'['.repeat(30_000)}${']'.repeat(30_000)}}`)
  expect(await refusal(forged([...entries, nested]))).toMatch(/^not-an-entry: /)
  // Without `at` or `subject`, with a time that no calendar has, or with signs that would move a cursor.
  const fact = { kind: 'notice', subject: 'notice:1', at: '2024-08-01T00:00:00Z', facts: {} }
  const logged = new Date(now).toISOString()
  const odd = [
    { at: undefined },
    { subject: 7 },
    { kind: null },
    { logged: '0000-00-00' },
    { facts: [] },
    { subject: '\u009b2J' },
  ]
  const runs = odd.map((one) => {
    const leaf = Buffer.from(JSON.stringify({ ...fact, logged, ...one }))
    const folder = folderOf(forged([...entries, leaf]))
    return ['witness', [folder, path.join(folder, 'state.json')]] as const
  })
  const told = pythonSays([...runs, runs.at(-1)!], now)
  expect(told.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1, 0, 0])
  for (const { said } of told) expect(said).not.toMatch(/[\u0080-\u009f]/)
})

test('what a witness remembers is read as carefully: a file that is cut off or not its own is named', () => {
  const whole = { origin, size: before.size, root: '00'.repeat(32), seenAt: 1 }
  const odd = [
    '',
    JSON.stringify(whole).slice(0, -9),
    '[]',
    `${'['.repeat(9000)}`,
    '\uFEFF{}',
    '\u0000'.repeat(5000),
    '1'.repeat(2_000_000),
    ...[
      { size: 0 },
      { size: true },
      { size: 1.5 },
      { size: '1' },
      { root: 'zz' },
      { seenAt: null },
      { seenAt: -1 },
      { origin: 7 },
    ].map((one) => JSON.stringify({ ...whole, ...one })),
    JSON.stringify(whole).replace('"seenAt":1', '"seenAt":NaN'),
  ]
  const folder = folderOf(forged(entries))
  const runs = odd.map((remembered, n) => {
    const state = path.join(folder, `state-${n}.json`)
    writeFileSync(state, remembered)
    return ['witness', [folder, state]] as const
  })
  const refused = { code: 2, said: expect.stringMatching(/^NOTHING WAS CHECKED: [^\n]+\n$/) }
  expect(pythonSays(runs)).toEqual(odd.map(() => refused))
})

test('a server that sends nonsense, too much, or nothing at all is no log: one sentence, and no waiting', async () => {
  const sent: Record<string, (socket: Socket) => void> = {
    nonsense: (socket) => socket.end('\u0000\u0001 no HTTP\r\n\r\n'),
    endless: (socket) => {
      socket.write('HTTP/1.0 200 OK\r\n\r\n')
      const piece = Buffer.alloc(1 << 20, 'x')
      const more = () => socket.writable && socket.write(piece, () => setImmediate(more))
      more()
    },
    none: (socket) => socket.end('HTTP/1.0 404 Not Found\r\n\r\n'),
    cut: (socket) => socket.end('HTTP/1.0 200 OK\r\ncontent-length: 900\r\n\r\nlog'),
  }
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (asked) => sent[/^GET \/(\w+)/.exec(String(asked))![1]!]!(socket))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const state = path.join(folderOfTest(), 'state.json')
  const ask = (address: string) =>
    promisify(execFile)('python3', ['-I', python, address, state]).then(
      ({ stdout }) => ({ code: 0, said: stdout }),
      ({ code, stdout, stderr }) => ({ code, said: `${stdout}${stderr}` }),
    )
  const found = await Promise.all(Object.keys(sent).map((name) => ask(`http://127.0.0.1:${port}/${name}`)))
  const sentence = expect.stringMatching(/^NOTHING WAS CHECKED: [^\n]+\n$/)
  expect(found).toEqual(found.map(() => ({ code: 2, said: sentence })))
  for (const address of ['http://[', 'http://127.0.0.1:1/log', path.join(state, 'none')])
    expect(await ask(address)).toEqual({ code: 2, said: sentence })
  server.close()
})

test('the program for strangers checks signatures as RFC 8032 does', () => {
  const vectors = [
    [
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
      '',
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    ],
    [
      '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
      '72',
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    ],
    [
      'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
      'af82',
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
    ],
  ]
  const program = `
import importlib.util, json, sys
spec = importlib.util.spec_from_file_location('witness', ${JSON.stringify(python)})
witness = importlib.util.module_from_spec(spec)
spec.loader.exec_module(witness)
b = bytes.fromhex
print(json.dumps([[witness.is_signed(b(k), b(m), b(s)), witness.is_signed(b(k), b(m) + b'x', b(s)),
  witness.is_signed(b(k), b(m), b(s)[:32] + (int.from_bytes(b(s)[32:], 'little') + witness.L).to_bytes(32, 'little'))]
  for k, m, s in json.loads(sys.argv[1])]))`
  const { stdout } = spawnSync('python3', ['-c', program, JSON.stringify(vectors)], { encoding: 'utf8' })
  expect(JSON.parse(stdout)).toEqual(vectors.map(() => [true, false, false]))
  expect(readFileSync(python, 'utf8').split('\n').length).toBeLessThanOrEqual(430)
})
