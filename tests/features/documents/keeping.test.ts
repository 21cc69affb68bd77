import { once } from 'node:events'
import { readdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createFileStorage, type Disk, realDisk } from '#server/adapters/file-storage/file-storage.ts'
import { candidateLimits } from '#server/courses/candidate-limits.ts'
import { createPagePictures } from '#server/features/application/documents/page-pictures.ts'
import { createDocuments, type DocumentsDeps } from '#server/features/application/documents/service.ts'
import { documentsStore } from '#server/features/application/documents/store.ts'
import { ok, refuse } from '#server/kernel/result.ts'
import { hours, ist } from '#server/kernel/time.ts'
import { jpeg, multipart, pdf, png } from '#tests/support/files.ts'
import {
  asData,
  browser,
  folderOfTest,
  logIn,
  openPortal,
  ravi,
  type TestPortal,
  viewOf,
} from '#tests/support/portal.ts'
import { candidateAtDocuments } from './candidate'

/** The files of the portal, once the temporary files of answered requests are deleted, shortly after the answer. */
async function filesIn(portal: TestPortal): Promise<string[]> {
  const isIncoming = (file: string) => file.includes('incoming')
  for (let wait = 0; wait < 2000 && everyFileIn(portal).some(isIncoming); wait++) await setTimeout(5)
  return everyFileIn(portal)
}

const everyFileIn = (portal: TestPortal) => {
  const folder = path.join(portal.services.folder, 'files')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
}

async function start(options: Parameters<typeof openPortal>[0] = {}) {
  const portal = await openPortal(options)
  return { portal, asha: await candidateAtDocuments(portal) }
}

const photo = async () => ({ name: 'me.jpg', content: await jpeg() })

describe('case 35: a full disk', () => {
  const fault = (code: string) => Object.assign(new Error(code), { code })
  const faults: Record<string, Partial<Disk>> = {
    'hardly any room is left': { free: async () => 1024 * 1024 },
    'the disk is full when a file is begun': {
      create: async () => {
        throw fault('ENOSPC')
      },
    },
    'the quota is used up when it is brought to the disk': {
      sync: async () => {
        throw fault('EDQUOT')
      },
    },
    'the disk is full when it is put in its place': {
      rename: () => {
        throw fault('ENOSPC')
      },
    },
    'the device itself says that it is full': { create: () => open('/dev/full', 'w') },
  }

  test.each(Object.entries(faults))(
    'case 35: %s: the upload is refused in plain words, and nothing is left behind',
    async (_, disk) => {
      const { portal, asha } = await start({ disk: { ...realDisk, ...disk } })
      const answer = await asha.upload('photo', await photo())
      expect([answer.status, answer.body.code]).toEqual([503, 'storage-full'])
      expect(answer.headers['retry-after']).toBe('600')
      expect(await filesIn(portal)).toEqual([])
      expect(portal.rows().documents).toBe(0)
    },
  )

  test('case 35: the page says so too, and the earlier document remains', async () => {
    let isFull = false
    const disk = { ...realDisk, free: async () => (isFull ? 0 : 1e12) }
    const { portal, asha } = await start({ disk })
    await asha.upload('photo', await photo())
    const before = await filesIn(portal)
    isFull = true
    const answer = await asha.post('photo-details', { kind: 'photo' }, [{ ...(await photo()), field: 'photo' }])
    expect(answer.status).toBe(503)
    expect(viewOf(answer).form?.message).toMatch(/storage is full/)
    expect(await filesIn(portal)).toEqual(before)
    expect((await asha.get('photo')).statusCode).toBe(200)
  })

  test('case 35: any other fault of the disk is an outage too, and leaves nothing behind either', async () => {
    const { portal, asha } = await start({
      disk: {
        ...realDisk,
        sync: async () => {
          throw fault('EIO')
        },
      },
    })
    const answer = await asha.upload('photo', await photo())
    expect([answer.status, answer.body.code]).toEqual([503, 'not-saved'])
    expect(await filesIn(portal)).toEqual([])
  })
})

