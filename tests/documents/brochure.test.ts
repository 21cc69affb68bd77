import { describe, expect, test } from 'vitest'
import type { Course } from '#server/courses/course.ts'
import { courses, mbale, scd } from '#server/courses/courses.ts'
import { brochure } from '#server/documents/brochure/brochure.ts'
import { proformaPaper } from '#server/documents/proforma.ts'
import type { PublicFacts } from '#server/documents/public-facts.ts'
import { typeset } from '#server/documents/typeset.ts'
import { proformaNamed, proformaNames } from '#server/domain/application/proformas.ts'
import { isInSeason, roundNumbers } from '#server/domain/terms/cap-rounds.ts'
import { sampleCourses } from '#server/features/seats/seat-matrix/sample.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { translate } from '#server/i18n/texts.ts'
import { type Language, languages } from '#server/kernel/languages.ts'
import { rupees } from '#server/kernel/money.ts'
import { type CivilDate, ist } from '#server/kernel/time.ts'
import { expectGolden, outlineOf, textOf } from './paper'
import { issuer } from './samples'

const madeAt = ist('2024-08-01 12:00')

/** What a portal of the course knows when everything is filled in. */
const factsOf = (course: Course, language: Language, changed: Partial<PublicFacts> = {}): PublicFacts => ({
  language,
  madeAt,
  entry: null,
  schedule: course.schedule.map((activity) => ({ ...activity, state: 'open' })),
  undated: [],
  changes: [],
  fees: course.applicationFees,
  contact: { ...course.contact, officer: course.grievanceOfficer },
  centres: course.facilitationCentres,
  questions: course.faq,
  seats: { edition: 1, at: madeAt, courses: sampleCourses },
  unset: [],
  ...changed,
})

/** Every word of the brochure in the order of reading, without setting it. */
const written = (course: Course, language: Language, changed: Partial<PublicFacts> = {}) =>
  stringsIn(brochure(factsOf(course, language, changed), { ...issuer, course }).blocks).join(' ')
const stringsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : value && typeof value === 'object'
      ? Object.values(value).flatMap(stringsIn)
      : []

const print = (course: Course, language: Language, changed: Partial<PublicFacts> = {}) =>
  typeset(brochure(factsOf(course, language, changed), { ...issuer, course }))
/** The words of a print on one line, so that a line break hides nothing. */
const wordsOf = (pdf: Uint8Array) => textOf(pdf).replace(/\s+/g, ' ')

