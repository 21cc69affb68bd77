import type { Page } from '@playwright/test'
import type { Language } from '#server/kernel/languages.ts'
import type { Server } from './server'

/** The details that a newcomer registers with. */
export type Person = {
  fullName: string
  email: string
  mobile: string
  state: string
  district: string
  password: string
}
/** A person with an account. */
export type Candidate = Person & { userId: string }

/** Every worker has its own server, so a number is unique if it is unique here. */
let people = 0

/** An unused number. */
export const newMobile = (): string => `98${String(++people).padStart(8, '0')}`

/** A newcomer. Those who use Marathi have a Marathi name. */
export function newPerson(language: Language): Person {
  const mobile = newMobile()
  return {
    fullName: language === 'mr' ? 'वैशाली दत्तात्रय जाधव' : 'Vaishali Dattatray Jadhav',
    email: `person.${mobile}@example.org`,
    mobile,
    state: 'MH',
    district: 'MH-pune',
    password: 'Monsoon24',
  }
}

const json = async (response: Response): Promise<Record<string, string>> => {
  const answer = (await response.json()) as { message: string; data: Record<string, string> }
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${answer.message}`)
  return answer.data
}

/** Moves the demo's clock forward. The answer takes seconds, because the personas act first. */
export async function moveClock({ url }: Server, at: string): Promise<void> {
  await json(
    await fetch(`${url}/demo/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ at }),
    }),
  )
}

/** Registers a new person through the API, for journeys that are not about registration. */
export async function register(server: Server, language: Language, course = 'mbale'): Promise<Candidate> {
  const person = newPerson(language)
  const call = (name: string, body: object) =>
    fetch(`${server.url}/${course}/candidate/api/candidateRegistrationController/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': language },
      body: JSON.stringify(body),
    }).then(json)
  const answers = { ...person, confirmPassword: person.password, consent: true }
  const { registrationId } = await call('candidateRegistration', answers)
  const { userId } = await call('verifyOtp', { registrationId, otp: await server.otp(person.mobile) })
  return { ...person, userId: userId! }
}

/** Logs a candidate in on this browser without the login page, with an OTP if the course asks for one. */
export async function signIn(
  page: Page,
  { userId, password, mobile }: Pick<Candidate, 'userId' | 'password' | 'mobile'>,
  server?: Server,
  course = 'mbale',
): Promise<void> {
  const login = `/${course}/candidate/api/candidateLoginController/candidateLogin`
  let response = await page.request.post(login, { data: { userId, password } })
  if (response.status() === 202) {
    response = await page.request.post(login, { data: { userId, password, otp: await server!.otp(mobile) } })
  }
  if (!response.ok()) throw new Error(`the login of ${userId} was refused: ${response.status()}`)
}

/** Logs a persona of the demo in on this browser. */
export async function become(page: Page, key: string, course = 'mbale'): Promise<void> {
  const response = await page.request.post('/demo/login', { form: { course, key }, maxRedirects: 0 })
  if (response.status() !== 303) throw new Error(`the demo has no persona ${key} (${response.status()})`)
}

/** The personas of the demo. */
export async function personasOf(server: Server): Promise<{ key: string; course: string; userId: string }[]> {
  const response = await fetch(`${server.url}/demo/personas.json`)
  return (await response.json()) as { key: string; course: string; userId: string }[]
}