describe('case 28: names of documents', () => {
  const names = [
    '..',
    '../photo',
    '..%2Fphoto',
    '%2e%2e%2fphoto',
    '%252e%252e%252fphoto',
    '..%5Cphoto',
    'photo%00.jpg',
    '%00',
    '%2Fetc%2Fpasswd',
    '/etc/passwd',
    'photo%2F..%2Fphoto',
    'PHOTO',
    'constructor',
    '__proto__',
    'x'.repeat(5000),
  ]

  test.each(names)('case 28: the name %s opens no document on a page, as a file, or through the API', async (name) => {
    const { portal, asha } = await start()
    await asha.upload('photo', await photo())
    for (const url of [`documents/view/${name}`, `documents/view/${name}/file`, `api/documents/${name}`]) {
      const answer = await portal.ask('GET', `${portal.base}${url}`, {
        token: asha.token,
        cookies: { ...asha.page.jar },
        headers: { accept: 'text/html' },
      })
      // Paths that leave the folder redirect home; every other name is unknown.
      expect([302, 303, 400, 404, 405, 422], url).toContain(answer.status)
      expect(String(answer.headers['content-type'])).not.toMatch(/image|pdf/)
      expect(answer.text).not.toContain('root:')
    }
  })

  test('case 28: no name follows a symbolic link in the folder', async () => {
    const { portal, asha } = await start()
    const folder = path.join(portal.services.folder, 'files')
    symlinkSync('/etc', path.join(folder, 'photo'))
    symlinkSync('/etc/passwd', path.join(folder, 'signature'))
    for (const name of ['photo', 'photo%2Fpasswd', 'signature']) expect((await asha.get(name)).statusCode).toBe(404)
  })

  test('only the server can read the files', async () => {
    const { portal, asha } = await start()
    await asha.upload('photo', await photo())
    const [file] = await filesIn(portal)
    expect(file).toMatch(/files\/[0-9a-f]{2}\/[0-9a-f]{62}$/)
    expect(statSync(file!).mode & 0o777).toBe(0o600)
    expect(statSync(path.dirname(file!)).mode & 0o777).toBe(0o700)
  })
})

describe('access to documents', () => {
  test('no candidate or visitor sees the document of another candidate', async () => {
    const { portal, asha } = await start()
    const other = await candidateAtDocuments(portal, ravi)
    await asha.upload('photo', await photo())
    expect((await other.get('photo')).statusCode).toBe(404)
    expect((await other.page.get('documents/view/photo')).status).toBe(404)
    expect((await other.page.get('documents/view/photo/file')).status).toBe(404)
    expect((await other.remove('photo')).status).toBe(404)
    const visitor = browser(portal)
    expect((await visitor.get('documents/view/photo/file')).status).toBe(303)
    expect((await portal.ask('GET', `${portal.base}api/documents/photo`, { cookies: asha.page.jar })).status).toBe(401)
  })

  test('the owner sees a small picture of each document, of a PDF its first page', async () => {
    const { portal, asha } = await start()
    const other = await candidateAtDocuments(portal, ravi)
    await asha.upload('nationality', { name: 'n.pdf', content: await pdf(2) })
    await asha.upload('ssc-marksheet', { name: 's.jpg', content: await jpeg({ width: 1600, height: 1200 }) })
    const sizeOf = async (name: string) => {
      const url = `${portal.base}documents/view/${name}/thumbnail`
      const answer = await portal.app.inject({ url, cookies: { ...asha.page.jar } })
      expect(answer.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'private, no-store' })
      const { width, height } = await sharp(answer.rawPayload).metadata()
      return [width, height]
    }
    expect(Math.max(...(await sizeOf('nationality')))).toBe(192)
    expect(await sizeOf('ssc-marksheet')).toEqual([192, 144])
    expect((await other.page.get('documents/view/nationality/thumbnail')).status).toBe(404)
    expect((await asha.page.get('documents/view/hsc-marksheet/thumbnail')).status).toBe(404)
    expect((await browser(portal).get('documents/view/nationality/thumbnail')).status).toBe(303)
  })

  test('the owner sees a document on a page with the file beside it, and no cache keeps it', async () => {
    const { asha } = await start()
    await asha.upload('nationality', { name: 'n.pdf', content: await pdf(2) })
    const page = await asha.page.get('documents/view/nationality')
    expect(page.status).toBe(200)
    const src = /<iframe src="([^"]+)"/.exec(page.text)?.[1]
    const file = await asha.page.get(src!.replaceAll('&amp;', '&'))
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'content-disposition': 'inline; filename="nationality.pdf"',
    })
    expect(file.headers['content-security-policy']).toContain("frame-ancestors 'self'")
  })
})

