// A program of somebody else: it knows only the published contract, from which `contract.d.ts` beside it is generated. It
// takes a newcomer from registration to submission. Its parent answers what a person would read on a phone, and pays.
import { readFile } from 'node:fs/promises'
import createClient from 'openapi-fetch'
import type { paths } from './contract'

type Api = '/mbale/candidate/api'
type Values<Step extends string> =
  paths extends Record<
    `${Api}/application/steps/${Step}`,
    { put: { requestBody?: { content: { 'application/json': { values?: infer V } } } } }
  >
    ? NonNullable<V>
    : never

type Task = {
  baseUrl: string
  person: paths[`${Api}/candidateRegistrationController/candidateRegistration`]['post']['requestBody']['content']['application/json']
  answers: {
    'type-of-candidature': Values<'type-of-candidature'>
    'type-details': Values<'type-details'>
    'category-details': Values<'category-details'>
    'qualifications-details': Values<'qualifications-details'>
    'personal-details': Values<'personal-details'>
  }
  picture: string
}

/** The parent's answer to a question: an OTP, or that it has paid. */
const asked = (question: object): Promise<string> =>
  new Promise((resolve) => {
    process.once('message', (answer) => resolve(String(answer)))
    process.send?.(question)
  })

/** The answer of a call, or an exception that quotes the refusal. */
function known<D>({ data, error }: { data?: D; error?: unknown }): D {
  if (data === undefined) throw new Error(JSON.stringify(error))
  return data
}

async function apply({ baseUrl, person, answers, picture }: Task): Promise<void> {
  const api = createClient<paths>({ baseUrl })
  const begun = known(
    await api.POST('/mbale/candidate/api/candidateRegistrationController/candidateRegistration', { body: person }),
  )
  const { registrationId } = begun.data
  const otp = await asked({ otpFor: person.mobile })
  const made = known(
    await api.POST('/mbale/candidate/api/candidateRegistrationController/verifyOtp', { body: { registrationId, otp } }),
  )
  const { userId } = made.data
  const login = known(
    await api.POST('/mbale/candidate/api/candidateLoginController/candidateLogin', {
      body: { userId, password: person.password },
    }),
  )
  if (!('token' in login.data)) throw new Error('the login asks for an OTP')
  const { token } = login.data
  api.use({ onRequest: ({ request }) => void request.headers.set('authorization', `Bearer ${token}`) })

  const { 'type-of-candidature': first, 'type-details': second, 'category-details': third } = answers
  const { 'qualifications-details': fourth, 'personal-details': fifth } = answers
  const version = 0
  known(
    await api.PUT('/mbale/candidate/api/application/steps/type-of-candidature', { body: { version, values: first } }),
  )
  known(await api.PUT('/mbale/candidate/api/application/steps/type-details', { body: { version, values: second } }))
  known(await api.PUT('/mbale/candidate/api/application/steps/category-details', { body: { version, values: third } }))
  known(
    await api.PUT('/mbale/candidate/api/application/steps/qualifications-details', {
      body: { version, values: fourth },
    }),
  )
  known(await api.PUT('/mbale/candidate/api/application/steps/personal-details', { body: { version, values: fifth } }))

  const content = await readFile(picture)
  async function upload(kind: string): Promise<void> {
    const sent = await api.POST('/mbale/candidate/api/documents', {
      body: { kind, file: [] },
      bodySerializer() {
        const form = new FormData()
        form.set('kind', kind)
        form.append('file', new Blob([new Uint8Array(content)], { type: 'image/jpeg' }), `${kind}.jpg`)
        return form
      },
    })
    known(sent)
  }
  await upload('photo')
  await upload('signature')
  known(await api.PUT('/mbale/candidate/api/application/steps/photo-details', { body: {} }))
  const wanted = known(await api.GET('/mbale/candidate/api/documents'))
  for (const { kind } of wanted.data.entries) await upload(kind)
  known(await api.PUT('/mbale/candidate/api/application/steps/documents-details', { body: {} }))

  const dues = known(await api.GET('/mbale/candidate/api/dues'))
  const due = dues.data[0]?.due
  if (due === undefined) throw new Error('nothing is due')
  const payment = known(await api.POST('/mbale/candidate/api/payments', { body: { due } }))
  await asked({ pay: payment.data.checkout.fields.order_id })
  known(await api.PUT('/mbale/candidate/api/application/steps/payment', { body: {} }))

  known(await api.POST('/mbale/candidate/api/otp', { body: { purpose: 'submit' } }))
  const proof = { otp: await asked({ otpFor: person.mobile }), password: person.password }
  known(await api.POST('/mbale/candidate/api/application/submit', { body: { declaration: true, ...proof } }))
  const standing = known(await api.POST('/mbale/candidate/api/candidateLoginController/getUserDetails'))
  process.send?.({ submitted: standing.data.user_id, lock: standing.data.lock_form })
}

process.once('message', (task) => {
  apply(task as Task).then(
    () => process.disconnect(),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