describe.each(courses.map((course) => [course.slug, course] as const))('the brochure of %s', (_, course) => {
  test.each(languages)('leads from its contents and bookmarks to the page of every chapter (%s)', async (language) => {
    const pdf = await print(course, language)
    const pages = textOf(pdf).split('\f')
    const outline = await outlineOf(pdf)
    expect(outline.length).toBeGreaterThan(20)
    for (const { title, page } of outline) {
      expect(pages[page - 1], title).toContain(title)
      // The line of the contents ends with the same page.
      expect(pages[0]!.split('\n'), title).toContain(title)
    }
    const numbers = outline.map(({ page }) => String(page))
    expect(pages[0]!.split('\n').filter((line) => /^\d+$/.test(line))).toEqual(numbers)
    // No key of a text, no value without its words.
    expect(wordsOf(pdf)).not.toMatch(/brochure:|undefined|\{\{|NaN/)
  })
})

describe('the brochure prints what is in force', () => {
  const changes: [string, Partial<Course> | { fees: PublicFacts['fees'] }, string][] = [
    ['the application fee', { fees: { open: rupees(1357), reserved: rupees(999) } }, '₹1,357'],
    ['the seat acceptance fee', { seatAcceptanceFee: rupees(2468) }, '₹2,468'],
    [
      'the percentage',
      { form: { ...mbale.form, eligibility: { of: 'degree', minimumYears: 4, percent: 57, percentReserved: 52 } } },
      '57 %',
    ],
    [
      'the percentage for reserved categories',
      { form: { ...mbale.form, eligibility: { of: 'degree', minimumYears: 4, percent: 57, percentReserved: 52 } } },
      '52 %',
    ],
    [
      'the years of the degree',
      { form: { ...mbale.form, eligibility: { of: 'degree', minimumYears: 5, percent: 50, percentReserved: 45 } } },
      'of 5 years or more',
    ],
    [
      'another kind of qualification',
      { form: { ...mbale.form, eligibility: { of: 'hsc-science', isItiEnough: true } } },
      'A pass is enough',
    ],
    ['the age', { form: { ...mbale.form, minimumAge: 21 } }, 'at least 21 years old'],
    [
      'the date of non-creamy-layer certificates',
      { form: { ...mbale.form, nonCreamyLayerValidOn: '2026-03-31' as CivilDate } },
      'valid on 31 Mar 2026',
    ],
    ['the limit of income', { form: { ...mbale.form, familyIncomeLimit: rupees(950_000) } }, 'below ₹9,50,000'],
    ['the first criterion of merit', { merit: ['ssc', 'degree'] }, 'SSC Degree Application ID'],
    [
      'the number of rounds and what freezes',
      { rounds: [{ autoFreezeUpTo: 4, whoReports: 'accepted', stages: ['I', 'II', 'III'] }, ...mbale.rounds] },
      '1 Stages I to III choices 1 to 4 Everybody who accepted',
    ],
    [
      'what follows from a missed certificate',
      { ifCertificateMissed: { ...mbale.ifCertificateMissed, 'caste-validity': 'keep' } },
      '17:00 The admission stays, as Open Non-creamy-layer certificate',
    ],
    [
      'the days for an answer about data',
      { personalData: { ...mbale.personalData, answerWithin: 44 } },
      'within 44 days',
    ],
    ["a candidate's own time", { ownHours: 37 }, 'another 37 hours to accept'],
    ['the name of the cell', { cellName: { en: 'Cell of the Test', mr: 'चाचणी कक्ष' } }, 'Cell of the Test conducts'],
    ['the year', { academicYear: '2027-2028' }, 'the 2027-2028 admissions'],
  ]
  test('changed by the cell', () => {
    const usual = written(mbale, 'en')
    for (const [what, { ...change }, words] of changes) {
      const { fees, ...course } = change as Partial<Course> & { fees?: PublicFacts['fees'] }
      const changed = written({ ...mbale, ...course }, 'en', fees ? { fees } : {})
      expect([what, usual.includes(words), changed.includes(words)]).toEqual([what, false, true])
    }
  })
})

/** The questions as a new portal has them, and a season of so many rounds: the first of the course's, repeated. */
const seasonOf = (course: Course, rounds: number): Course => ({
  ...course,
  rounds: Array.from({ length: rounds }, (_, place) => course.rounds[Math.min(place, 1)]!),
})
const presumesMore = {
  en: /next round(?!, if)|later round|earlier round|(each|every|first) round|all rounds|leave the rounds|round before|Betterment|better seat/i,
  mr: /पुढील फेरी|आधीच्या फेरी|नंतरच्या फेरी|पहिल्या फेरी|प्रत्येक फेरी|सर्व फेऱ्या|फेऱ्यांबाहेर जाता|बेटरमेंट/u,
} as const

describe.each(courses.map((course) => [course.slug, course] as const))(
  'a season of %s knows how many rounds it has',
  (_, course) => {
    test.each(languages)('of one round, no rule speaks of another (%s)', (language) => {
      const paragraphs = stringsIn(
        brochure(factsOf(course, language, { questions: [] }), { ...issuer, course: seasonOf(course, 1) }).blocks,
      )
      expect(paragraphs.filter((words) => presumesMore[language].test(words))).toEqual([])
      expect(paragraphs.filter((words) => /^(1|2\+): /m.test(words))).toEqual([])
    })

    test.each([2, 6])('of %i rounds, it names betterment and the next round', (rounds) => {
      for (const language of languages) {
        const words = written(seasonOf(course, rounds), language)
        expect(words).toMatch(presumesMore[language])
        expect(words).not.toMatch(/(^|\s)(1|2\+): /)
      }
    })

    test.each([1, 2, 6])('of %i rounds, it names these and no other, each with its rules', (rounds) => {
      const season = seasonOf(course, rounds)
      for (const language of languages) {
        const schedule = factsOf(course, language).schedule.filter(({ key }) => isInSeason(key, rounds))
        const { blocks } = brochure(factsOf(season, language, { schedule }), { ...issuer, course: season })
        const t = (key: TextKey) => translate(language, key)
        const table = blocks.find((block) => block.kind === 'table' && block.title === t('brochure:allotment.rounds'))
        const rows = table?.kind === 'table' ? table.rows : []
        expect(rows.map(([round]) => round)).toEqual(roundNumbers(season.rounds).map(String))
        // After the last one everything freezes, and everybody who has accepted reports.
        expect(rows.at(-1)?.slice(2)).toEqual([t('season:freeze.any'), t('season:reports.accepted')])
        const named = [
          ...stringsIn(blocks)
            .join(' ')
            .matchAll(/(?:\bround|फेरी)\s+(\d+)/giu),
        ].map(([, n]) => Number(n))
        expect(named.filter((round) => round < 1 || round > rounds)).toEqual([])
        expect(named).toContain(1)
      }
    })

    test.each(languages)('the questions of a new portal promise no other round (%s)', (language) => {
      const promised = course.faq
        .map(({ body }) => body[language])
        .filter((answer) => /in the next round|पुढील फेरीत/u.test(answer))
      expect(promised).toEqual([])
    })
  },
)

test('a course is told its own rules only', () => {
  const [diploma, masters] = [written(scd, 'en'), written(mbale, 'en')]
  const onlyOf: [words: string, isOfMasters: boolean][] = [
    ['CGPA', true],
    ['facilitation centre?', true],
    ['you can change how it is checked', true],
    ['At a centre, you choose a time', true],
    ['Jammu and Kashmir', true],
    ['Each login needs your password and an OTP', false],
    ['under 18 on 1 June 2024, a parent or guardian must agree', false],
    ['ITI', false],
  ]
  for (const [words, isOfMasters] of onlyOf)
    expect([words, diploma.includes(words), masters.includes(words)]).toEqual([words, !isOfMasters, isOfMasters])
  // A type of seat that the course does not have is named neither as a claim, nor as a share, nor in the table.
  const withoutWaiver = written({ ...mbale, form: { ...mbale.form, withoutSeatTypes: ['TFWS'] } }, 'en')
  for (const words of ['Tuition fee waiver scheme', 'TFWS has 5 %', 'TFWS candidates, only at choice codes'])
    expect([words, masters.includes(words), withoutWaiver.includes(words)]).toEqual([words, true, false])
  // Rules that hold for everybody, with the rulebook's values.
  for (const words of ['7 to 15 characters', '48, 24, 6 and 1 hours', '7, 3 and 1 days'])
    expect([words, diploma.includes(words), masters.includes(words)]).toEqual([words, true, true])
})

test.each(languages)('a brochure with nothing filled in names everything that is missing (%s)', (language) => {
  const undated = mbale.schedule.map(({ key, title, closesAt }) => ({ key, title, isEvent: closesAt === null }))
  const nothing = {
    schedule: [],
    undated,
    centres: [],
    questions: [],
    seats: null,
    unset: ['fees', 'limits', 'contact'] as const,
  }
  const text = written(mbale, language, nothing)
  const named =
    language === 'en'
      ? [
          'Not filled in yet',
          'Dates: Final merit list',
          'The seat matrix',
          'The facilitation centres',
          'Application fee',
        ]
      : ['अजून भरलेले नाही', 'तारखा: अंतिम गुणवत्ता यादी', 'जागांचा तक्ता', 'सुविधा केंद्रे', 'अर्ज शुल्क']
  for (const words of named) expect(text).toContain(words)
  expect(written(mbale, language)).not.toContain(named[0])
})

test('case 37: hostile words of the cell stay text in the brochure', async () => {
  const evil = `<script>alert(1)</script> =1+1 \u202egnp.exe ${'W'.repeat(400)} EMC Q ) Tj`
  const both = { en: evil, mr: evil }
  const pdf = await print({ ...mbale, cellName: both }, 'en', {
    questions: [{ title: both, body: both }],
    centres: [{ code: 'FC01', name: both, address: both }],
  })
  const text = textOf(pdf)
  expect(text).toContain('<script>alert(1)</script>')
  expect(text).not.toContain('\u202e')
})

describe('blank proformas', () => {
  test.each(languages)('look as they did when they were reviewed (%s)', async (language) => {
    for (const name of ['b1', 'o'] as const)
      await expectGolden(
        await typeset(proformaPaper(proformaNamed(name)!, { language, madeAt }, issuer)),
        `proforma-${name}-${language}`,
      )
  })

  test('fit on one page each, in both languages', async () => {
    for (const name of proformaNames)
      for (const language of languages) {
        const pdf = await typeset(proformaPaper(proformaNamed(name)!, { language, madeAt }, issuer))
        expect([name, language, textOf(pdf).split('\f').length - 1]).toEqual([name, language, 1])
      }
  })
})