describe('replacing and removing', () => {
  test('a new document replaces the old one, whose file remains for the version submitted with it', async () => {
    const { portal, asha } = await start()
    await asha.upload('photo', await photo())
    await asha.upload('photo', { name: 'b.png', content: await png({ width: 700, height: 900 }) })
    expect(portal.rows().documents).toBe(2)
    expect(await filesIn(portal)).toHaveLength(2)
    expect((await asha.list()).pictures[0].document.originalName).toBe('b.png')
  })

  test('a removed document is gone, and can be uploaded again', async () => {
    const { asha } = await start()
    await asha.upload('photo', await photo())
    expect((await asha.remove('photo')).status).toBe(200)
    expect((await asha.get('photo')).statusCode).toBe(404)
    expect((await asha.remove('photo')).status).toBe(404)
    expect((await asha.upload('photo', await photo())).status).toBe(201)
  })

  test('two simultaneous uploads of one kind both succeed, and one of them is current', async () => {
    const { portal, asha } = await start()
    const answers = await Promise.all([
      asha.upload('photo', await photo()),
      asha.upload('photo', { name: 'b.png', content: await png({ width: 700, height: 900 }) }),
      asha.upload('photo', await photo()),
    ])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    const { current } = portal.services.db.sqlite
      .prepare('SELECT count(*) AS current FROM documents WHERE superseded_at IS NULL')
      .get() as { current: number }
    expect(current).toBe(1)
  })

  test('a document that the answers no longer require is listed separately, and can be removed', async () => {
    const { portal, asha } = await start()
    await asha.upload('ssc-marksheet', await photo())
    portal.services.db.sqlite.prepare("UPDATE application_steps SET answers = '{}'").run()
    const list = await asha.list()
    expect(list.notAskedFor.map(({ name }: { name: string }) => name)).toEqual(['ssc-marksheet'])
    expect((await asha.remove('ssc-marksheet')).status).toBe(200)
  })
})

test('a candidate who uploads too often must wait', async () => {
  const { portal, asha } = await start()
  const key = `upload:${asha.id}`
  for (let upload = 0; upload < 150; upload++) portal.services.limits.count(key, hours(1), portal.clock.real())
  const answer = await asha.upload('photo', await photo())
  expect([answer.status, answer.headers['retry-after']]).toEqual([429, '3600'])
  portal.clock.advance(hours(1))
  const { token } = await logIn(portal, asha.userId)
  const { body, headers } = multipart({ kind: 'photo' }, [await photo()])
  expect((await portal.ask('POST', `${portal.base}api/documents`, { token, body, headers })).status).toBe(201)
})

test('a body larger than ten photographs is refused before it is read', async () => {
  const { portal, asha } = await start()
  const { body, headers } = multipart({ kind: 'photo' }, [await photo()])
  const answer = await portal.ask('POST', `${portal.base}api/documents`, {
    token: asha.token,
    body,
    headers: { ...headers, 'content-length': String(200 * 1024 * 1024) },
  })
  expect(answer.status).toBe(413)
})

