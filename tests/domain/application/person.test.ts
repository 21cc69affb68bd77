import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  emailPattern,
  hasDevanagariDigits,
  hasInvisibleCharacters,
  identifierPattern,
  mobilePattern,
  namePattern,
  passwordPattern,
  tidyMobile,
} from '../../../server/domain/application/person'
import { otpPattern } from '../../../server/domain/portal/otp'

fc.configureGlobal({ seed: 2024 })

// Compiled as the schemas do it: JSON Schema patterns are Unicode ones.
const name = new RegExp(namePattern, 'u')
const email = new RegExp(emailPattern, 'u')
const mobile = new RegExp(mobilePattern, 'u')
const password = new RegExp(passwordPattern, 'u')
const otp = new RegExp(otpPattern, 'u')
const identifier = new RegExp(identifierPattern, 'u')

const zwj = '\u200D'
const zwnj = '\u200C'
const isGoodName = (text: string) => name.test(text) && !hasInvisibleCharacters(text)

describe('a name', () => {
  test.each([
    'Asha Ramesh Patil',
    'A. P. J. Abdul Kalam',
    "D'Souza",
    'D\u2019Souza',
    'Anne-Marie Fernandes',
    'José Peña',
    'Dvořák',
    'आशा रमेश पाटील',
    'ज्ञानेश्वर कुलकर्णी',
    'डॉ. बाबासाहेब आंबेडकर',
    'क्षितिज श्रृंगारपुरे',
    'अ‍ॅलन', // अ with ZWJ before the candra, as many keyboards type it
    `तर${'\u094D'}${zwj}हाळे`, // eyelash ra: र्‍ह
    `दर${'\u094D'}${zwj}यापूरकर`, // eyelash ra: र्‍य
    'ऱ्हाटकर', // the same with ऱ
    `श${'\u094D'}${zwnj}रीराम`,
    'ॐकार',
  ])('%s is valid', (text) => {
    expect(isGoodName(text)).toBe(true)
    expect(isGoodName(text.normalize('NFC'))).toBe(true)
  })

  test.each([
    ['two scripts', 'Asha पाटील'],
    ['two scripts within a word', 'Aशा'],
    ['a Devanagari name with a Latin letter', 'आशा Patil'],
    ['a Cyrillic letter that looks Latin', 'Ash\u0430 Patil'],
    ['a Cyrillic capital that looks Latin', '\u0410sha'],
    ['a Greek letter that looks Latin', 'Ash\u03B1'],
    ['a fullwidth letter', '\uFF21sha'],
    ['a mathematical letter', '\u{1D400}sha'],
    ['a Gujarati letter', 'આશા'],
    ['Devanagari digits', 'आशा १'],
    ['Latin digits', 'Asha 2'],
    ['a danda', 'आशा।'],
    ['HTML', '<b>Asha</b>'],
    ['an HTML entity', 'Asha &amp; Patil'],
    ['a script', '<script>alert(1)</script>'],
    ['double quotes', 'Asha "Patil"'],
    ['a formula', '=SUM(A1)'],
    ['an emoji', 'Asha 😀'],
    ['a comma', 'Patil, Asha'],
    ['an address', 'asha@example.org'],
    ['a placeholder', '{{name}}'],
    ['nothing', ''],
    ['a space', ' '],
    ['a leading full stop', '.Asha'],
    ['a leading sign, which would be a formula in a table', '-Asha'],
    ['a leading vowel sign', '\u093Eआशा'],
    ['a leading virama', '\u094Dआशा'],
    ['a line break', 'Asha\nPatil'],
    ['a line break at the end', 'Asha\n'],
    ['a tab', 'Asha\tPatil'],
    ['a multiplication sign', 'Asha\u00D7Patil'],
    ['a division sign', 'Asha\u00F7Patil'],
  ])('%s is invalid', (_, text) => {
    expect(isGoodName(text)).toBe(false)
  })

  const invisible = [0x00, 0x08, 0x1b, 0x7f, 0x9f, 0xad, 0x200b, 0x200e, 0x200f, 0x202a, 0x202e, 0x2060, 0x2066, 0xfeff]

  test.each(invisible.map((code) => code.toString(16).padStart(4, '0')))('U+%s is refused anywhere in it', (code) => {
    const hidden = String.fromCodePoint(Number.parseInt(code, 16))
    for (const text of [`${hidden}Asha`, `As${hidden}ha`, `Asha${hidden}`, `आ${hidden}शा`]) {
      expect(isGoodName(text), JSON.stringify(text)).toBe(false)
      expect(hasInvisibleCharacters(text), JSON.stringify(text)).toBe(true)
    }
  })

  test('a joiner is allowed only in Devanagari', () => {
    for (const joiner of [zwj, zwnj]) {
      for (const text of [`As${joiner}ha`, `${joiner}Asha`, `Asha${joiner}`, `${joiner}आशा`, `आशा ${joiner}पाटील`]) {
        expect(isGoodName(text), JSON.stringify(text)).toBe(false)
      }
      expect(isGoodName(`क${'\u094D'}${joiner}ष`)).toBe(true)
    }
    expect(isGoodName(`क${zwj}${zwj}ष`)).toBe(false)
  })

  test('a name cannot mix letters of two scripts', () => {
    const latin = fc.stringMatching(/^[A-Za-z]{1,9}$/)
    const devanagari = fc.stringMatching(/^[क-ह]{1,9}$/)
    const between = fc.constantFrom('', ' ', '. ', '-', "'")
    fc.assert(
      fc.property(latin, devanagari, between, (one, other, gap) => {
        expect(isGoodName(one)).toBe(true)
        expect(isGoodName(other)).toBe(true)
        expect(isGoodName(`${one}${gap}${other}`)).toBe(false)
        expect(isGoodName(`${other}${gap}${one}`)).toBe(false)
      }),
    )
  })

  test('a name contains no character with a meaning in HTML, tables or headers', () => {
    const parts = [
      'A',
      'a',
      'é',
      'आ',
      'क\u094D',
      ' ',
      '.',
      "'",
      '-',
      '<',
      '&',
      '"',
      '=',
      '@',
      '/',
      ';',
      '0',
      '\n',
      '\0',
    ]
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...parts), maxLength: 6 }), (text) => {
        if (isGoodName(text)) expect(text).not.toMatch(/[<>&"=+@\\/;:,{}()[\]0-9\p{Cc}]/u)
      }),
      { numRuns: 500 },
    )
  })
})

