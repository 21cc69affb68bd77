import sharp from 'sharp'
import { personaPassword } from '#server/demo/personas.ts'
import { ashasAnswers } from '#tests/support/answers.ts'
import { multipart } from '#tests/support/files.ts'
import { type Act, ask, type Draw } from './crowd'

const base = '/mbale/candidate'
const api = `${base}/api`
const json = { 'content-type': 'application/json' }

/** A signed-in candidate of the crowd. `version`, `town`: of the step that they save. */
type Person = {
  userId: string
  cookie: string
  bearer: string
  version: number
  town: string
  isBusy: boolean
}

/** A network of its own for each act of a stranger, as the proxy in front reports it. */
let network = 0
const stranger = () => ({ 'x-forwarded-for': `10.${(++network >> 16) & 255}.${(network >> 8) & 255}.${network & 255}` })

/** Logs people in, a few at a time. */
export async function signInAll(url: string, userIds: readonly string[]): Promise<Person[]> {
  const people: Person[] = []
  const waiting = [...userIds]
  const lane = async () => {
    for (let userId = waiting.pop(); userId !== undefined; userId = waiting.pop()) {
      const answer = await ask(url, loginOf(userId), false)
      if (answer?.status !== 200) throw new Error(`login of ${userId}: ${answer?.status} ${answer?.text}`)
      const { token } = (JSON.parse(answer.text) as { data: { token: string } }).data
      const cookie = answer.cookies.join('; ')
      people.push({ userId, cookie, bearer: token, version: 0, town: '', isBusy: false })
    }
  }
  await Promise.all([lane(), lane()])
  return people
}

const loginOf = (userId: string): Act => ({
  kind: 'login',
  method: 'POST',
  path: `${api}/candidateLoginController/candidateLogin`,
  headers: { ...json, ...stranger() },
  body: JSON.stringify({ userId, password: personaPassword }),
})

const page = (kind: string, path: string, cookie?: string): Act => ({
  kind,
  method: 'GET',
  path: `${base}/${path}`,
  headers: { accept: 'text/html', 'accept-encoding': 'gzip', ...(cookie ? { cookie } : stranger()) },
})

type Entry = [weight: number, draw: Draw]

/** Draws acts by their weights, the same ones in every run. */
function byWeight(entries: readonly Entry[]): Draw {
  const sum = entries.reduce((total, [weight]) => total + weight, 0)
  let seed = 1
  return () => {
    seed = (seed * 48_271) % 2_147_483_647
    let at = (seed / 2_147_483_647) * sum
    const found = entries.find(([weight]) => {
      at -= weight
      return at < 0
    })
    return (found ?? entries[0]!)[1]()
  }
}

const nothing = () => {}
const anybody =
  (make: () => Act): Draw =>
  () => ({ act: make(), done: nothing })

/** Acts of people in turn, one at a time each. */
function inTurn(
  people: Person[],
  make: (person: Person) => Act,
  after: (person: Person, status: number | null, text: string) => void = nothing,
): Draw {
  let at = 0
  return () => {
    for (let tried = 0; tried < people.length; tried++) {
      const person = people[at++ % people.length]!
      if (person.isBusy) continue
      person.isBusy = true
      return {
        act: make(person),
        done(status, text) {
          person.isBusy = false
          after(person, status, text)
        },
      }
    }
    return null
  }
}

const values = ashasAnswers['personal-details']

const stepPath = `${api}/application/steps/personal-details`

const saved = ({ bearer, version, town }: Person): Act => ({
  kind: 'step saved',
  method: 'PUT',
  path: stepPath,
  headers: { ...json, authorization: `Bearer ${bearer}` },
  body: JSON.stringify({ version, values: { ...values, town: town === 'Wagholi' ? 'Kharadi' : 'Wagholi' } }),
})

/** Notes that a step was saved. */
function note(person: Person): void {
  person.town = person.town === 'Wagholi' ? 'Kharadi' : 'Wagholi'
  person.version += 1
}

/** Those whose form takes the answers of the step, as a first save shows; it asks some for more. */
async function writersAmong(url: string, people: readonly Person[]): Promise<Person[]> {
  const writers: Person[] = []
  for (const person of people) {
    const headers = { authorization: `Bearer ${person.bearer}` }
    const read = await ask(url, { kind: 'step read', method: 'GET', path: stepPath, headers }, false)
    if (read?.status !== 200) continue
    const { data } = JSON.parse(read.text) as { data: { version: number; values: { town?: string } } }
    Object.assign(person, { version: data.version, town: data.values.town ?? '' })
    const first = await ask(url, saved(person), false)
    if (first?.status !== 200) continue
    note(person)
    writers.push(person)
  }
  return writers
}