describe('while the step may be edited', () => {
  async function bench(application: Partial<DocumentsDeps['application']>) {
    const { portal, asha } = await start()
    const { db, clock, limits, fileStorage: files } = portal.services
    const deps = {
      db,
      clock,
      limits,
      files,
      store: documentsStore(db),
      rules: candidateLimits,
      application: {
        answers: portal.services.application.answers,
        mayEdit: () => ok(),
        reconsider: () => {},
        ...application,
      },
      isKnownElsewhere: () => false,
      onSweepHeld: () => {},
      pictures: createPagePictures({ log: console }),
    }
    const file = path.join(folderOfTest(), 'me.jpg')
    writeFileSync(file, await jpeg())
    const upload = { field: 'file', at: 0, path: file, bytes: 1, isTooLarge: false, originalName: 'me.jpg' }
    const documents = createDocuments(deps)
    const put = () => documents.put(asha.id, 'photo', [upload], clock.portal())
    return { portal, put, documents, candidateId: asha.id, now: clock.portal() }
  }

  test('a locked step neither accepts nor deletes a document', async () => {
    const { portal, put, documents, candidateId, now } = await bench({ mayEdit: () => refuse('document-unknown', 423) })
    expect(await put()).toMatchObject({ refusal: { status: 423 } })
    expect(documents.remove(candidateId, 'photo', now)).toMatchObject({ refusal: { status: 423 } })
    expect(portal.rows().documents).toBe(0)
  })

  test('a step that is locked while the file is processed accepts nothing either', async () => {
    let asked = 0
    const { portal, put } = await bench({ mayEdit: () => (asked++ ? refuse('document-unknown', 423) : ok()) })
    expect(await put()).toMatchObject({ refusal: { status: 423 } })
    expect(portal.rows().documents).toBe(0)
  })

  test('the application is re-evaluated in the same transaction, and a failure rolls everything back', async () => {
    const changed: number[] = []
    const { put, candidateId, documents, now } = await bench({ reconsider: (id) => void changed.push(id) })
    await put()
    documents.remove(candidateId, 'photo', now)
    expect(changed).toEqual([candidateId, candidateId])
    const failing = await bench({
      reconsider: () => {
        throw new Error('outage')
      },
    })
    await expect(failing.put()).rejects.toThrow('outage')
    expect(failing.portal.rows().documents).toBe(0)
  })

  test('the deadline is compared with the arrival time of the request', async () => {
    const instants: number[] = []
    const { portal, put } = await bench({
      mayEdit: (_candidate, _step, at) => {
        instants.push(at!)
        return ok()
      },
    })
    const arrived = portal.clock.portal()
    await put()
    expect(instants).toEqual([arrived, arrived])
  })
})

describe('sweeping unreferenced files', () => {
  const old = new Date(ist('2024-07-01 00:00'))

  test('a server killed between writing the file and its row leaves nothing half done: the file goes after an hour', async () => {
    const { portal, asha } = await start()
    await asha.upload('photo', await photo())
    const kept = await filesIn(portal)
    const orphan = await portal.services.fileStorage.keep(Buffer.from('nobody names me'))
    const broken = path.join(portal.services.folder, 'files/incoming/half')
    writeFileSync(broken, 'half')
    expect(orphan.ok).toBe(true)
    expect(await portal.services.documents.sweep()).toEqual({ aside: 0, isHeld: false })
    for (const file of everyFileIn(portal)) utimesSync(file, old, old)
    expect(await portal.services.documents.sweep()).toEqual({ aside: 1, isHeld: false })
    const isAside = (file: string) => file.includes('/.aside/')
    expect((await filesIn(portal)).filter((file) => !isAside(file))).toEqual(kept)
    expect((await filesIn(portal)).filter(isAside)).toHaveLength(1)
  })

  test('replaced files remain for an hour', async () => {
    const { portal, asha } = await start()
    await asha.upload('photo', await photo())
    await asha.remove('photo')
    for (const file of await filesIn(portal)) utimesSync(file, old, old)
    expect(await portal.services.documents.sweep()).toEqual({ aside: 0, isHeld: false })
  })

  test('a file uploaded again while it waits for the sweep remains', async () => {
    const storage = createFileStorage(folderOfTest())
    const first = await storage.keep(Buffer.from('same'))
    await storage.keep(Buffer.from('same'))
    expect(first.ok && (await storage.sweep(() => false, Date.now() - hours(1))).aside).toBe(0)
  })

  test('a refused or interrupted upload leaves no file behind', async () => {
    const { portal, asha } = await start()
    await asha.upload('photo', { name: 'a.txt', content: Buffer.from('hello') })
    const { body, headers } = multipart({ kind: 'photo' }, [await photo()])
    const half = await portal.ask('POST', `${portal.base}api/documents`, {
      token: asha.token,
      headers,
      body: body.subarray(0, body.length / 2),
    })
    expect(half.status).toBe(400)
    expect(await filesIn(portal)).toEqual([])
  })
})

