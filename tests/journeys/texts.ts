import { readdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { courses } from '#server/courses/courses.ts'
import { colleagues } from '#server/demo/desk-cases.ts'
import { personaPassword, personas } from '#server/demo/personas.ts'
import { staffPersonas } from '#server/demo/staff-personas.ts'
import { steps } from '#server/domain/terms/journey.ts'
import { seatTypes } from '#server/domain/terms/seat-types.ts'
import type { Language } from '#server/kernel/languages.ts'
import { expect } from './server'

/**
 * Latin words allowed on a Marathi page, because Marathi has no other spelling: names (browsers, formats, the ribbon's
 * DEMO, prefixes of Application IDs) and text to be typed literally.
 */
const names = [
  ...['DEMO', 'Chrome', 'Firefox', 'IE', 'Linux', 'JavaScript', 'JSON', 'HTML', 'OpenAPI', 'Authorization', 'Bearer'],
  ...['Accept-Language', 'ML', 'SC', 'OMS', personaPassword, 'npm run demo', 'A-Z', 'a-z'],
  // File formats and sizes, and the contents of sample answers.
  ...['KB', 'MB', 'PDF', 'ZIP', 'JPG', 'PNG', 'WebP', 'MRC', 'B.E. (Mechanical)'],
  // Columns and seat types of the seat matrix; a district as an officer types it.
  ...['SI', 'MS', 'AI', 'CSV', 'pune', ...seatTypes],
  // A bank's number of a transfer, and the gateway's of a settlement.
  ...['UTR', 'setl_demo1'],
  // Numbers of the stages of an allotment.
  ...['II', 'VII'],
  // The guidelines of accessibility and what the checks are called; files of a dossier.
  ...['WCAG', 'AA', 'GIGW', 'axe', 'manifest', 'input', 'result', 'json'],
  // The menu of the gateway's dashboard, which is in English.
  ...['Reports', 'Settlement recon'],
  // Fields of an API answer, named in a sentence on its page.
  ...['message', 'data', 'code', 'errors'],
]

/** Names of people in any script, and the initials in the profile menu. */
const peoplesNames = [...personas, ...staffPersonas, ...Object.values(colleagues)]
  .flatMap(({ fullName }) => [fullName, fullName.split(' ')[0]!])
  // Whole names first, so that no part of a name is left over.
  .sort((a, b) => b.length - a.length)
/** Login names of staff, which the desk shows, and the login names of jobs that publish. */
const jobs = ['merit-lists', 'allotments']
const loginNames = staffPersonas.map(({ key }) => key)
const asLoginName = new RegExp(`(?<![\\w-])(?:${[...loginNames, ...jobs].join('|')})(?![\\w-])`, 'g')

/** A key without a text (`orders:title`), or an unfilled placeholder (`{{count}}`). */
const namespaces = readdirSync('server/i18n/locales/en').map((file) => file.replace('.json', ''))
const unfilled = new RegExp(`\\{\\{|\\b(?:${namespaces.join('|')}):[a-z]`)

type Step = { values: Record<string, string>; sections: { questions: { kind: string; name: string }[] }[] }

type Institute = { institute: string; university: string; courses: { course: string }[] }

/** Names of institutes, universities and courses, as the seat matrices spell them; longest first. */
async function namesOfInstitutes(page: Page): Promise<string[]> {
  const found = new Set<string>()
  for (const { slug } of courses) {
    const answer = await page.request.get(`/${slug}/candidate/api/institutes`)
    const { data } = (await answer.json()) as { data: Institute[] }
    for (const one of data) {
      found.add(one.institute).add(one.university)
      for (const { course } of one.courses) found.add(course)
    }
  }
  return [...found].sort((a, b) => b.length - a.length)
}

/** The texts that a persona has typed into the form. */
async function wordsOf(page: Page, key: string): Promise<string[]> {
  const api = '/mbale/candidate/api'
  const known = (await (await page.request.get('/demo/personas.json')).json()) as { key: string; userId: string }[]
  const proof = { userId: known.find((one) => one.key === key)!.userId, password: personaPassword }
  const login = await page.request.post(`${api}/candidateLoginController/candidateLogin`, { data: proof })
  const headers = { authorization: `Bearer ${(await login.json()).data.token}` }
  const words: string[] = []
  for (const step of steps.slice(0, 5)) {
    const { data } = (await (await page.request.get(`${api}/application/steps/${step}`, { headers })).json()) as {
      data: Step
    }
    const typed = data.sections.flatMap(({ questions }) => questions.filter(({ kind }) => kind === 'text'))
    words.push(...typed.flatMap(({ name }) => data.values[name] || []))
  }
  return words
}

/** File names of devices, fingerprints, a gateway's orders and payments, and codes: proformas, types, seat numbers. */
const named = /[\w-]+\.jpg|\b[0-9a-f]{12}\b|\b(?:pay|order)_\w+|\b[A-Z]{1,4}-?\d+\b/g
const address = /[\w.•-]+@[\w.-]+|(?:https?:\/\/|\/)[\w./?=&-]+/g
const latin = /\b[A-Za-z][A-Za-z0-9-]+/g
const devanagari = /[\u0900-\u0963\u0966-\u097F]+/g

/**
 * The text of a page in its language: its title, its content and its labels. Left out are parts marked as another
 * language or as code, field values, and the entries of the API's contract, which are English by nature.
 */
async function textsOf(page: Page, html: string, language: Language): Promise<string[]> {
  return page.evaluate(
    ([source, lang]) => {
      // A place where a long word may break does not part it.
      const spoken = new DOMParser().parseFromString(source.replace(/<wbr\/?>/g, ''), 'text/html')
      const isSpoken = (element: Element | null) =>
        element?.closest('[lang]')?.getAttribute('lang') === lang &&
        !element.closest(
          'script, style, code, textarea, .avatar, [translate="no"], section:has(> [translate="no"]) > h2',
        )
      const texts = [spoken.title]
      const walker = spoken.createTreeWalker(spoken.body, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        if (isSpoken(walker.currentNode.parentElement)) texts.push(walker.currentNode.textContent ?? '')
      }
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'value']) {
        for (const element of Array.from(spoken.querySelectorAll(`[${name}]:not(input, option, progress, button)`))) {
          if (isSpoken(element)) texts.push(element.getAttribute(name) ?? '')
        }
      }
      return texts.map((text) => text.trim()).filter(Boolean)
    },
    [html, language] as const,
  )
}

