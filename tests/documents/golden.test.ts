import { describe, expect, test } from 'vitest'
import { acknowledgement } from '#server/documents/acknowledgement.ts'
import { admissionReceipt } from '#server/documents/admission-receipt.ts'
import { allotmentLetter } from '#server/documents/allotment-letter.ts'
import { applicationForm } from '#server/documents/application-form.ts'
import { cancellationLetter } from '#server/documents/cancellation-letter.ts'
import { meritLetter } from '#server/documents/merit-letter.ts'
import { optionForm } from '#server/documents/option-form.ts'
import type { Printable } from '#server/documents/printable.ts'
import { receipt } from '#server/documents/receipt.ts'
import { sample } from '#server/documents/sample.ts'
import { seatMatrixPaper } from '#server/documents/seat-matrix.ts'
import { typeset } from '#server/documents/typeset.ts'
import { uploadedPdfs } from '#server/domain/terms/public-pdfs.ts'
import { languages } from '#server/kernel/languages.ts'
import { ist } from '#server/kernel/time.ts'
import { expectGolden, picturesOf, textOf } from './paper'
import {
  acknowledgementFacts,
  admissionReceiptFacts,
  allotmentLetterFacts,
  applicationFacts,
  cancellationFacts,
  frozenSeat,
  issuer,
  meritLetterFacts,
  optionFormFacts,
  receiptFacts,
  seatMatrixFacts,
} from './samples'

const demo = { ...issuer, isDemo: true }

describe('case 38: documents in Marathi and English look and read as they did when they were reviewed', () => {
  test.each(['en', 'mr'] as const)('the application form (%s)', async (language) => {
    await expectGolden(
      await typeset(applicationForm(await applicationFacts(language), issuer)),
      `application-form-${language}`,
    )
  })

  test.each(['en', 'mr'] as const)('a receipt (%s)', async (language) => {
    await expectGolden(await typeset(receipt(receiptFacts(language), issuer)), `receipt-${language}`)
  })

  test.each(['en', 'mr'] as const)('an acknowledgement (%s)', async (language) => {
    const facts = await acknowledgementFacts(language)
    await expectGolden(await typeset(acknowledgement(facts, issuer)), `acknowledgement-${language}`)
  })

  test.each(['en', 'mr'] as const)('a confirmed option form (%s)', async (language) => {
    await expectGolden(await typeset(optionForm(await optionFormFacts(language), issuer)), `option-form-${language}`)
  })

  test.each(['en', 'mr'] as const)('a letter of allotment (%s)', async (language) => {
    const facts = await allotmentLetterFacts(language)
    await expectGolden(await typeset(allotmentLetter(facts, issuer)), `allotment-letter-${language}`)
  })

  test.each(['en', 'mr'] as const)('a letter of an accepted allotment (%s)', async (language) => {
    const facts = await allotmentLetterFacts(language, frozenSeat)
    await expectGolden(await typeset(allotmentLetter(facts, issuer)), `allotment-letter-accepted-${language}`)
  })

  test.each(['en', 'mr'] as const)('a receipt of admission (%s)', async (language) => {
    const facts = await admissionReceiptFacts(language)
    await expectGolden(await typeset(admissionReceipt(facts, issuer)), `admission-receipt-${language}`)
  })

  test.each(['en', 'mr'] as const)('a letter of cancellation (%s)', async (language) => {
    const facts = await cancellationFacts(language)
    await expectGolden(await typeset(cancellationLetter(facts, issuer)), `cancellation-${language}`)
    const returned = textOf(await typeset(cancellationLetter(await cancellationFacts(language, true), issuer)))
    expect(returned).toContain('84,000')
    expect(returned).toContain('UTR 4711')
  })

  test.each(['en', 'mr'] as const)('a merit letter (%s)', async (language) => {
    await expectGolden(await typeset(meritLetter(meritLetterFacts(language), issuer)), `merit-letter-${language}`)
  })

  test.each(['en', 'mr'] as const)('the seat matrix (%s)', async (language) => {
    await expectGolden(await typeset(seatMatrixPaper(seatMatrixFacts(language), issuer)), `seat-matrix-${language}`)
  })

  test.each(['en', 'mr'] as const)('a draft of the demo (%s)', async (language) => {
    const facts = await applicationFacts(language, { submission: null, photo: null, signature: null })
    const short = { ...facts, sheet: { ...facts.sheet, sections: facts.sheet.sections.slice(0, 3) } }
    await expectGolden(await typeset(applicationForm(short, demo)), `draft-${language}`)
  })

  test('Marathi text can be searched and copied as it was typed', async () => {
    const text = textOf(await typeset(applicationForm(await applicationFacts('mr'), issuer)))
    for (const words of [
      'ज्ञानेश्वर विठ्ठल देशमुख',
      'कृष्णा देशमुख',
      'छत्रपती संभाजीनगर',
      'शैक्षणिक पात्रता',
      'थेट द्वितीय वर्ष एमबीए/एमएमएस',
    ]) {
      expect(text).toContain(words)
    }
  })
})

