import { expect, test } from 'vitest'
import { candidateMenu } from '#server/domain/site/candidate-menu.ts'
import { publicMenu } from '#server/domain/site/menu.ts'
import { candidateRoutes } from '#server/domain/terms/routes.ts'
import { routeTitleKey } from '#server/http/pages/titles.ts'
import { textFiles } from '#server/i18n/texts.ts'
import { candidateWithEverything } from './a-view'

/** The English texts around a page, for everybody and for people who are signed in, by full key. */
const en: Record<string, string> = Object.fromEntries(
  textFiles
    .filter(({ language, namespace }) => language === 'en' && ['shell', 'signedin', 'error'].includes(namespace))
    .flatMap(({ namespace, texts }) => Object.entries(texts).map(([key, text]) => [`${namespace}:${key}`, text])),
)

test('every line and group of the sidebars has a text', () => {
  const groups = [
    ...candidateMenu(candidateWithEverything.permissions),
    ...publicMenu({} as never, ['home'], [1], true),
  ]
  for (const { title, items } of groups) {
    for (const key of [title, ...items.map((item) => item.title)]) if (key) expect(Object.keys(en)).toContain(key)
  }
})

test('every route has a title', () => {
  for (const route of Object.keys(candidateRoutes)) {
    expect(Object.keys(en), route).toContain(routeTitleKey(route))
  }
})

test('the texts of rules §18.18 are word for word', () => {
  expect(en).toMatchObject({
    'shell:toast.logout-failed': 'Unable to logout.',
    'error:title': 'Unexpected Application Error!',
    'signedin:locked.locked': 'Your Application is now Locked',
    'signedin:locked.confirmed-by-centre': 'Your Application is confirmed by Facilitation centre',
    'shell:footer.best-viewed': 'Best viewed at 1024x768 in Chrome 84, Firefox 79 and IE 11',
  })
})