const without = (text: string, words: readonly string[]) =>
  words.reduce((rest, word) => rest.replaceAll(word, ' '), text)

/** The onlooker's own words and the names of institutes, which a page may show in any language; the longest first, as one may be part of another. */
export const wordsOfPeople = async (page: Page, key: string | null): Promise<string[]> =>
  [
    ...peoplesNames,
    ...(await namesOfInstitutes(page)),
    ...(key !== null && !loginNames.includes(key) ? await wordsOf(page, key) : []),
  ].sort((a, b) => b.length - a.length)

/** A page that the server sent, its path, and its onlooker; `theirs`: words of people on it. */
type Sent = { path: string; html: string; language: Language; key: string | null; theirs: readonly string[] }

/** Every text of a page is in its language, was found, and has its placeholders filled. `page`: any page, to parse with. */
export async function expectOneLanguage(page: Page, { path, html, language, key, theirs }: Sent): Promise<void> {
  const texts = await textsOf(page, html, language)
  expect.soft(texts.length, path).toBeGreaterThan(20)
  const namesLogins = path === '/demo' || (key !== null && loginNames.includes(key))
  const foreign = language === 'mr' ? latin : devanagari
  const strangers = texts.flatMap((text) => {
    if (text.search(foreign) < 0) return []
    const said = namesLogins ? text.replace(asLoginName, ' ') : text
    const own = without(said, theirs).replace(address, ' ').replace(named, ' ')
    const words = (language === 'mr' ? without(own, names) : own).match(foreign)
    return words ? [`${words.join(' ')} — in "${text}"`] : []
  })
  expect.soft(strangers, path).toEqual([])
  expect
    .soft(
      texts.filter((text) => unfilled.test(text)),
      path,
    )
    .toEqual([])
}
