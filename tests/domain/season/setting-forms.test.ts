import { describe, expect, test } from 'vitest'
import { scd } from '#server/courses/courses.ts'
import { writtenKey } from '#server/domain/log/note.ts'
import { type CellSetting, type CellSettings, cellSettings } from '#server/domain/season/cell-settings.ts'
import { settingForm, type TypedSetting } from '#server/domain/season/setting-forms.ts'
import { roundWords } from '#server/domain/terms/cap-rounds.ts'
import { rupees } from '#server/kernel/money.ts'

type Shape = Parameters<typeof settingForm>[1]
const marks = {
  eligibleBy: 'drawing',
  criteria: ['marks-drawing', 'ssc', 'birth-date'],
} as unknown as Shape['qualification']
const degree: Shape = { qualification: 'degree' }
const shapes: Record<string, Shape> = {
  degree,
  science: { qualification: 'hsc-science' },
  marks: { qualification: marks },
}
const formOf = <K extends CellSetting>(setting: K, shape: Shape = degree) => settingForm(setting, shape)
const read = (setting: CellSetting, typed: TypedSetting, shape: Shape = degree) =>
  formOf(setting, shape).valueOf(typed) as { value?: unknown; faults?: unknown }

const both = (text: string) => ({ en: text, mr: `म ${text}` })
const period = (restrict: number | null, erase: number) => ({ restrict, erase })
const common = {
  minimumAge: 17,
  nonCreamyLayerValidOn: '2025-03-31' as CellSettings['limits']['nonCreamyLayerValidOn'],
  familyIncomeLimit: rupees(800_000),
}

const witnessKey = writtenKey({ name: 'newspaper.example', kind: 4, publicKey: new Uint8Array(32).fill(7) })
const noWitnesses = Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((place) => [`key${place}`, '']))