describe('invisible characters', () => {
  test('include a line break or a tab, unless the text may have several lines', () => {
    for (const text of ['a\nb', 'a\tb', 'a\r\nb']) {
      expect(hasInvisibleCharacters(text)).toBe(true)
      expect(hasInvisibleCharacters(text, true)).toBe(false)
    }
    expect(hasInvisibleCharacters('a\u0000b', true)).toBe(true)
    expect(hasInvisibleCharacters('a\u202Eb', true)).toBe(true)
  })

  test('include an unpaired surrogate, but not a whole pair', () => {
    expect(hasInvisibleCharacters('a\uD83D')).toBe(true)
    expect(hasInvisibleCharacters('\uDE00a')).toBe(true)
    expect(hasInvisibleCharacters('a\uD83D\uDE00')).toBe(false)
  })

  test('do not occur in plain text of either script', () => {
    for (const text of ['Asha Patil', 'आशा पाटील', 'a.b+c@example.org', 'Passw0rd!', '₹1,200', '']) {
      expect(hasInvisibleCharacters(text), text).toBe(false)
    }
  })
})

describe('a mobile number', () => {
  test.each([
    ['9876543210', '9876543210'],
    ['+919876543210', '9876543210'],
    ['+91 98765 43210', '9876543210'],
    ['+91 98765-43210', '9876543210'],
    ['+91-9876543210', '9876543210'],
    ['09876543210', '9876543210'],
    ['098765 43210', '9876543210'],
    [' 98765\u00A043210 ', '9876543210'],
    ['6000000000', '6000000000'],
  ])('"%s" is %s', (typed, tidied) => {
    expect(tidyMobile(typed)).toBe(tidied)
    expect(mobile.test(tidyMobile(typed))).toBe(true)
  })

  test.each([
    '',
    '0',
    '+91',
    '987654321',
    '98765432101',
    '5876543210',
    '0000000000',
    '1234567890',
    '+92 98765 43210',
    '+1 98765 43210',
    '00919876543210',
    '919876543210',
    '+9109876543210',
    '9876543210;',
    '9876543210\n9876543211',
    '98765x3210',
    '९८७६५४३२१०',
    '+91९८७६५४३२१०',
    '９８７６５４３２１０',
    'asha@example.org',
  ])('"%s" is invalid', (typed) => {
    expect(mobile.test(tidyMobile(typed))).toBe(false)
  })

  test('every spelling gives the same number, and tidying twice changes nothing more', () => {
    const number = fc.stringMatching(/^[6-9][0-9]{9}$/)
    const gap = fc.constantFrom('', ' ', '-')
    fc.assert(
      fc.property(number, fc.constantFrom('', '+91', '+91 ', '+91-', '0'), gap, gap, (digits, prefix, one, other) => {
        const typed = `${prefix}${digits.slice(0, 5)}${one}${digits.slice(5, 8)}${other}${digits.slice(8)}`
        expect(tidyMobile(typed)).toBe(digits)
        expect(tidyMobile(tidyMobile(typed))).toBe(digits)
      }),
    )
  })
})

