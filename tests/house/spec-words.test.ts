import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { mbale } from '#server/courses/courses.ts'
import { textOfCode, translate } from '#server/i18n/texts.ts'

/** The texts that chapter 18 of the rules prescribes are printed to the letter. */

const english = (namespace: string) =>
  JSON.parse(readFileSync(`server/i18n/locales/en/${namespace}.json`, 'utf8')) as Record<string, string>

test.each([
  ['shell', 'toast.logout-failed', 'Unable to logout.'],
  ['signedin', 'locked.locked', 'Your Application is now Locked'],
  ['signedin', 'locked.confirmed-by-centre', 'Your Application is confirmed by Facilitation centre'],
  ['error', 'title', 'Unexpected Application Error!'],
  ['error', '404', '404 Not Found'],
  ['error', '405', '405 Method Not Allowed'],
  ['error', '400', '400 Bad Request'],
  ['error', '403', '403 Forbidden'],
  ['shell', 'footer.best-viewed', 'Best viewed at 1024x768 in Chrome 84, Firefox 79 and IE 11'],
  ['shell', 'menu.brochure', 'Information Brochure & GR {{year}}'],
])('%s:%s is "%s"', (namespace, key, words) => {
  expect(english(namespace)[key]).toBe(words)
})

describe('the five messages of rules §18.14', () => {
  test.each([
    ['email.required', 'Please enter the email address'],
    ['state.required', 'Please enter the state'],
    ['fullName.required', 'Please enter the fullname'],
    ['mobile.required', 'Please enter the phone number'],
    ['mobile.invalid', 'Please enter the valid phone number'],
  ])('accounts:fault.%s is "%s", and the form says so', (code, words) => {
    expect(english('accounts')[`fault.${code}`]).toBe(words)
    expect(textOfCode('en', 'fault', code)).toBe(words)
  })
})

test('the API sends the texts of the files', () => {
  expect(translate('en', 'signedin:locked.locked')).toBe('Your Application is now Locked')
  expect(translate('en', 'signedin:locked.confirmed-by-centre')).toBe(
    'Your Application is confirmed by Facilitation centre',
  )
})

test('the first course starts with the academic year of rules §18.1 and the footer date of rules §17.2', () => {
  expect(mbale).toMatchObject({ academicYear: '2024-2025', footerDate: '31-03-2025' })
})

describe('words that the browser writes to its console, to the surrounding application and to its storage', () => {
  const folder = 'pages/ui/browser'
  const sources = readdirSync(folder)
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8'))

  test.each(['Failed to fetch version:', 'Failed to clear caches:', 'executeLogout', 'appVersion', 'appTime', 'token'])(
    "'%s'",
    (words) => {
      expect(sources.filter((source) => source.includes(`'${words}'`)).length).toBeGreaterThan(0)
    },
  )
})
