import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deviceLabel } from '#server/domain/accounts/device.ts'

fc.configureGlobal({ seed: 2024 })

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0'

test.each([
  ['Chrome, Android', `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`],
  [
    'Samsung Internet, Android',
    `Mozilla/5.0 (Linux; Android 13; SM-A536E) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
  ],
  ['Edge, Android', `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36 EdgA/126.0.0.0`],
  ['Firefox, Android', 'Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0'],
  ['Opera, Android', `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36 OPR/83.0.0.0`],
  [
    'Safari, iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  ],
  [
    'Chrome, iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0.6478.35 Mobile/15E148 Safari/604.1',
  ],
  [
    'Firefox, iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 14_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/127.0 Mobile/15E148 Safari/605.1.15',
  ],
  ['Edge, Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/126.0.0.0`],
  ['Chrome, Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`],
  [
    'Safari, macOS',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4.1 Safari/605.1.15',
  ],
  ['Firefox, Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0'],
  ['Windows', 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko'],
])('%s', (label, userAgent) => {
  expect(deviceLabel(userAgent)).toBe(label)
})

test('an unknown device is a dash', () => {
  for (const userAgent of [undefined, '', 'curl/8.5.0', 'Mozilla/5.0', '<script>alert(1)</script>']) {
    expect(deviceLabel(userAgent)).toBe('—')
  }
})

test('a label consists only of known words, so nothing from the header is shown or stored', () => {
  const words = 'Edge|Opera|Samsung Internet|Firefox|Chrome|Safari|Android|iPhone|Windows|macOS|Linux'
  const pattern = new RegExp(`^(—|(${words})(, (${words}))?)$`)
  const parts = fc.constantFrom(
    'Chrome/1',
    'Edg/2',
    'Android',
    'Linux',
    '<b>',
    '\n',
    'Safari/',
    'iPad',
    'x'.repeat(500),
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ maxLength: 300 }),
        fc.array(parts).map((list) => list.join(' ')),
      ),
      (userAgent) => {
        expect(deviceLabel(userAgent)).toMatch(pattern)
      },
    ),
  )
})
