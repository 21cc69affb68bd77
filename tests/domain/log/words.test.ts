import { expect, test } from 'vitest'
import { settingNames } from '#pages/parts/public-log/entry.server.ts'
import type { NumberedLeaf } from '#server/domain/log/witness.ts'
import { leafWords } from '#server/domain/log/words.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'

const says = (leaf: Partial<NumberedLeaf>, language: 'en' | 'mr') =>
  leafWords(
    {
      number: 7,
      kind: 'rule',
      subject: 'x:1',
      at: '2024-08-18T06:30:00Z',
      logged: '2024-08-18T06:30:40Z',
      facts: {},
      ...leaf,
    },
    {
      language,
      t: (key, values) => translate(language, `publiclog:${key}`, values),
      when: (at) => formatDateTime(at, language),
      setting: (key) => settingNames((name, values) => translate(language, name, values))[key],
    },
  )

test('an entry that says to be older than it is shows both times, and an honest one only its own', () => {
  expect(says({ kind: 'order', facts: { orderNumber: 'O-1' } }, 'en')).toBe('7. Special order O-1 (18 Aug 2024, 12:00)')
  expect(says({ kind: 'order', facts: { orderNumber: 'O-1' }, logged: '2026-11-28T06:30:00Z' }, 'en')).toBe(
    '7. Special order O-1 (18 Aug 2024, 12:00; in the log since 28 Nov 2026, 12:00)',
  )
})

test('lists and settings have names in the reader’s language', () => {
  const list = { kind: 'merit-list', facts: { stage: 'final', number: 1 } } as const
  expect(says(list, 'en')).toContain('Merit list: final, edition 1')
  expect(says(list, 'mr')).toContain('गुणवत्ता यादी: अंतिम, आवृत्ती 1')
  expect(says({ facts: { setting: 'witnesses' } }, 'mr')).not.toContain('witnesses')
  // What another log calls a stage or a setting is said as it stands.
  expect(says({ kind: 'merit-list', facts: { stage: 'constructor', number: 1 } }, 'en')).toContain('7. ')
  expect(says({ facts: { setting: 'toString' } }, 'en')).toContain(': toString (')
})
