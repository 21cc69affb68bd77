import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readReply } from '#server/domain/scrutiny/replies.ts'

const unclear = { en: 'It cannot be read.', mr: 'ते वाचता येत नाही.' }
const longer = { en: 'It cannot be read. Scan it again.', mr: 'ते वाचता येत नाही. पुन्हा स्कॅन करा.' }
const known = [unclear, longer]

describe('a reply that was sent', () => {
  test.each([
    ['as the template has it', unclear.en, { standard: unclear.mr, own: '' }],
    ["in the page's own language", unclear.mr, { standard: unclear.mr, own: '' }],
    ['the longest template that fits', longer.en, { standard: longer.mr, own: '' }],
    ['with words added', `${longer.en}\n\nPage 2 only.`, { standard: longer.mr, own: 'Page 2 only.' }],
    ['changed', 'It cannot be read!', { standard: '', own: 'It cannot be read!' }],
    ['going on in the same word', `${unclear.en}.`, { standard: '', own: `${unclear.en}.` }],
    ['with words before', `Sir, ${unclear.en}`, { standard: '', own: `Sir, ${unclear.en}` }],
    ['of nothing', '', { standard: '', own: '' }],
  ])('is read %s', (_, sent, read) => {
    expect(readReply(sent, known, 'mr')).toEqual(read)
  })

  test('is read in full, whatever was written', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(unclear.en, longer.mr), (own, begin) => {
        expect(readReply(own, known, 'en')).toEqual({ standard: '', own })
        const standard = begin === unclear.en ? unclear.en : longer.en
        expect(readReply(`${begin}\n${own}`, known, 'en')).toEqual({ standard, own: own.trim() })
      }),
    )
  })

  test('is not taken for a template whose sentence goes on', () => {
    const accepted = { en: 'Your grievance is accepted', mr: 'तुमची तक्रार मान्य आहे' }
    for (const own of [`${accepted.mr} असे नाही`, `${accepted.en} only in part`])
      expect(readReply(own, [accepted], 'en')).toEqual({ standard: '', own })
    expect(readReply(`${accepted.mr}\nPage 2.`, [accepted], 'en')).toEqual({ standard: accepted.en, own: 'Page 2.' })
  })

  test('is not taken for a template without words', () => {
    expect(readReply('Anything', [{ en: '', mr: '' }], 'mr')).toEqual({ standard: '', own: 'Anything' })
  })
})