test('the same document at the same moment is the same file, byte for byte', async () => {
  const make = async () => typeset(applicationForm(await applicationFacts('mr'), issuer))
  expect(Buffer.compare(await make(), await make())).toBe(0)
})

test("the file states its language, and when the portal's clock printed it", async () => {
  const bytes = Buffer.from(await typeset(receipt(receiptFacts('mr'), issuer))).toString('latin1')
  expect(bytes).toContain('D:20240802034500Z')
  expect(bytes).toContain('/Lang (mr)')
  expect(bytes).toContain('/Marked true')
})

const wordsOfDemo = { en: 'DEMO', mr: 'डेमो' }
test.each(['en', 'mr'] as const)('every page of a demo or of a draft says so (%s)', async (language) => {
  const facts = await applicationFacts(language, { submission: null })
  const pages = textOf(await typeset(applicationForm(facts, demo)))
    .split('\f')
    .slice(0, -1)
  expect(pages.length).toBeGreaterThan(1)
  for (const page of pages) {
    expect(page).toContain(wordsOfDemo[language])
    expect(page).toContain(language === 'en' ? 'DRAFT' : 'मसुदा')
    expect(page).toContain(facts.code)
    expect(page).toContain('ML24100001')
  }
})

test('a sample of the demo reads like the rules in whose place it stands, and a live portal invents none', async () => {
  for (const file of uploadedPdfs)
    for (const language of languages) {
      const made = sample(file, language, demo, ist('2024-08-01 12:00'))
      const [, , points] = made.blocks
      expect(points?.kind === 'points' && points.points.length, file).toBeGreaterThan(3)
      expect(sample(file, language, issuer, ist('2024-08-01 12:00')).blocks).toHaveLength(1)
    }
})

test('a sample is marked as one and has no verification code', async () => {
  const text = textOf(await typeset(sample('ruleA.pdf', 'en', issuer, ist('2024-08-01 12:00'))))
  expect(text).toContain('SAMPLE')
  expect(text).not.toContain('verification')
})

describe('case 37: text that tries to break a PDF', () => {
  const evil = [
    'BT /F1 99 Tf (x) Tj ET endstream endobj',
    'EMC Q Q Q ) Tj \\',
    '((((\\\\\\))))(',
    '<</JS (app.alert\\(1\\))>> %PDF-1.7 %%EOF',
    '\u202egnp.exe\u202c NUL\u0000 bell\u0007',
    '😀👨‍👩‍👧 𝕏 అమ్మ שלום',
    `क${'\u093f'.repeat(300)}`,
    'W'.repeat(900),
    'क्षत्रज्ञश्री'.repeat(80),
  ]
  const hostile = async (): Promise<Printable> => {
    const facts = await applicationFacts('en')
    const rows = evil.map((value, n) => ({ name: `q${n}`, label: n % 2 ? value.slice(0, 90) : `Question ${n}`, value }))
    return applicationForm(
      {
        ...facts,
        fullName: `${evil[0]}${evil[4]}`,
        sheet: { ...facts.sheet, sections: [{ step: 'x', title: evil[2]!, rows }] },
      },
      issuer,
    )
  }

  test('is printed as text in its place', async () => {
    const pdf = await typeset(await hostile())
    await expectGolden(pdf, 'hostile')
    const text = textOf(pdf)
    expect(text).toContain('((((\\\\\\))))(')
    for (const evilCharacter of '\u202e\u202c\u0000\u0007') expect(text.includes(evilCharacter)).toBe(false)
  })

  test('leaves the margins white', async () => {
    const { default: sharp } = await import('sharp')
    for (const page of picturesOf(await typeset(await hostile()))) {
      const { data, info } = await sharp(page).greyscale().raw().toBuffer({ resolveWithObject: true })
      let inked = 0
      for (let y = 0; y < info.height; y++) {
        for (const x of [...Array(54).keys(), ...Array.from({ length: 54 }, (_, n) => info.width - 1 - n)]) {
          if (data[(y * info.width + x) * info.channels]! < 200) inked++
        }
      }
      expect(inked).toBe(0)
    }
  })

  test('a value longer than a page continues overleaf, to its last word', async () => {
    const facts = await applicationFacts('en')
    const value = `${'word '.repeat(4000)}the-end`
    const sheet = {
      ...facts.sheet,
      sections: [{ step: 'x', title: 'Long', rows: [{ name: 'q', label: 'Essay', value }] }],
    }
    const text = textOf(await typeset(applicationForm({ ...facts, sheet }, issuer)))
    expect(text.match(/\bword\b/g)).toHaveLength(4000)
    expect(text).toContain('the-end')
  })
})
