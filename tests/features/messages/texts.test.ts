import fc from 'fast-check'
import { expect, test } from 'vitest'
import { courses } from '#server/courses/courses.ts'
import { attendedPurposes, stepUpPurposes } from '#server/domain/accounts/otp.ts'
import {
  channelsOf,
  type MessageTemplate,
  messageTemplates,
  partsOf,
  waysOf,
} from '#server/domain/messages/message-templates.ts'
import { renderMessage, unfilledPlaceholders } from '#server/features/messages/messages/render.ts'
import { textFiles } from '#server/i18n/texts.ts'
import { type Language, languages } from '#server/kernel/languages.ts'

/** Values of the greatest allowed length: the link has a host of 22 characters and a token of 32. */
const values = {
  otp: '482913',
  minutes: 10,
  host: 'cap.example.org',
  userId: 'ML24100001',
  page: `https://${'h'.repeat(22)}/mbale/candidate/cancel-admission-application-form-print`,
  left: 9,
  link: `https://${'h'.repeat(22)}/mbale/candidate/verification?stop=${'t'.repeat(32)}`,
  purpose: 'confirm-options',
  name: 'Asha Vishwanath Patil',
  status: 'Draft',
  amount: '1,200',
  reference: 'ML24-000012',
  authority: 'Commissioner of the State CET Cell',
  ownTime: '168 hours',
  number: 12,
  place: 'State 100000, All India 100000',
  reason: 'The certificate is of another year.',
  centre: 'Facilitation Centre, Chhatrapati Sambhajinagar',
  address: 'Regional Office of Technical Education, Chhatrapati Sambhajinagar',
  at: '14 Aug 2024, 17:00',
  by: '14 Aug 2024, 17:00',
  until: '17:30',
  fingerprint: 'a1b2c3d4e5f6',
  device: 'Chrome on Android',
  mode: 'At a facilitation centre (mode 2)',
  claims: 'Category, Minority',
  sms: 'Log in and confirm your option form before 17:00 today.',
  title: 'Confirm your option form',
  body: 'The marksheet that you attached shows the marks that are in the list.',
  choiceCode: '301210110T',
  was: '301210110T',
  wasInstitute: 'Institute of Management Studies, Career Development and Research',
  institute: 'Savitri Institute of Management, Chhatrapati Sambhajinagar',
  branch: 'Master of Business Administration',
  act: 'Pay the seat acceptance fee to keep your CAP Round 1 seat',
  loss: 'Otherwise you will lose the seat and leave the rounds.',
  preference: '300',
  choices:
    '800110110, 800210110, 800310110, 800410110, 800510110, 800610110, 800710110, 800810110, 800910110, 801010110',
  decision: 'Betterment',
  fee: 'Rs 1,000 received, receipt ML24-000012.',
  steps: 'Qualification Details, Photograph and Signature',
  round: 1,
  count: 12,
  first: '101110110, 102210110, 103310110T',
  next: 'A scrutiny officer checks it by 16 Aug 2024, 17:00.',
  known: 'The gateway returned the money, so nothing was paid.',
  why: 'The form that this payment was for can no longer be considered.',
  fact: 'Family income for the tuition fee waiver',
  awaited: 'Still awaited: Caste validity certificate. Hand them in by their due dates.',
  counts: 'It counts for the merit lists.',
  charge: '1,000',
  loginName: 'meera.joshi',
  ending: '6780',
}

/** An OTP that its owner tells somebody else, so that no page of theirs takes it. */
const isReadOut = (template: MessageTemplate) => template === 'code-at-centre' || template === 'code-for-receiver'

const everyTemplate = Object.keys(messageTemplates) as MessageTemplate[]
const everyMessage = everyTemplate.flatMap((template) =>
  channelsOf(template).flatMap((channel) =>
    languages.flatMap((language) => courses.map((course) => ({ template, channel, language, course }))),
  ),
)
const fileOf = (language: Language) =>
  textFiles.find((file) => file.language === language && file.namespace === 'messages')!.texts
const placeholdersOf = (text = '') => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()

/**
 * The characters of the basic SMS alphabet (GSM 03.38) that the texts may use; any other character halves the capacity.
 */
