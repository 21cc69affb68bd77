import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { requiredDocuments } from '#server/domain/application/required-documents.ts'
import { type Instant, seconds } from '#server/kernel/time.ts'
import { ashasAnswers } from '#tests/support/answers.ts'
import { applicant } from '#tests/support/applicant.ts'
import { jpeg, multipart } from '#tests/support/files.ts'
import { openPortal } from '#tests/support/portal.ts'

/** A candidate who has yet to pay, one second before registration ends. */
async function lastSecond() {
  const portal = await openPortal()
  const asha = await applicant(portal)
  await asha.answer()
  const { application, notices } = portal.services
  asha.upload('photo', 'signature', ...requiredDocuments(application.answers(asha.id)).map(({ kind }) => kind))
  application.proceed(asha.actor.candidateId, 6)
  portal.clock.set((notices.activity('registration')!.closesAt! - seconds(1)) as Instant)
  return { portal, asha }
}

type Body = { body: Buffer; type: string }
const json = (body: object) => ({ body: Buffer.from(JSON.stringify(body)), type: 'application/json' })
const values = { ...ashasAnswers['personal-details'], familyIncome: '360000' }
const photo = async () => {
  const { body, headers } = multipart({ kind: 'photo' }, [{ name: 'me.jpg', content: await jpeg() }])
  return { body, type: headers['content-type'] }
}

const requests: {
  what: string
  method?: 'PUT'
  call: string
  made(): Body | Promise<Body>
  inTime: number
}[] = [
  // The gateway of this portal never answers; a request to it shows that the payment may begin.
  { what: 'a payment', call: 'api/payments', made: () => json({ due: 'application-fee' }), inTime: 503 },
  { what: 'a photograph, by the API', call: 'api/documents', made: photo, inTime: 201 },
  { what: 'a photograph, by its page', call: 'photo-details', made: photo, inTime: 303 },
  {
    what: 'a step',
    method: 'PUT',
    call: 'api/application/steps/personal-details',
    made: () => json({ version: 1, values }),
    inTime: 200,
  },
]

describe.each(requests)('$what whose headers come in the last second', ({ call, made, method, inTime }) => {
  /** The last byte of the body comes this many milliseconds after the first. */
  async function arrives(takes: number): Promise<number> {
    const { portal, asha } = await lastSecond()
    const { body, type } = await made()
    async function* slowly() {
      yield body.subarray(0, -1)
      portal.clock.advance(takes)
      yield body.subarray(-1)
    }
    const answer = await portal.ask(method ?? 'POST', `${portal.base}${call}`, {
      token: call.startsWith('api/') ? asha.token : undefined,
      cookies: asha.cookies,
      body: Readable.from(slowly()),
      headers: {
        'content-type': type,
        'content-length': String(body.length),
        'sec-fetch-site': 'same-origin',
        'x-xsrf-token': asha.cookies['XSRF-TOKEN']!,
      },
    })
    return answer.status
  }

  test('counts when its body is complete within 60 seconds', async () => {
    expect(await arrives(seconds(60))).toBe(inTime)
  })

  test('does not count when it takes longer', async () => {
    expect(await arrives(seconds(61))).toBe(422)
  })
})