/** A value of each setting, and what its form shows for it. */
const values: readonly [CellSetting, string, unknown, Readonly<Record<string, string>>][] = [
  [
    'year',
    'degree',
    { academicYear: '2025-2026', applicationIdPrefix: 'ML' },
    { academicYear: '2025-2026', applicationIdPrefix: 'ML' },
  ],
  [
    'head',
    'degree',
    { name: both('Cell'), address: both('Road'), footerDate: '31-03-2025' },
    { nameEn: 'Cell', nameMr: 'म Cell', addressEn: 'Road', addressMr: 'म Road', footerDate: '2025-03-31' },
  ],
  ['pictures', 'degree', { logo: 'a1', letterhead: null }, { logo: 'a1', letterhead: '' }],
  ['pictures', 'degree', { logo: null, letterhead: 'b2' }, { logo: '', letterhead: 'b2' }],
  [
    'contact',
    'degree',
    { phone: '1', email: 'a@b.in', hours: both('10 to 5'), officer: { name: both('Officer'), email: 'o@b.in' } },
    {
      phone: '1',
      email: 'a@b.in',
      hoursEn: '10 to 5',
      hoursMr: 'म 10 to 5',
      officerEn: 'Officer',
      officerMr: 'म Officer',
      officerEmail: 'o@b.in',
    },
  ],
  [
    'fees',
    'degree',
    { open: rupees(1000), reserved: rupees(800) },
    { open: '1000', reserved: '800', conversionBelow: '' },
  ],
  [
    'fees',
    'degree',
    { open: rupees(800), reserved: rupees(800), conversionBelow: rupees(801) },
    { open: '800', reserved: '800', conversionBelow: '801' },
  ],
  ['acceptance-fee', 'degree', { amount: rupees(1000) }, { amount: '1000' }],
  ['payment-time', 'degree', { grace: 5, submit: 30 }, { grace: '5', submit: '30' }],
  [
    'limits',
    'degree',
    { eligibility: { of: 'degree', minimumYears: 3, percent: 50, percentReserved: 50 }, ...common },
    {
      minimumYears: '3',
      percent: '50',
      percentReserved: '50',
      ...common,
      minimumAge: '17',
      familyIncomeLimit: '800000',
    },
  ],
  ...([true, false] as const).map(
    (isItiEnough) =>
      [
        'limits',
        'science',
        { eligibility: { of: 'hsc-science', isItiEnough }, ...common },
        { iti: isItiEnough ? 'yes' : 'no', ...common, minimumAge: '17', familyIncomeLimit: '800000' },
      ] as [CellSetting, string, unknown, Record<string, string>],
  ),
  [
    'limits',
    'marks',
    { eligibility: { of: 'marks', question: 'drawing', percent: 45, percentReserved: 40 }, ...common },
    { percent: '45', percentReserved: '40', ...common, minimumAge: '17', familyIncomeLimit: '800000' },
  ],
  [
    'border-area',
    'degree',
    { districts: ['KA-belagavi', 'KA-kalaburagi'] },
    { districts: 'KA-belagavi, KA-kalaburagi' },
  ],
  ['merit', 'degree', ['degree', 'ssc'], { criterion1: 'degree', criterion2: 'ssc', criterion3: '', criterion4: '' }],
  [
    'rounds',
    'degree',
    {
      plan: [
        { autoFreezeUpTo: 1, whoReports: 'frozen', stages: ['I', 'II'] },
        { autoFreezeUpTo: 'any', whoReports: 'accepted', stages: ['I'] },
      ],
      mockAllotmentAfter: 0.5,
      rollCall: true,
    },
    {
      freeze1: '1',
      reports1: 'frozen',
      stages1: 'II',
      freeze2: 'any',
      reports2: 'accepted',
      stages2: 'I',
      mock: '0.5',
      rollCall: 'yes',
    },
  ],
  [
    'rounds',
    'degree',
    { plan: [{ autoFreezeUpTo: 10, whoReports: 'frozen', stages: ['I'] }], mockAllotmentAfter: null, rollCall: false },
    { freeze1: '10', reports1: 'frozen', stages1: 'I', mock: 'never', rollCall: 'no' },
  ],
  [
    'certificates',
    'degree',
    { 'caste-validity': 'cancel', 'non-creamy-layer': 'keep', 'ews-proforma-v': 'cancel' },
    { 'caste-validity': 'cancel', 'non-creamy-layer': 'keep', 'ews-proforma-v': 'cancel' },
  ],
  ['own-time', 'degree', { hours: 24 }, { hours: '24' }],
  ['second-reading', 'degree', { percent: 5 }, { percent: '5' }],
  ['witnesses', 'degree', { keys: [witnessKey] }, { ...noWitnesses, key1: witnessKey }],
  ['witnesses', 'degree', { keys: [] }, noWitnesses],
  [
    'personal-data',
    'degree',
    {
      answerWithin: 30,
      retention: {
        unfinished: period(1, 2),
        applicants: period(3, 40),
        admitted: period(5, 60),
        payments: period(null, 7),
        messages: period(null, 200),
        logins: period(null, 180),
      },
    },
    {
      answerWithin: '30',
      unfinishedRestrict: '1',
      unfinishedErase: '2',
      applicantsRestrict: '3',
      applicantsErase: '40',
      admittedRestrict: '5',
      admittedErase: '60',
      paymentsErase: '7',
      messagesErase: '200',
      loginsErase: '180',
    },
  ],
]

test.each(values)('%s (%s): what its form shows for a value is read as that value', (setting, shape, value, typed) => {
  const form = formOf(setting, shapes[shape])
  expect(form.typedOf(value as never)).toEqual(typed)
  const filled = Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== ''))
  expect(form.valueOf(filled)).toEqual({ value })
})

test('a picture and a login link may be absent', () => {
  expect(read('pictures', {})).toEqual({ value: { logo: null, letterhead: null } })
  const form = formOf('login-links')
  const [first, ...others] = form.fields.map(({ name }) => name)
  const links = { ...Object.fromEntries(others.map((name) => [name, null])), [first!]: 'https://a.in' }
  expect(form.valueOf({ [first!]: 'https://a.in' })).toEqual({ value: links })
  expect(form.typedOf(links as never)).toEqual({
    ...Object.fromEntries(others.map((name) => [name, ''])),
    [first!]: 'https://a.in',
  })
})

test('a long text that was broken is one line', () => {
  expect(read('head', { addressEn: 'Ridge Road \r\n Satara', footerDate: '2025-03-31' })).toMatchObject({
    value: { address: { en: 'Ridge Road Satara', mr: '' } },
  })
})

