import { readdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { personaPassword, personas } from '../../server/demo/personas'
import { staffPersonas } from '../../server/demo/staff-personas'
import { steps } from '../../server/domain/application/journey'
import { seatTypes } from '../../server/domain/seats/seat-types'
import { type Language, languages } from '../../server/kernel/languages'
import { walks } from './pages'
import { become } from './people'
import { desk, expect, test } from './server'
import { isWholeMatrix } from './settings'

/**
 * Latin words allowed on a Marathi page, because Marathi has no other spelling: names (browsers, formats, the ribbon's
 * DEMO, prefixes of Application IDs) and text to be typed literally.
 */
const names = [
  ...['DEMO', 'Chrome', 'Firefox', 'IE', 'Linux', 'JavaScript', 'JSON', 'OpenAPI', 'Authorization', 'Bearer'],
  ...['Accept-Language', 'ML', 'SC', 'OMS', personaPassword, 'npm run demo', 'A-Z', 'a-z'],
  // File formats and sizes, and the contents of sample answers.
  ...['KB', 'MB', 'PDF', 'JPG', 'PNG', 'WebP', 'MRC', 'B.E. (Mechanical)'],
  // Columns and seat types of the seat matrix; a district as an officer types it.
  ...['SI', 'MS', 'AI', 'CSV', 'pune', ...seatTypes],
  // Fields of an API answer, named in a sentence on its page.
  ...['message', 'data', 'code', 'errors'],
]

/** Names of people in any script, and the initials in the profile menu. */
const peoplesNames = [...personas, ...staffPersonas]
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

/** Names of institutes, universities and courses, as the seat matrix spells them; longest first. */
async function namesOfInstitutes(page: Page): Promise<string[]> {
  const { data } = (await (await page.request.get('/mbale/candidate/api/institutes')).json()) as { data: Institute[] }
  const found = data.flatMap(({ institute, university, courses }) => [
    institute,
    university,
    ...courses.map(({ course }) => course),
  ])
  return [...new Set(found)].sort((a, b) => b.length - a.length)
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
async function textsOf(page: Page, path: string, language: Language): Promise<string[]> {
  const html = await (await page.request.get(path, { headers: { accept: 'text/html' } })).text()
  return page.evaluate(
    ([source, lang]) => {
      const spoken = new DOMParser().parseFromString(source, 'text/html')
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

/** A visitor's pages in both languages, each persona's in one of them by turns; the whole matrix has both for all. */
const languagesFor = (key: string | null, turn: number): readonly Language[] =>
  isWholeMatrix || key === null ? languages : languages.slice(turn % 2, (turn % 2) + 1)

for (const [turn, { key, pages, when }] of walks.entries()) {
  for (const language of languagesFor(key, turn)) {
    test(`every page is in one language · ${when} · ${key ?? 'visitor'} ${language}`, async ({
      visit,
      server,
      laterServer,
    }) => {
      const on = when === 'registration' ? server : laterServer
      const page = await visit({ javaScriptEnabled: true, language, viewport: desk }, { on })
      if (key) await become(page, key)
      const isStaff = key !== null && loginNames.includes(key)
      const theirs = [
        ...peoplesNames,
        ...(await namesOfInstitutes(page)),
        ...(key && !isStaff ? await wordsOf(page, key) : []),
      ]
      for (const path of pages) {
        const texts = await textsOf(page, path === '/demo' ? `/demo?lang=${language}` : path, language)
        expect.soft(texts.length, path).toBeGreaterThan(20)
        const strangers = texts.flatMap((text) => {
          const said = isStaff || path === '/demo' ? text.replace(asLoginName, ' ') : text
          const own = without(said, theirs).replace(address, ' ').replace(named, ' ')
          const words = language === 'mr' ? without(own, names).match(latin) : own.match(devanagari)
          return words ? [`${words.join(' ')} — in "${text}"`] : []
        })
        expect.soft(strangers, path).toEqual([])
        // A text that was not found, or whose placeholder was not filled.
        expect
          .soft(
            texts.filter((text) => unfilled.test(text)),
            path,
          )
          .toEqual([])
      }
    })
  }
}
