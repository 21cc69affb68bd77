import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { declarationNow, declarations } from '#server/domain/application/declaration.ts'
import { translate } from '#server/i18n/texts.ts'

/** The first letters of the sha-256 of each declaration in both languages. Add a line for new words; change none. */
const made: Readonly<Record<keyof typeof declarations, string>> = { 1: '6a8f8c3cb91f0bcd' }

test('a declaration that candidates have made keeps its words: new words get a number of their own', () => {
  for (const [number, key] of Object.entries(declarations)) {
    const words = `${translate('en', key)}\n${translate('mr', key)}`
    const hash = createHash('sha256').update(words).digest('hex').slice(0, 16)
    expect([number, hash]).toEqual([number, made[Number(number) as 1]])
  }
  expect(declarationNow).toBe(Math.max(...Object.keys(declarations).map(Number)))
})