describe('faults that only the fields together show', () => {
  const plan = { freeze1: '1', reports1: 'frozen', stages1: 'I', mock: 'never' }
  const retention = values.find(([setting]) => setting === 'personal-data')![3]
  test.each<[string, CellSetting, TypedSetting, string, string, Shape?]>([
    ['a year that ends two years later', 'year', { academicYear: '2025-2027' }, 'academicYear', 'academicYear.invalid'],
    ['a year that ends in itself', 'year', { academicYear: '2025-2025' }, 'academicYear', 'academicYear.invalid'],
    ['a reserved fee above the open one', 'fees', { open: 800, reserved: 801 }, 'reserved', 'feeReserved.above-open'],
    [
      'a conversion at the reserved fee',
      'fees',
      { open: 900, reserved: 800, conversionBelow: 800 },
      'conversionBelow',
      'conversion-below-reserved',
    ],
    [
      'a higher percentage for reserved candidates',
      'limits',
      { percent: 45, percentReserved: 46 },
      'percentReserved',
      'percent-reserved-above',
    ],
    [
      'the same in a course of marks',
      'limits',
      { percent: 45, percentReserved: 46 },
      'percentReserved',
      'percent-reserved-above',
      shapes.marks!,
    ],
    [
      'an unknown district',
      'border-area',
      { districts: 'KA-belagavi,KA-nowhere' },
      'districts',
      'borderDistricts.unknown',
    ],
    ['a district of the State', 'border-area', { districts: 'MH-pune' }, 'districts', 'borderDistricts.unknown'],
    ['a criterion left out', 'merit', { criterion1: 'degree', criterion3: 'ssc' }, 'criterion2', 'merit-gap'],
    ['no first criterion', 'merit', { criterion2: 'ssc' }, 'criterion1', 'merit-gap'],
    [
      'a criterion twice',
      'merit',
      { criterion1: 'degree', criterion2: 'ssc', criterion3: 'ssc' },
      'criterion3',
      'merit-twice',
    ],
    ['a round left out', 'rounds', { ...plan, freeze3: '1', reports3: 'frozen', stages3: 'I' }, 'freeze2', 'round-gap'],
    ['no first round', 'rounds', { freeze2: '1' }, 'freeze1', 'round-gap'],
    ['a round without its freezing', 'rounds', { ...plan, freeze1: undefined }, 'freeze1', 'round-unfinished'],
    [
      'a round without its reporting',
      'rounds',
      { ...plan, reports2: undefined, freeze2: '1' },
      'reports2',
      'round-unfinished',
    ],
    [
      'a round without its stages',
      'rounds',
      { ...plan, freeze2: '1', reports2: 'frozen' },
      'stages2',
      'round-unfinished',
    ],
    ['a round with its stages alone', 'rounds', { ...plan, stages2: 'I' }, 'freeze2', 'round-unfinished'],
    ...(['unfinished', 'applicants', 'admitted'] as const).map(
      (of): [string, CellSetting, TypedSetting, string, string] => [
        `${of}: erased on the day of the restriction`,
        'personal-data',
        { ...retention, [`${of}Restrict`]: 60, [`${of}Erase`]: 60 },
        `${of}Erase`,
        'erase-before-restrict',
      ],
    ),
  ])('%s', (_, setting, typed, field, code, shape) => {
    // A fault of a round says which one.
    const params = setting === 'rounds' ? { params: { round: Number(field.at(-1)) } } : {}
    expect(read(setting, typed, shape)).toEqual({ faults: [{ field, code, ...params }] })
  })
})

test('a science course has no percentage that could be too high', () => {
  expect(read('limits', { percent: 0, percentReserved: 3, iti: 'no' }, shapes.science)).toHaveProperty('value')
})

/** What every field takes, in one line: bounds, lengths, what may be left out, and the first and last option. */
const boundsOf = (setting: CellSetting, shape: Shape = degree) =>
  formOf(setting, shape).fields.map((field) => {
    const words: (string | number)[] = [field.name]
    if (field.isOptional) words.push('optional')
    if (field.kind === 'number' || field.kind === 'sum') words.push(field.least, field.most)
    if ('maxLength' in field) words.push(field.maxLength)
    if (field.kind === 'choice') words.push(field.options.join())
    if (field.values) words.push(`of ${Object.values(field.values)}`)
    return words.join(' ')
  })