/** Saves the step again and again, each time with another answer. */
const saving = (people: Person[]): Draw =>
  inTurn(people, saved, (person, status) => {
    if (status === 200) note(person)
  })

/** Registrations: somebody new each time, up to the OTP that goes to the phone. */
function registering(): Draw {
  let last = Math.floor(Date.now() / 1000) % 100_000
  return anybody(() => {
    const mobile = `9${String(100_000_000 + ++last * 7).padStart(9, '0')}`
    const body = {
      fullName: 'Asha Ramesh Patil',
      email: `crowd${last}@example.org`,
      mobile,
      state: 'MH',
      district: 'MH-pune',
      password: 'Passw0rd',
      confirmPassword: 'Passw0rd',
      consent: true,
    }
    const path = `${api}/candidateRegistrationController/candidateRegistration`
    const headers = { ...json, ...stranger() }
    return { kind: 'registration', method: 'POST', path, headers, body: JSON.stringify(body) }
  })
}

async function photograph(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 120, sigma: 40 } as const
  return sharp({ create: { width: 800, height: 1000, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer()
}

/** Those who log in, and the others: somebody whose login waits for its turn asks for nothing else. */
const split = (people: Person[]) => [people.filter((_, n) => n % 3 === 0), people.filter((_, n) => n % 3)] as const

/** The morning on which registration opens. */
export async function openingDay(url: string, people: Person[]): Promise<Draw> {
  const [loggingIn, readers] = split(people.filter((_, n) => n % 2))
  const writers = await writersAmong(
    url,
    people.filter((_, n) => n % 2 === 0),
  )
  const { body, headers } = multipart({ kind: 'photo' }, [
    { name: 'photo.jpg', content: await photograph(), type: 'image/jpeg' },
  ])
  return byWeight([
    [30, anybody(() => page('home, cached', 'home'))],
    [8, anybody(() => page('registration page', 'registration'))],
    [6, anybody(() => page('login page', 'login'))],
    [22, inTurn(readers, ({ cookie }) => page('dashboard', 'dashboard', cookie))],
    [10, inTurn(readers, ({ cookie }) => page('step page', 'type-of-candidature', cookie))],
    [12, saving(writers)],
    [5, inTurn(loggingIn, ({ userId }) => loginOf(userId))],
    [4, registering()],
    [
      1,
      inTurn(readers, ({ bearer }) => ({
        kind: 'upload',
        method: 'POST',
        path: `${api}/documents`,
        headers: { ...headers, authorization: `Bearer ${bearer}` },
        body,
      })),
    ],
    [
      2,
      inTurn(readers, ({ bearer }) => ({
        kind: 'payments',
        method: 'GET',
        path: `${api}/payments`,
        headers: { authorization: `Bearer ${bearer}` },
      })),
    ],
  ])
}

/** The night on which an allotment is published. */
export async function resultNight(_url: string, people: Person[]): Promise<Draw> {
  const [loggingIn, readers] = split(people)
  return byWeight([
    [25, anybody(() => page('home, cached', 'home'))],
    [20, anybody(() => page('look-up page', 'meritstatus/final-merit'))],
    [5, anybody(() => page('list, searched', 'merit-lists?list=state&name=patil'))],
    [25, inTurn(readers, ({ cookie }) => page('allotment', 'allotment', cookie))],
    [15, inTurn(readers, ({ cookie }) => page('dashboard', 'dashboard', cookie))],
    [2, inTurn(readers, ({ cookie }) => page('letter', 'allotment/letter-1.pdf', cookie))],
    [8, inTurn(loggingIn, ({ userId }) => loginOf(userId))],
  ])
}

/** Pages only, drawn for each who asks, so that the work is the processes' own and not that of their threads. */
export async function reading(_url: string, people: Person[]): Promise<Draw> {
  return byWeight([
    [10, anybody(() => page('login page', 'login'))],
    [50, inTurn(people, ({ cookie }) => page('dashboard', 'dashboard', cookie))],
    [40, inTurn(people, ({ cookie }) => page('step page', 'type-of-candidature', cookie))],
  ])
}