const basicAlphabet = /^[A-Za-z0-9 \n@£$¥!"#%&'()*+,\-./:;<=>?_]*$/

test.each(everyMessage)(
  '$template by $channel in $language for $course.slug',
  ({ template, channel, language, course }) => {
    const content = { template, channel, language, values, wording: null }
    expect(unfilledPlaceholders(course, content)).toEqual([])
    const { text, subject } = renderMessage(course, content)
    expect(text).not.toContain('{{')
    expect(text).not.toMatch(new RegExp(`${template}|undefined|purpose\\.|[०-९]`))
    expect(subject === undefined).toBe(channel !== 'email')
    if (channel === 'email') {
      expect(subject).not.toMatch(/\{\{|undefined|\.subject/)
      expect(subject).not.toContain(values.otp)
      expect(text).toContain(course.cellName[language])
    }
    if (channel === 'sms') {
      // The line by which a phone finds the OTP, and its page, is the last one.
      const [words, ...last] = text.split('\n')
      expect(last).toEqual(
        words?.includes(values.otp) && !isReadOut(template) ? [`@cap.example.org #${values.otp}`] : [],
      )
      if (language === 'en') {
        expect(text.length).toBeLessThanOrEqual(160)
        expect(text).toMatch(basicAlphabet)
      } else {
        // At most four parts of 67 characters each.
        expect(text.length).toBeLessThanOrEqual(268)
      }
    }
    if (template.endsWith('-otp')) {
      expect(text).toContain(values.otp)
      expect(text).toContain(language === 'en' ? '10 minutes' : '10 मिनिटे')
      expect(text).toContain(language === 'en' ? 'Do not share it with anyone' : 'कोणालाही सांगू नका')
    }
  },
)

test.each(stepUpPurposes)('the OTP to %s names its purpose, and fits', (purpose) => {
  for (const course of courses) {
    for (const language of languages) {
      const content = {
        template: 'step-up-otp',
        channel: 'sms',
        language,
        values: { ...values, purpose },
        wording: null,
      } as const
      const { text } = renderMessage(course, content)
      const words = fileOf(language)[`purpose.${purpose}`]
      expect(words).toBeTruthy()
      expect(text).toContain(words)
      expect(text.length).toBeLessThanOrEqual(language === 'en' ? 160 : 268)
    }
  }
})

test('both languages have the same texts with the same placeholders, and every text is used', () => {
  const [en, mr] = [fileOf('en'), fileOf('mr')]
  expect(Object.keys(mr)).toEqual(Object.keys(en))
  for (const [key, text] of Object.entries(en))
    expect([key, placeholdersOf(mr[key])]).toEqual([key, placeholdersOf(text)])
  const wanted = everyTemplate.flatMap((template) => partsOf(template).map((part) => `${template}.${part}`))
  const purposes = [...stepUpPurposes, ...attendedPurposes].map((purpose) => `purpose.${purpose}`)
  expect(Object.keys(en).sort()).toEqual(['signature', 'copy', ...wanted, ...purposes].sort())
})

test('any name remains on one line of its message and is never taken for a placeholder', () => {
  const [course] = courses
  const plain = { template: 'whatsapp-summary', channel: 'whatsapp', language: 'en', wording: null } as const
  const lines = renderMessage(course!, { ...plain, values }).text.split('\n').length
  const names = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom('{{', '}}', 'otp', 'cell', '$t(', ')', '$&', '$1', '\r', '\n', '\u2028', '"', 'अ', ' '),
    }),
  )
  fc.assert(
    fc.property(names, (name) => {
      const { text } = renderMessage(course!, { ...plain, values: { ...values, name } })
      expect(text.split(/\r|\n|\u2028|\u2029/)).toHaveLength(lines)
      expect(text).toContain(`Name: ${name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')}\nApplication ID: ML24100001\n`)
    }),
  )
})

test('the message box words a message as its e-mail does, so no template goes to the box alone', () => {
  for (const template of everyTemplate) {
    if (waysOf(template).includes('box'))
      expect([template, channelsOf(template).includes('email')]).toEqual([template, true])
  }
})
