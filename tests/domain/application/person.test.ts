import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { otpPattern } from '#server/domain/accounts/otp.ts'
import {
  emailPattern,
  foreignSign,
  identifierPattern,
  mobilePattern,
  nameFault,
  namePattern,
  passwordPattern,
  passwordRules,
  postPattern,
  telephonePattern,
  tidyEmail,
  tidyIdentifier,
  tidyMobile,
  tidyName,
  unwrittenSign,
} from '#server/domain/terms/person.ts'

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
const isGoodName = (text: string) => name.test(tidyName(text)) && unwrittenSign(tidyName(text)) === null

test('the rules of a password one by one are together its pattern', () => {
  const short = fc.string({
    maxLength: 18,
    unit: fc.constantFrom('a', 'z', 'A', 'Z', '0', '9', ' ', 'é', 'अ', '😀', '['),
  })
  const areMet = (text: string) => Object.values(passwordRules).every((rule) => rule.test(text))
  fc.assert(
    fc.property(short, (text) => areMet(text) === password.test(text)),
    { numRuns: 500 },
  )
  for (const good of ['Monsoon24', 'aA34567', 'aA3456789012345', 'अअअaA1😀']) expect(areMet(good), good).toBe(true)
  for (const bad of ['aA3456', 'aA34567890123456', 'monsoon24', 'MONSOON24', 'Monsoonn', ''])
    expect(areMet(bad), bad).toBe(false)
})

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
    'D‘Souza',
    'Anne\u2011Marie',
    'Anne–Marie',
    'Rajan, L.R',
    'Rahul @ Raju',
    'Rahul @Raju',
    'आशा@ माई',
    'Sunita (Kamal) Patil',
    'Ramesh s/o Vitthal',
    'Patil, Asha',
    'डॉ॰ आशा',
    'राहुल @ राजू',
    'As\u200Bha',
    '\uFF21sha', // a full-width letter
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
    ['an alias without spaces', 'Rahul@Raju'],
    ['an alias before a name', '@ Raju'],
    ['an alias of nobody', 'Rahul @ '],
    ['an address', 'asha@example.org'],
    ['a placeholder', '{{name}}'],
    ['nothing', ''],
    ['a space', ' '],
    ['a leading full stop', '.Asha'],
    ['a leading sign, which would be a formula in a table', '-Asha'],
    ['a leading vowel sign', '\u093Eआशा'],
    ['a leading virama', '\u094Dआशा'],
    ['a line break', 'Asha\nPatil'],
    ['a multiplication sign', 'Asha\u00D7Patil'],
    ['a division sign', 'Asha\u00F7Patil'],
  ])('%s is invalid', (_, text) => {
    expect(isGoodName(text)).toBe(false)
  })

  test.each([
    ['Rahul_Raju', '_'],
    ['Asha 2', '2'],
    ['आशा १', '१'],
    ['Asha पाटील', 'प'],
    ['आशा Patil', 'P'],
    ['Asha & Ravi', '&'],
    ['asha@example.org', '@'],
    ['.Asha', '.'],
    ["'Patil", '’'],
    ['-Asha', '-'],
    ['\u093Eआशा', null],
    ['Asha@Raju', '@'],
    ['@ Raju', '@'],
    ['Rahul @', '@'],
    ['', null],
  ])('the refusal of %j names %s', (text, sign) => {
    expect(isGoodName(text)).toBe(false)
    expect(foreignSign(tidyName(text), namePattern)).toBe(sign)
  })

  test.each([
    ['Asha 2', 'not-in-names'],
    ['Asha_Patil', 'not-in-names'],
    ['2 Asha', 'begins-name'],
    ['-Asha', 'begins-name'],
    ['विठ्ठल (Vitthal)', 'two-scripts'],
    ['Asha पाटील', 'two-scripts'],
    ['Asha Раtil', 'two-scripts'],
    ['Asha Patil', undefined],
  ])('what is wrong with a sign of %j is %s', (text, code) => {
    expect(nameFault(tidyName(text), namePattern)?.code).toBe(code)
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
        if (isGoodName(text)) expect(tidyName(text)).not.toMatch(/[<>&"=+\\;:{}[\]0-9\p{Cc}]|(?<! )@|@(?! )/u)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a name or a post', () => {
  const post = new RegExp(postPattern, 'u')
  test.each(['Clerk 2', 'Anil (Clerk)', 'A/c Section', 'Accounts & Audit', 'लिपिक 2', 'Meera Joshi'])(
    '%s is valid',
    (text) => {
      expect(post.test(text)).toBe(true)
    },
  )
  test.each([
    ['Clerk #2', '#'],
    ['2nd clerk', '2'],
    ['<b>', '<'],
  ])('%s is invalid', (text, sign) => {
    expect(post.test(text)).toBe(false)
    expect(foreignSign(text, postPattern)).toBe(sign)
  })
})

describe('characters that nobody types', () => {
  test('include a line break or a tab, unless the text may have several lines', () => {
    for (const [text, sign] of [
      ['a\nb', 'U+000A'],
      ['a\tb', 'U+0009'],
    ] as const) {
      expect(unwrittenSign(text)).toBe(sign)
      expect(unwrittenSign(text, true)).toBeNull()
    }
    expect(unwrittenSign('a\u0000b', true)).toBe('U+0000')
  })

  test('include an unpaired surrogate, but not a whole pair', () => {
    expect(unwrittenSign('a\uD83D')).toBe('U+D83D')
    expect(unwrittenSign('\uDE00a')).toBe('U+DE00')
    expect(unwrittenSign('a\uD83D\uDE00')).toBeNull()
  })

  test('do not occur in plain text of either script', () => {
    for (const text of ['Asha Patil', 'आशा पाटील', 'a.b+c@example.org', 'Passw0rd!', '₹1,200', '']) {
      expect(unwrittenSign(text), text).toBeNull()
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
    ['9198765432', '9198765432'],
    ['919876543210', '9876543210'],
    ['00919876543210', '9876543210'],
    ['+91 (0) 98765 43210', '9876543210'],
    ['\u202A+91 98765 43210\u202C', '9876543210'],
    ['(98765) 43210', '9876543210'],
    ['98765.43.210', '9876543210'],
    ['98765–43210', '9876543210'],
    ['९८७६५४३२१०', '9876543210'],
    ['+91९८७६५ ४३२१०', '9876543210'],
    ['９８７６５４３２１０', '9876543210'],
    ['tel:+919876543210', '9876543210'],
    ['+91 0 98765 43210', '9876543210'],
    ['+91098765-43210', '9876543210'],
    ['91-98765-43210', '9876543210'],
    ['00 91 98765 43210', '9876543210'],
    ['0091 098765 43210', '9876543210'],
    ['091 98765 43210', '9876543210'],
    ['0919876543210', '9876543210'],
    ['०९१ ९८७६५ ४३२१०', '9876543210'],
    ['(+91) 98765 43210', '9876543210'],
    ['+0919876543210', '9876543210'],
    ['09198765432', '9198765432'],
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
    '091798765432',
    '91919876543210',
    '00098765432',
    '5876543210',
    '0000000000',
    '1234567890',
    '+92 98765 43210',
    '+1 98765 43210',
    '9876543210;',
    '9876543210\n9876543211',
    '98765x3210',
    '9876543210 / 9123456789',
    'asha@example.org',
  ])('"%s" is invalid', (typed) => {
    expect(mobile.test(tidyMobile(typed))).toBe(false)
  })

  test('every spelling gives the same number, and tidying twice changes nothing more', () => {
    const number = fc.stringMatching(/^[6-9][0-9]{9}$/)
    const gap = fc.constantFrom('', ' ', '-', '.', '\u00A0', '\u2011', ') ', '/', '\u200E')
    fc.assert(
      fc.property(
        number,
        fc.constantFrom('', '+91', '+91 ', '+91-', '0', '91', '0091 ', '(0', '\u202A+91'),
        gap,
        gap,
        (digits, prefix, one, other) => {
          const typed = `${prefix}${digits.slice(0, 5)}${one}${digits.slice(5, 8)}${other}${digits.slice(8)}`
          expect(tidyMobile(typed)).toBe(digits)
          expect(tidyMobile(tidyMobile(typed))).toBe(digits)
        },
      ),
    )
  })
})

test('an account is found by every spelling of its identifier', () => {
  expect(tidyIdentifier('ml २४१०००\u200B01')).toEqual({ kind: 'user-id', value: 'ML24100001' })
  expect(tidyIdentifier('91 98765 43210')).toEqual({ kind: 'mobile', value: '9876543210' })
  expect(tidyIdentifier(' mailto:Asha@Example.org\u200B')).toEqual({ kind: 'email', value: 'asha@example.org' })
})

test('an e-mail address loses what a contact list adds', () => {
  expect(tidyEmail('mailto:Asha１@Example.org\u00A0')).toBe('asha1@example.org')
})

test('a telephone number of an office may have prefixes, several numbers and an extension', () => {
  for (const text of ['+91 20 2550 6970', '(020) 25506970', '020-25506970/71, 020 25506972', '020 25506970 ext. 12'])
    expect(new RegExp(telephonePattern).test(text), text).toBe(true)
  for (const text of ['phone', '020', '+', '020 <b>']) expect(new RegExp(telephonePattern).test(text), text).toBe(false)
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
    filled(' @ '),
    filled('a @ '),
    `0${filled(' ')}`,
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
    ['unwrittenSign', (text) => unwrittenSign(text)],
    ['postPattern', (text) => new RegExp(postPattern, 'u').test(text)],
    ['foreignSign', (text) => foreignSign(text, namePattern)],
    ['tidyName', (text) => tidyName(text)],
    ['tidyEmail', (text) => tidyEmail(text)],
    ['telephonePattern', (text) => new RegExp(telephonePattern, 'u').test(text)],
    ['tidyMobile', (text) => tidyMobile(text)],
  ]

  test.each(judges)('by %s', (_, judge) => {
    for (const text of hostile) judge(text)
  })
})
