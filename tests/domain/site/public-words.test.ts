import fc from 'fast-check'
import { expect, test } from 'vitest'
import { siteAddressPattern, versionAt } from '#server/domain/season/cell-settings.ts'
import { paragraphs } from '#server/domain/site/notices.ts'
import { telephonePattern } from '#server/domain/terms/person.ts'

const linksOf = (text: string) => paragraphs(text).flatMap((one) => one.flatMap(({ href }) => href ?? []))

test('an empty line starts a paragraph, and complete web addresses become links', () => {
  expect(paragraphs('See https://example.org/a?b=c.\n\nThen (https://example.org).')).toEqual([
    [
      { text: 'See ', href: null },
      { text: 'https://example.org/a?b=c', href: 'https://example.org/a?b=c' },
      { text: '.', href: null },
    ],
    [
      { text: 'Then (', href: null },
      { text: 'https://example.org', href: 'https://example.org' },
      { text: ').', href: null },
    ],
  ])
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt://https.example.org/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  '<a href="javascript:alert(1)">x</a>',
  'vbscript:x',
  '//evil.example.org',
  'www.example.org',
])('case 21: %s is text, not a link', (text) => {
  expect(linksOf(text)).toEqual([])
})

test('no text loses a letter, and every link is a web address', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('https://', 'a', '.', '/', ' ', '"', '<', ')', 'javascript:', '\n') }),
      (text) => {
        const pieces = paragraphs(text).flat()
        expect(
          pieces
            .map((piece) => piece.text)
            .join('')
            .replace(/\s/g, ''),
        ).toBe(text.replace(/\s/g, ''))
        for (const { href } of pieces) if (href !== null) expect(href).toMatch(/^https?:\/\/[^\s<>"']+$/)
      },
    ),
  )
})

test('the latest version that has taken effect counts', () => {
  const versions = [
    { id: 1, effectiveAt: 100 },
    { id: 2, effectiveAt: 300 },
    { id: 3, effectiveAt: 100 },
  ]
  const at = (now: number) => versionAt(versions, now)?.id ?? null
  expect([at(99), at(100), at(299), at(300)]).toEqual([null, 3, 3, 2])
})

test.each([
  ['https://so.example.org/login?x=1', true],
  ['http://so.example.org', false],
  ['javascript:alert(1)', false],
  ['https://a b', false],
  ['https://', false],
  ['https://example.org/"onload=', false],
  ['//example.org', false],
])('case 21: %s as a login link: %s', (address, isTaken) => {
  expect(new RegExp(siteAddressPattern).test(address)).toBe(isTaken)
})

test.each([
  ['1800 000 0000', true],
  ['+91 22 0000 0000', true],
  ['(020) 2550-6970', true],
  ['020 25506970 / 71, 020-25506972', true],
  ['020 25506970 ext. 12', true],
  ['1800;ext=9', false],
  ['call me', false],
])('%s as a telephone number: %s', (phone, isTaken) => {
  expect(new RegExp(telephonePattern).test(phone)).toBe(isTaken)
})
