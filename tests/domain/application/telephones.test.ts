import { expect, test } from 'vitest'
import { telephonesOf } from '#server/domain/application/telephones.ts'

const hrefs = (field: string) => telephonesOf(field).map(({ href }) => href)

test.each([
  ['020 25506970', ['tel:02025506970']],
  ['+91 (20) 2550-6970', ['tel:+912025506970']],
  ['020-25506970, 98765 43210', ['tel:02025506970', 'tel:9876543210']],
  ['020 25506970 / 020 25506971', ['tel:02025506970', 'tel:02025506971']],
  ['9876543210 9876543211 9876543212', ['tel:9876543210', 'tel:9876543211', 'tel:9876543212']],
  ['+91 20 2550 6970 +91 98765 43210', ['tel:+912025506970', 'tel:+919876543210']],
  ['020-25506970/71/72', ['tel:02025506970', 'tel:02025506971', 'tel:02025506972']],
  ['1800 233 4444,', ['tel:18002334444']],
  ['020 2550 6970 ext. 214', ['tel:02025506970']],
])('%s is called as %j', (field, expected) => {
  expect(hrefs(field)).toEqual(expected)
})

test('a number that only names its other end is written out', () => {
  expect(telephonesOf('020-25506970/71').map(({ text }) => text)).toEqual(['020-25506970', '020-25506971'])
})
