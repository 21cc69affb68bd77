import { beforeEach, expect, test, vi } from 'vitest'
import { look } from '#pages/parts/public-log/look.ts'
import { translate } from '#server/i18n/texts.ts'
import { days } from '#server/kernel/time.ts'
import { openPortal, type TestPortal } from '#tests/support/portal.ts'

const address = 'https://admissions.example.org/mbale/candidate/log'
let shown: TestPortal
let kept: Map<string, string>
let isForbidden: boolean

beforeEach(async () => {
  kept = new Map()
  isForbidden = false
  shown = await openPortal({ shared: true, at: Date.now() as never })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: string) {
      if (isForbidden) throw new Error('QuotaExceededError')
      kept.set(key, value)
    },
  })
  vi.stubGlobal('fetch', async (asked: string) => {
    const file = asked.slice(address.length + 1)
    const { statusCode, rawPayload } = await shown.app.inject({ url: `${shown.base}log/${file}` })
    const answer = new Response(new Uint8Array(rawPayload), { status: statusCode })
    return Object.defineProperty(answer, 'url', { value: asked })
  })
  return () => vi.unstubAllGlobals()
})

const looked = () =>
  look(address, {
    language: 'en',
    t: ((key: never, values: never) => translate('en', key, values)) as never,
    names: {},
  })

test('remembers the log, and says what is new', async () => {
  expect(await looked()).toMatchObject({ tone: 'ok', says: expect.stringContaining('remembered. From now on') })
  expect(await looked()).toMatchObject({ tone: 'ok', says: expect.stringContaining('none of them new') })
})

test('promises nothing where it cannot remember', async () => {
  isForbidden = true
  for (let n = 0; n < 2; n++)
    expect(await looked()).toMatchObject({ tone: 'warn', says: expect.stringContaining('cannot remember them') })
})

test('a log that began anew is said to be what it is, and the new one is watched from then on', async () => {
  await looked()
  const before = [...kept.values()][0]
  shown = await openPortal({ at: (Date.now() - days(1)) as never })
  const said = await looked()
  expect(said).toMatchObject({
    tone: 'error',
    says: expect.stringContaining('NOT TO BE BELIEVED: The portal shows another'),
  })
  expect(said.news).toEqual([expect.stringContaining('watches the new one from now on')])
  // What it saw of the former log stays as proof, and is named each time.
  expect([...kept.values()]).toContain(before)
  for (let n = 0; n < 2; n++) {
    const { tone, says, seenBy } = await looked()
    expect([tone, says]).toEqual(['warn', expect.stringContaining('none of them new')])
    expect(seenBy[0]).toContain('another log than the one that this browser saw before')
  }
})

test('a log that began anew and cannot be read a second time is not to be believed all the same', async () => {
  await looked()
  const other = await openPortal({ at: (Date.now() - days(1)) as never })
  let heads = 0
  const { fetch: before } = globalThis
  vi.stubGlobal('fetch', async (asked: string) => {
    if (asked.endsWith('checkpoint') && ++heads > 1)
      return Object.defineProperty(new Response('', { status: 500 }), 'url', { value: asked })
    shown = other
    return before(asked)
  })
  expect(await looked()).toMatchObject({ tone: 'error', says: expect.stringContaining('NOT TO BE BELIEVED'), news: [] })
})

test('says that a look could not be remembered', async () => {
  await looked()
  isForbidden = true
  const { tone, seenBy } = await looked()
  expect([tone, seenBy[0]]).toEqual(['warn', expect.stringContaining('could not remember this look')])
})

test('a browser that knows no Ed25519 is told so, and not to wait', async () => {
  vi.stubGlobal('crypto', { subtle: { importKey: async () => Promise.reject(new Error('NotSupportedError')) } })
  expect(await looked()).toMatchObject({ tone: 'warn', says: expect.stringContaining('cannot check signatures') })
})