test('every field has its bounds', () => {
  expect(boundsOf('year')).toEqual(['academicYear 9', 'applicationIdPrefix 2'])
  expect(boundsOf('head')).toEqual(['nameEn 100', 'nameMr 100', 'addressEn 160', 'addressMr 160', 'footerDate'])
  expect(boundsOf('pictures')).toEqual(['logo optional', 'letterhead optional'])
  expect(boundsOf('contact')).toEqual([
    'phone 26',
    'email 254',
    'hoursEn 100',
    'hoursMr 100',
    'officerEn 160',
    'officerMr 160',
    'officerEmail 254',
  ])
  for (const field of boundsOf('login-links')) expect(field).toMatch(/^[\w-]+ optional 300$/)
  expect(boundsOf('fees')).toEqual(['open 1 100000', 'reserved 1 100000', 'conversionBelow optional 1 100000'])
  expect(boundsOf('acceptance-fee')).toEqual(['amount 1 100000'])
  expect(boundsOf('payment-time')).toEqual(['grace 0 60', 'submit 10 1440'])
  const last = ['minimumAge 10 40', 'nonCreamyLayerValidOn', 'familyIncomeLimit 1 100000000']
  const percents = ['percent 1 100', 'percentReserved 1 100']
  expect(boundsOf('limits')).toEqual(['minimumYears 1 6', ...percents, ...last])
  expect(boundsOf('limits', shapes.marks)).toEqual([...percents, ...last])
  expect(boundsOf('limits', shapes.science)).toEqual(['iti yes,no', ...last])
  expect(boundsOf('border-area')).toEqual(['districts 600'])
  expect(boundsOf('own-time')).toEqual(['hours 1 168'])
  expect(boundsOf('second-reading')).toEqual(['percent 0 100'])
  expect(boundsOf('witnesses')).toEqual(
    Object.keys(noWitnesses).map((name, place) => `${name} optional 160 of ${place + 1}`),
  )
  expect(boundsOf('personal-data')).toEqual([
    'answerWithin 1 90',
    ...['unfinished', 'applicants', 'admitted'].flatMap((of) => [`${of}Restrict 1 36500`, `${of}Erase 1 36500`]),
    'paymentsErase 1 36500',
    'messagesErase 180 36500',
    'loginsErase 180 36500',
  ])
  expect(boundsOf('certificates')).toEqual(
    ['caste-validity', 'non-creamy-layer', 'ews-proforma-v'].map((kind) => `${kind} cancel,keep`),
  )
})

test('only the first criterion and the first round are required, and no list is ranked by birth alone', () => {
  const all = 'degree,hsc-or-diploma,ssc,birth-date'
  expect(boundsOf('merit')).toEqual([
    'criterion1 degree,hsc-or-diploma,ssc of 1',
    ...[2, 3, 4].map((place) => `criterion${place} optional ${all} of ${place}`),
  ])
  expect(boundsOf('merit', shapes.marks)[0]).toBe('criterion1 marks-drawing,ssc of 1')
  expect(boundsOf('merit', shapes.science)[0]).toBe('criterion1 pcm,mathematics,physics,hsc,ssc of 1')
  const [freeze, reports] = ['1,2,3,4,5,6,7,8,9,10,any', 'frozen,accepted']
  const fields = boundsOf('rounds')
  expect(fields.slice(0, 2)).toEqual([`freeze1 ${freeze} of 1`, `reports1 ${reports} of 1`])
  expect(fields.slice(3, 5)).toEqual([`freeze2 optional ${freeze} of 2`, `reports2 optional ${reports} of 2`])
  expect(fields.filter((field) => field.startsWith('stages'))).toHaveLength(roundWords.length)
  expect(fields[5]).toMatch(/^stages2 optional I,/)
  expect(fields.slice(-2)).toEqual(['mock never,0.25,0.5,0.75', 'rollCall no,yes'])
  const hints = formOf('rounds').fields.flatMap(({ name, hint }) => (hint ? [name] : []))
  // What an empty round means stands once above the lines of all rounds.
  expect(hints).toEqual(['rollCall'])
})

test('every setting has a form, and each of its fields a label and a fault', () => {
  for (const setting of cellSettings)
    for (const { label, fault } of formOf(setting, scd.form).fields) expect([label, fault]).not.toContain('')
  expect(formOf('limits', shapes.marks).fields[0]!.label).toBe('season:field.limits.percentOfMarks')
  expect(formOf('limits').fields[1]!.label).toBe('season:field.limits.percent')
  expect(formOf('head').fields.map((field) => 'lang' in field && field.lang)).toEqual(['en', 'mr', 'en', 'mr', false])
})