test('a row whose file is missing is an outage: an alarm is raised, and the answer says so', async () => {
  const { portal, asha } = await start({ config: { logLevel: 'error' } })
  await asha.upload('photo', await photo())
  portal.services.db.sqlite.prepare('UPDATE documents SET hash = ?').run('0'.repeat(64))
  const answer = await asha.get('photo')
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'file-damaged'])
  expect(portal.services.housekeeping.view().report?.results).toContainEqual(
    expect.objectContaining({ check: 'missing-file', count: 1 }),
  )
})

describe('case 30: slow uploads', () => {
  test('case 30: an interrupted upload is forgotten, and hundreds of stalled ones delay nobody', async () => {
    const { portal, asha } = await start()
    await portal.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = portal.app.server.address() as AddressInfo
    const { body, headers } = multipart({ kind: 'photo' }, [await photo()])
    const begin = async () => {
      const socket = connect(port, '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      socket.on('error', () => {})
      await once(socket, 'connect')
      socket.write(
        `POST ${portal.base}api/documents HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${asha.token}\r\nContent-Type: ${headers['content-type']}\r\nContent-Length: ${body.length}\r\n\r\n`,
      )
      socket.write(body.subarray(0, 2000))
      return socket
    }
    const sockets = await Promise.all(Array.from({ length: 100 }, begin))
    const meera = await candidateAtDocuments(portal, ravi)
    expect((await meera.upload('photo', await photo())).status).toBe(201)
    for (const socket of sockets) socket.destroy()
    expect((await filesIn(portal)).filter((file) => file.includes('incoming'))).toEqual([])
    expect(portal.rows().documents).toBe(1)
  })

  test('case 30: an upload that stalls for half a minute is aborted', async () => {
    const { arriving } = await import('#server/http/upload.ts')
    const { PassThrough } = await import('node:stream')
    const stream = new PassThrough()
    stream.write('a beginning')
    const read = (async () => {
      for await (const _ of arriving(stream, 30));
    })()
    await expect(read).rejects.toMatchObject({ statusCode: 400 })
  })
})

describe('a page with a file form', () => {
  test('works without JavaScript: it saves, confirms, and returns to the page', async () => {
    const { asha } = await start()
    const sent = await asha.post('photo-details', { kind: 'photo' }, [
      { ...(await photo()), field: 'photo' },
      { name: '', content: Buffer.alloc(0), field: 'photo' },
    ])
    expect([sent.status, sent.headers.location]).toEqual([303, '/mbale/candidate/photo-details#file-photo'])
    expect((await asha.page.get('photo-details')).text).toContain('documents/view/photo/file')
  })

  test('shows each fault beside its field', async () => {
    const { asha } = await start()
    const sent = await asha.post('photo-details', { kind: 'signature' }, [
      { name: 'a.jpg', content: Buffer.from('no'), field: 'signature' },
    ])
    expect(sent.status).toBe(422)
    expect(viewOf(sent).form?.errors).toEqual([
      {
        field: 'signature',
        question: 'Signature,',
        message: expect.stringMatching(/^a\.jpg: This is not a JPG, PNG or WebP picture/),
        file: 0,
      },
    ])
  })

  test('case 20: refuses the upload unread if the token is missing, wrong, or placed after the file', async () => {
    const { portal, asha } = await start()
    const file = { ...(await photo()), field: 'photo' }
    const url = `${portal.base}photo-details`
    const headers = { accept: 'text/html', 'sec-fetch-site': 'same-origin' }
    const late = multipart({ kind: 'photo', _csrf: asha.page.jar['XSRF-TOKEN']! }, [file], true)
    const none = multipart({ kind: 'photo' }, [file])
    const wrong = multipart({ _csrf: 'x'.repeat(43), kind: 'photo' }, [file])
    for (const { body, headers: type } of [late, none, wrong]) {
      const answer = await portal.ask('POST', url, { cookies: asha.page.jar, body, headers: { ...headers, ...type } })
      expect(answer.status).toBe(403)
    }
    const foreign = await asha.post('photo-details', { kind: 'photo' }, [file], { 'sec-fetch-site': 'cross-site' })
    expect(foreign.status).toBe(403)
    expect(portal.rows().documents).toBe(0)
    expect(await filesIn(portal)).toEqual([])
    const byHeader = await portal.ask('POST', url, {
      cookies: asha.page.jar,
      body: none.body,
      headers: { ...headers, ...none.headers, ...asData, 'x-xsrf-token': asha.page.jar['XSRF-TOKEN']! },
    })
    expect(byHeader.status).toBe(303)
  })

  test('a page that accepts no files does not read them', async () => {
    const { asha } = await start()
    expect((await asha.post('change-mobile', {}, [await photo()])).status).toBe(415)
  })

  test('the photo page says what is still needed and how to make it, and neither once the form is closed', async () => {
    const { portal, asha } = await start()
    await asha.upload('photo', await photo())
    const words = async () => (await asha.page.get('photo-details')).text.split('<script id="view"')[0]!
    const told = ['Still needed to continue: Signature.', 'Sign with a dark pen', 'At least 140 pixels', 'type="file"']
    const open = await words()
    for (const one of told) expect(open).toContain(one)
    portal.clock.set(ist('2024-08-14 17:00'))
    const closed = await words()
    expect(closed).toContain('Registration closed on 14 Aug 2024, 17:00.')
    for (const one of told) expect(closed).not.toContain(one)
  })

  test('the documents page says what to do about a claim without proof only where a document is for a claim', async () => {
    const { portal, asha } = await start()
    const hint = 'If you do not have it, remove the claim in its step: a claim without proof is rejected.'
    const text = async () => (await asha.page.get('documents-details')).text
    expect(await text()).not.toContain(hint)
    const claims = { category: 'OPEN', ews: 'no', disability: 'yes', defence: 'none' }
    const set = portal.services.db.sqlite.prepare(
      'UPDATE application_steps SET answers = ? WHERE candidate_id = ? AND step = ?',
    )
    set.run(JSON.stringify({ mode: '1', type: 'A' }), asha.id, 0)
    set.run(JSON.stringify(claims), asha.id, 2)
    const page = await text()
    expect(page).toContain('For your claim</small>')
    expect(page).toContain(hint)
  })

  test('the documents page continues only when every document is there', async () => {
    const { asha } = await start()
    expect((await asha.page.get('documents-details')).text).not.toContain('value="proceed"')
    for (const kind of ['nationality', 'ssc-marksheet'])
      await asha.upload(kind, { name: 'a.pdf', content: await pdf() })
    expect((await asha.page.get('documents-details')).text).toContain('value="proceed"')
  })
})