test('Devanagari digits are recognised, so that the form can ask for Latin ones', () => {
  for (const digit of '०१२३४५६७८९') {
    expect(hasDevanagariDigits(digit)).toBe(true)
    expect(hasDevanagariDigits(`98765${digit}3210`)).toBe(true)
  }
  for (const text of ['', '0123456789', 'आशा', '٣', '੩', '１']) expect(hasDevanagariDigits(text), text).toBe(false)
})

describe('an e-mail address', () => {
  test.each([
    'asha@example.org',
    'asha.patil@example.org',
    'asha+cet@example.co.in',
    'a@b.in',
    "o'neil@example.org",
    'asha_patil-1@mail.example-site.org',
    'ASHA@EXAMPLE.ORG',
    '123@example.museum',
  ])('%s is valid', (text) => {
    expect(email.test(text)).toBe(true)
  })

  test.each([
    '',
    'asha',
    'asha@',
    '@example.org',
    'asha@example',
    'asha@example.o',
    'asha@example.123',
    'asha@192.168.1.1',
    'asha@[192.168.1.1]',
    'asha@@example.org',
    'asha@patil@example.org',
    '.asha@example.org',
    'asha.@example.org',
    'asha..patil@example.org',
    'asha@.example.org',
    'asha@example..org',
    'asha@example.org.',
    'asha patil@example.org',
    '"asha patil"@example.org',
    'asha@exa mple.org',
    'asha@example.org\n',
    'asha@example.org\nBcc: all@example.org',
    'asha@example.org,ravi@example.org',
    'asha@example.org>',
    'Asha <asha@example.org>',
    'आशा@example.org',
    '\u0430sha@example.org',
    'asha@ex\u0430mple.org',
    'asha@example.org\u200B',
  ])('"%s" is invalid', (text) => {
    expect(email.test(text)).toBe(false)
  })
})

