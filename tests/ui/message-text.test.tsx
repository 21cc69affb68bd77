import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MessageText } from '#pages/parts/inbox/MessageText.tsx'
import { PageContext } from '#pages/ui/view.ts'
import { pageTexts } from '#server/i18n/texts.ts'
import { aView } from './a-view'

const shown = (text: string) =>
  renderToString(
    <PageContext value={{ view: aView({}), t: pageTexts.en, signedIn: null }}>
      <MessageText text={text} language="en" />
    </PageContext>,
  )
const links = (text: string) => [...shown(text).matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

test('an address of this portal in a message is a link to the page, without the full stop behind it', () => {
  expect(links('Do it here: https://cet.example/mbale/candidate/self-arc-home. Then pay.')).toEqual([
    '/mbale/candidate/self-arc-home',
  ])
  expect(
    links(
      'First http://127.0.0.1:3000/mbale/candidate/payment?due=1#pay\nthen (https://cet.example/mbale/candidate/sms)',
    ),
  ).toEqual(['/mbale/candidate/payment?due=1#pay', '/mbale/candidate/sms'])
})

test.each([
  'https://evil.example/login',
  'https://cet.example//mbale/candidate/home',
  'https://cet.example/mbale/candidates-of-evil/home',
  'javascript:alert(1)//mbale/candidate/home',
  'https:///mbale',
])('%s stays text', (text) => {
  expect(links(`Look: ${text}`)).toEqual([])
  expect(shown(text)).toContain(text)
})
