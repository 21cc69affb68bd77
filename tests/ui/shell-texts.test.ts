import { expect, test } from 'vitest'
import { candidateMenu } from '#server/domain/site/candidate-menu.ts'
import { publicMenu } from '#server/domain/site/menu.ts'
import { candidateRoutes } from '#server/domain/terms/routes.ts'
import { routeTitleKey } from '#server/http/pages/titles.ts'
import en from '#server/i18n/locales/en/shell.json'
import mr from '#server/i18n/locales/mr/shell.json'
import { candidateWithEverything } from './a-view'

const placeholders = (text: string) => Array.from(text.matchAll(/\{\{\w+\}\}/g), ([name]) => name).sort()

test('both languages have the same texts, in the same order', () => {
  expect(Object.keys(mr)).toEqual(Object.keys(en))
})

test.each(Object.entries(en))('%s has the same placeholders in both languages', (key, text) => {
  expect(placeholders(mr[key as keyof typeof mr])).toEqual(placeholders(text))
})

test('Marathi is written in Marathi, with Latin numerals', () => {
  const inEnglish = ['language.en', 'demo.word', 'form.mark']
  for (const [key, text] of Object.entries(mr)) {
    if (!inEnglish.includes(key)) expect(text, key).toMatch(/[\u0900-\u097f]/)
    expect(text, key).not.toMatch(/[\u0966-\u096f]/)
  }
})

test('every line and group of the sidebars has a text', () => {
  const groups = [
    ...candidateMenu(candidateWithEverything.permissions),
    ...publicMenu({} as never, ['home'], [1], true),
  ]
  for (const { title, items } of groups) {
    for (const key of [title, ...items.map((item) => item.title)])
      if (key) expect(Object.keys(en)).toContain(key.replace('shell:', ''))
  }
})

test('every route has a title', () => {
  for (const route of Object.keys(candidateRoutes)) {
    expect(Object.keys(en), route).toContain(routeTitleKey(route)?.replace('shell:', ''))
  }
})

test('the texts of rules §18.18 are word for word', () => {
  expect(en).toMatchObject({
    'toast.logout-failed': 'Unable to logout.',
    'error.title': 'Unexpected Application Error!',
    'locked.locked': 'Your Application is now Locked',
    'locked.confirmed-by-centre': 'Your Application is confirmed by Facilitation centre',
    'footer.best-viewed': 'Best viewed at 1024x768 in Chrome 84, Firefox 79 and IE 11',
  })
})