describe('"Password: 7 to 15 characters, with at least one uppercase letter, one lowercase letter and one number."', () => {
  test.each([
    ['6 characters', 'Abcde1', false],
    ['7 characters', 'Abcdef1', true],
    ['15 characters', 'Abcdefghijklmn1', true],
    ['16 characters', 'Abcdefghijklmno1', false],
    ['nothing', '', false],
    ['no uppercase letter', 'abcdefg1', false],
    ['no lowercase letter', 'ABCDEFG1', false],
    ['no number', 'Abcdefgh', false],
    ['numbers only', '12345678', false],
    ['all three kinds at the end', '-------aA1', true],
    ['all three kinds at the beginning', '1Aa-------', true],
    ['signs and spaces too', 'Aa1 !@#$%', true],
    ['letters of another script too', 'Aa1पासवर्ड', true],
    ['a Devanagari digit as the number', 'Abcdefg१', false],
    ['an accented capital as the uppercase letter', 'Ábcdefg1', false],
    ['6 characters, one of them outside the basic plane', 'Abcd1😀', false],
    ['15 characters, one of them outside the basic plane', 'Abcdefghijklm1😀', true],
  ])('%s: %s → %s', (_, text, expected) => {
    expect(password.test(text)).toBe(expected)
  })

  test('the pattern and the sentence agree for every text', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'abzABZ019 !-ष'), maxLength: 18 })
    fc.assert(
      fc.property(plain, (text) => {
        const characters = [...text]
        const naive =
          characters.length >= 7 &&
          characters.length <= 15 &&
          characters.some((c) => c >= 'A' && c <= 'Z') &&
          characters.some((c) => c >= 'a' && c <= 'z') &&
          characters.some((c) => c >= '0' && c <= '9')
        expect(password.test(text)).toBe(naive)
      }),
      { numRuns: 2000 },
    )
  })
})

test.each([
  ['123456', true],
  ['000000', true],
  ['12345', false],
  ['1234567', false],
  ['12345a', false],
  ['12 456', false],
  ['१२३४५६', false],
  ['123456\n', false],
  ['', false],
])('an OTP is 6 digits: "%s" → %s', (text, expected) => {
  expect(otp.test(text)).toBe(expected)
})

test('a login name is an Application ID, a mobile number or an e-mail address', () => {
  for (const text of ['ML24100001', '9876543210', '+91 98765-43210', "o'neil+cet@example.co.in"]) {
    expect(identifier.test(text), text).toBe(true)
  }
  for (const text of [
    '',
    'ML24100001\n',
    'आशा',
    '९८७६५४३२१०',
    '<b>',
    '\u0430sha@example.org',
    'a\u200Bb',
    '"a b"@example.org',
  ]) {
    expect(identifier.test(text), JSON.stringify(text)).toBe(false)
  }
})

// A pattern that takes more than linear time would need minutes or years for these; the time limit is only a safety
// net.
describe('a hostile text of 100 KB is judged at once', { timeout: 10_000 }, () => {
  const size = 100_000
  const filled = (unit: string) => unit.repeat(Math.ceil(size / unit.length))
  const hostile = [
    filled('a'),
    filled('A'),
    filled('क'),
    filled(`र\u094D${zwj}`),
    filled(zwj),
    filled(' '),
    filled('.'),
    filled("'-"),
    filled('a.'),
    `a@${filled('a')}`,
    `a@${filled('a.')}`,
    `a@${filled('a-')}`,
    `${filled('a.')}@`,
    `${filled('a')}@${filled('b')}`,
    filled('@'),
    filled('0'),
    filled('9-'),
    filled(' -'),
    `+91${filled(' ')}`,
    filled('\uD83D'),
    filled('\n'),
    filled('aA'),
    filled('Aa1\n'),
  ].flatMap((text) => [text, `${text}<`, `${text}\n!`])

  const judges: [string, (text: string) => unknown][] = [
    ['namePattern', (text) => name.test(text)],
    ['emailPattern', (text) => email.test(text)],
    ['mobilePattern', (text) => mobile.test(text)],
    ['passwordPattern', (text) => password.test(text)],
    ['identifierPattern', (text) => identifier.test(text)],
    ['otpPattern', (text) => otp.test(text)],
    ['hasInvisibleCharacters', (text) => hasInvisibleCharacters(text)],
    ['hasDevanagariDigits', (text) => hasDevanagariDigits(text)],
    ['tidyMobile', (text) => tidyMobile(text)],
  ]

  test.each(judges)('by %s', (_, judge) => {
    for (const text of hostile) judge(text)
  })
})
