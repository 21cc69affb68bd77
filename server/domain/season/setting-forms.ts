import type { FormRules, FormShape } from '#server/domain/application/form/form-rules.ts'
import { listsOf } from '#server/domain/application/form/lists.ts'
import { isRepeated, mostWitnesses, readWitnessKey, witnessName } from '#server/domain/log/cosignature.ts'
import { writtenKey } from '#server/domain/log/note.ts'
import {
  personalDataLimits,
  type Retention,
  type RetentionClass,
  retentionClasses,
} from '#server/domain/privacy/retention.ts'
import type { MissedOutcome } from '#server/domain/scrutiny/certificates.ts'
import { type LoginLink, loginLinks } from '#server/domain/site/menu.ts'
import { stages } from '#server/domain/terms/allotment-format.ts'
import { roundWords } from '#server/domain/terms/cap-rounds.ts'
import type { MeritCriterion } from '#server/domain/terms/criteria.ts'
import { emailPattern, telephonePattern } from '#server/domain/terms/person.ts'
import type { Lists } from '#server/domain/terms/question.ts'
import type { Language } from '#server/kernel/languages.ts'
import { inRupees, rupees } from '#server/kernel/money.ts'
import type { FieldFault } from '#server/kernel/result.ts'
import type { CivilDate } from '#server/kernel/time.ts'
import { type PicturePart, pictureParts } from './cell-pictures'
import { type CellSetting, type CellSettings, siteAddressPattern } from './cell-settings'

/**
 * One field of a setting's form. `label`: the key of its words, with `values` in them. `number`: a whole number between
 * `least` and `most`; `sum`: whole rupees. `choice`: one of `options`, whose words are `words` and the code. `picture`: the
 * mark of a picture of the cell for this part. `districts`: their codes, between commas.
 */
export type SettingField = {
  name: string
  label: string
  values?: Readonly<Record<string, number>>
  hint?: string
  fault: string
  isOptional?: true
} & (
  | { kind: 'text' | 'email' | 'tel'; maxLength: number; lang?: Language; pattern?: string }
  | { kind: 'number' | 'sum'; least: number; most: number }
  | { kind: 'date' }
  | { kind: 'choice'; options: readonly string[]; words: string }
  | { kind: 'picture'; part: PicturePart }
  | { kind: 'districts'; maxLength: number; pattern: string }
)

/** What somebody typed, by field; empty fields are absent. Whole numbers arrive as numbers. */
export type TypedSetting = Readonly<Record<string, string | number | undefined>>

/** The fields of a setting, and the way from typed text to its value and back. */
type SettingForm<K extends CellSetting> = {
  fields: readonly SettingField[]
  /** The value, or the faults that only the fields together show. */
  valueOf(typed: TypedSetting): { value: CellSettings[K] } | { faults: readonly FieldFault[] }
  typedOf(value: CellSettings[K]): Readonly<Record<string, string>>
}

const label = (setting: CellSetting, name: string) => `season:field.${setting}.${name}`

const inBoth = (setting: CellSetting, name: string, maxLength: number, fault = 'settingText'): SettingField[] =>
  (['en', 'mr'] as const).map((lang) => ({
    kind: 'text',
    name: `${name}${lang === 'en' ? 'En' : 'Mr'}`,
    label: label(setting, `${name}-${lang}`),
    fault,
    maxLength,
    lang,
  }))

const sum = (setting: CellSetting, name: string, fault = 'settingSum'): SettingField => ({
  kind: 'sum',
  name,
  label: label(setting, name),
  fault,
  least: 1,
  most: 100_000,
})

/** Text in one line: a long one is typed in a box, which takes breaks. */
const text = (typed: TypedSetting, name: string): string => String(typed[name] ?? '').replace(/\s*[\r\n]+\s*/g, ' ')
const both = (typed: TypedSetting, name: string) => ({ en: text(typed, `${name}En`), mr: text(typed, `${name}Mr`) })
const number = (typed: TypedSetting, name: string): number => Number(typed[name] ?? 0)
const fault = (field: string, code: string, params?: FieldFault['params']) => ({
  faults: [{ field, code, ...(params && { params }) }],
})

const year: SettingForm<'year'> = {
  fields: [
    {
      kind: 'text',
      name: 'academicYear',
      label: label('year', 'academicYear'),
      hint: 'season:hint.year.academicYear',
      fault: 'academicYear',
      maxLength: 9,
      pattern: '^20[0-9]{2}-20[0-9]{2}$',
    },
    {
      kind: 'text',
      name: 'applicationIdPrefix',
      label: label('year', 'applicationIdPrefix'),
      hint: 'season:hint.year.applicationIdPrefix',
      fault: 'idPrefix',
      maxLength: 2,
      pattern: '^[A-Z]{2}$',
    },
  ],
  valueOf(typed) {
    const academicYear = text(typed, 'academicYear')
    const [first, second] = academicYear.split('-').map(Number) as [number, number]
    if (second !== first + 1) return fault('academicYear', 'academicYear.invalid')
    return { value: { academicYear, applicationIdPrefix: text(typed, 'applicationIdPrefix') } }
  },
  typedOf: ({ academicYear, applicationIdPrefix }) => ({ academicYear, applicationIdPrefix }),
}

/** `2025-03-31` → `31-03-2025`, and the same back. */
const turned = (date: string) => date.split('-').reverse().join('-')

const head: SettingForm<'head'> = {
  fields: [
    ...inBoth('head', 'name', 100),
    ...inBoth('head', 'address', 160),
    { kind: 'date', name: 'footerDate', label: label('head', 'footerDate'), fault: 'settingDate' },
  ],
  valueOf: (typed) => ({
    value: {
      name: both(typed, 'name'),
      address: both(typed, 'address'),
      footerDate: turned(text(typed, 'footerDate')),
    },
  }),
  typedOf: ({ name, address, footerDate }) => ({
    nameEn: name.en,
    nameMr: name.mr,
    addressEn: address.en,
    addressMr: address.mr,
    footerDate: turned(footerDate),
  }),
}

const pictures: SettingForm<'pictures'> = {
  fields: pictureParts.map((part) => ({
    kind: 'picture',
    part,
    name: part,
    label: label('pictures', part),
    hint: `season:hint.pictures.${part}`,
    fault: 'cellPicture',
    isOptional: true,
  })),
  valueOf: (typed) => ({
    value: { logo: text(typed, 'logo') || null, letterhead: text(typed, 'letterhead') || null },
  }),
  typedOf: ({ logo, letterhead }) => ({ logo: logo ?? '', letterhead: letterhead ?? '' }),
}

const contact: SettingForm<'contact'> = {
  fields: [
    {
      kind: 'tel',
      name: 'phone',
      label: label('contact', 'phone'),
      fault: 'cellPhone',
      maxLength: 26,
      pattern: telephonePattern,
    },
    {
      kind: 'email',
      name: 'email',
      label: label('contact', 'email'),
      fault: 'cellEmail',
      maxLength: 254,
      pattern: emailPattern,
    },
    ...inBoth('contact', 'hours', 100, 'cellHours'),
    ...inBoth('contact', 'officer', 160, 'cellOfficer'),
    {
      kind: 'email',
      name: 'officerEmail',
      label: label('contact', 'officerEmail'),
      fault: 'cellEmail',
      maxLength: 254,
      pattern: emailPattern,
    },
  ],
  valueOf: (typed) => ({
    value: {
      phone: text(typed, 'phone'),
      email: text(typed, 'email'),
      hours: both(typed, 'hours'),
      officer: { name: both(typed, 'officer'), email: text(typed, 'officerEmail') },
    },
  }),
  typedOf: ({ phone, email, hours, officer }) => ({
    phone,
    email,
    hoursEn: hours.en,
    hoursMr: hours.mr,
    officerEn: officer.name.en,
    officerMr: officer.name.mr,
    officerEmail: officer.email,
  }),
}

const links: SettingForm<'login-links'> = {
  fields: loginLinks.map((link) => ({
    kind: 'text',
    name: link,
    label: `shell:menu.${link}`,
    fault: 'loginLink',
    isOptional: true,
    maxLength: 300,
    pattern: siteAddressPattern,
  })),
  valueOf: (typed) => ({
    value: Object.fromEntries(loginLinks.map((link) => [link, text(typed, link) || null])) as Record<
      LoginLink,
      string | null
    >,
  }),
  typedOf: (value) => Object.fromEntries(loginLinks.map((link) => [link, value[link] ?? ''])),
}

const fees: SettingForm<'fees'> = {
  fields: [
    sum('fees', 'open', 'feeOpen'),
    sum('fees', 'reserved', 'feeReserved'),
    { ...sum('fees', 'conversionBelow'), hint: 'season:hint.fees.conversionBelow', isOptional: true },
  ],
  valueOf(typed) {
    const [open, reserved] = [rupees(number(typed, 'open')), rupees(number(typed, 'reserved'))]
    if (reserved > open) return fault('reserved', 'feeReserved.above-open')
    const below = typed.conversionBelow === undefined ? null : rupees(number(typed, 'conversionBelow'))
    // Nobody who paid the lower fee could pay for a conversion.
    if (below !== null && below <= reserved) return fault('conversionBelow', 'conversion-below-reserved')
    return { value: { open, reserved, ...(below !== null && { conversionBelow: below }) } }
  },
  typedOf: ({ open, reserved, conversionBelow }) => ({
    open: String(inRupees(open)),
    reserved: String(inRupees(reserved)),
    conversionBelow: conversionBelow === undefined ? '' : String(inRupees(conversionBelow)),
  }),
}

const acceptanceFee: SettingForm<'acceptance-fee'> = {
  fields: [sum('acceptance-fee', 'amount')],
  valueOf: (typed) => ({ value: { amount: rupees(number(typed, 'amount')) } }),
  typedOf: ({ amount }) => ({ amount: String(inRupees(amount)) }),
}

const count = (setting: CellSetting, name: string, least: number, most: number): SettingField => ({
  kind: 'number',
  name,
  label: label(setting, name),
  fault: 'settingNumber',
  least,
  most,
})

const paymentTime: SettingForm<'payment-time'> = {
  fields: [count('payment-time', 'grace', 0, 60), count('payment-time', 'submit', 10, 1440)],
  valueOf: (typed) => ({ value: { grace: number(typed, 'grace'), submit: number(typed, 'submit') } }),
  typedOf: ({ grace, submit }) => ({ grace: String(grace), submit: String(submit) }),
}

function limits({ qualification }: Pick<FormShape, 'qualification'>): SettingForm<'limits'> {
  const ofDegree = [
    count('limits', 'minimumYears', 1, 6),
    count('limits', 'percent', 1, 100),
    count('limits', 'percentReserved', 1, 100),
  ]
  const ofMarks = [{ ...ofDegree[1]!, label: label('limits', 'percentOfMarks') }, ofDegree[2]!]
  const ofScience: SettingField[] = [
    {
      kind: 'choice',
      name: 'iti',
      label: label('limits', 'iti'),
      fault: 'settingChoice',
      options: ['yes', 'no'],
      words: 'season:iti.',
    },
  ]
  return {
    fields: [
      ...(qualification === 'degree' ? ofDegree : qualification === 'hsc-science' ? ofScience : ofMarks),
      count('limits', 'minimumAge', 10, 40),
      {
        kind: 'date',
        name: 'nonCreamyLayerValidOn',
        label: label('limits', 'nonCreamyLayerValidOn'),
        fault: 'settingDate',
      },
      { ...sum('limits', 'familyIncomeLimit'), most: 100_000_000 } as SettingField,
    ],
    valueOf(typed) {
      const percentReserved = number(typed, 'percentReserved')
      if (qualification !== 'hsc-science' && percentReserved > number(typed, 'percent'))
        return fault('percentReserved', 'percent-reserved-above')
      return {
        value: {
          eligibility:
            qualification === 'degree'
              ? {
                  of: 'degree',
                  minimumYears: number(typed, 'minimumYears'),
                  percent: number(typed, 'percent'),
                  percentReserved,
                }
              : qualification === 'hsc-science'
                ? { of: 'hsc-science', isItiEnough: typed.iti === 'yes' }
                : {
                    of: 'marks',
                    question: qualification.eligibleBy,
                    percent: number(typed, 'percent'),
                    percentReserved,
                  },
          minimumAge: number(typed, 'minimumAge'),
          nonCreamyLayerValidOn: text(typed, 'nonCreamyLayerValidOn') as CivilDate,
          familyIncomeLimit: rupees(number(typed, 'familyIncomeLimit')),
        },
      }
    },
    typedOf: ({ eligibility, minimumAge, nonCreamyLayerValidOn, familyIncomeLimit }) => ({
      ...(eligibility.of === 'hsc-science' && { iti: eligibility.isItiEnough ? 'yes' : 'no' }),
      ...(eligibility.of === 'degree' && { minimumYears: String(eligibility.minimumYears) }),
      ...(eligibility.of !== 'hsc-science' && {
        percent: String(eligibility.percent),
        percentReserved: String(eligibility.percentReserved),
      }),
      minimumAge: String(minimumAge),
      nonCreamyLayerValidOn,
      familyIncomeLimit: String(inRupees(familyIncomeLimit)),
    }),
  }
}

const districtCodes = (typed: string) => typed.split(',').map((code) => code.trim())

const borderArea = (form: { lists?: Lists }): SettingForm<'border-area'> => ({
  fields: [
    {
      kind: 'districts',
      name: 'districts',
      label: label('border-area', 'districts'),
      hint: 'season:hint.border-area.districts',
      fault: 'borderDistricts',
      maxLength: 600,
      pattern: '^[A-Z]{2}-[a-z-]+( *, *[A-Z]{2}-[a-z-]+)*$',
    },
  ],
  valueOf(typed) {
    const districts = [...new Set(districtCodes(text(typed, 'districts')))]
    const isOutside = (code: string) => !code.startsWith('MH-') && listsOf(form).find('districts', code) !== undefined
    return districts.every(isOutside) ? { value: { districts } } : fault('districts', 'borderDistricts.unknown')
  },
  typedOf: ({ districts }) => ({ districts: districts.join(', ') }),
})

/** The criteria that the form of a course has answers for. */
const criteriaOf = (qualification: FormShape['qualification']): readonly MeritCriterion[] =>
  qualification === 'degree'
    ? ['degree', 'hsc-or-diploma', 'ssc', 'birth-date']
    : qualification === 'hsc-science'
      ? ['pcm', 'mathematics', 'physics', 'hsc', 'ssc', 'birth-date']
      : qualification.criteria

function merit({ qualification }: Pick<FormShape, 'qualification'>): SettingForm<'merit'> {
  const known = criteriaOf(qualification)
  const names = known.map((_, place) => `criterion${place + 1}`)
  return {
    fields: names.map((name, place) => ({
      kind: 'choice',
      name,
      label: label('merit', 'criterion'),
      values: { place: place + 1 },
      fault: 'settingChoice',
      ...(place > 0 && { isOptional: true as const }),
      // The percentage of the first criterion is what a list shows as the candidate's merit.
      options: place === 0 ? known.filter((one) => one !== 'birth-date') : known,
      words: 'merit:criterion.',
    })),
    valueOf(typed) {
      const chosen = names.map((name) => typed[name] as MeritCriterion | undefined)
      const gap = chosen.findIndex((one, place) => one === undefined && chosen.slice(place).some((later) => later))
      if (gap >= 0) return fault(names[gap]!, 'merit-gap')
      const twice = chosen.findIndex((one, place) => one !== undefined && chosen.indexOf(one) < place)
      if (twice >= 0) return fault(names[twice]!, 'merit-twice')
      return { value: chosen.filter((one) => one !== undefined) }
    },
    typedOf: (value) => Object.fromEntries(names.map((name, place) => [name, value[place] ?? ''])),
  }
}

const preferences = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']
const mockShares = ['never', '0.25', '0.5', '0.75']

const rounds: SettingForm<'rounds'> = {
  fields: [
    ...roundWords.flatMap((_, place): SettingField[] => {
      const of = {
        values: { round: place + 1 },
        fault: 'settingChoice',
        ...(place > 0 && { isOptional: true as const }),
      }
      return [
        {
          ...of,
          kind: 'choice',
          name: `freeze${place + 1}`,
          label: label('rounds', 'freeze'),
          options: [...preferences, 'any'],
          words: 'season:freeze.',
        },
        {
          ...of,
          kind: 'choice',
          name: `reports${place + 1}`,
          label: label('rounds', 'reports'),
          options: ['frozen', 'accepted'],
          words: 'season:reports.',
        },
        {
          ...of,
          kind: 'choice',
          name: `stages${place + 1}`,
          label: label('rounds', 'stages'),
          options: stages,
          words: 'season:stages.',
        },
      ]
    }),
    {
      kind: 'choice',
      name: 'mock',
      label: label('rounds', 'mock'),
      fault: 'settingChoice',
      options: mockShares,
      words: 'season:mock.',
    },
    {
      kind: 'choice',
      name: 'rollCall',
      label: label('rounds', 'rollCall'),
      hint: 'season:hint.rounds.rollCall',
      fault: 'settingChoice',
      options: ['no', 'yes'],
      words: 'season:roll-call.',
    },
  ],
  valueOf(typed) {
    const named = roundWords.map((_, place) => ({
      place,
      freeze: text(typed, `freeze${place + 1}`),
      reports: text(typed, `reports${place + 1}`),
      upTo: text(typed, `stages${place + 1}`),
    }))
    const used = named.filter(({ freeze, reports, upTo }) => freeze || reports || upTo)
    const gap = used.find(({ place }, index) => place !== index)
    if (gap) return fault(`freeze${gap.place}`, 'round-gap', { round: gap.place })
    const unfinished = used.find(({ freeze, reports, upTo }) => !(freeze && reports && upTo))
    if (unfinished) {
      const { place, freeze, reports } = unfinished
      const empty = freeze ? (reports ? 'stages' : 'reports') : 'freeze'
      return fault(`${empty}${place + 1}`, 'round-unfinished', { round: place + 1 })
    }
    const mock = text(typed, 'mock')
    return {
      value: {
        plan: used.map(({ freeze, reports, upTo }) => ({
          autoFreezeUpTo: freeze === 'any' ? 'any' : Number(freeze),
          whoReports: reports as 'frozen' | 'accepted',
          stages: stages.slice(0, stages.indexOf(upTo as (typeof stages)[number]) + 1),
        })),
        mockAllotmentAfter: mock === 'never' ? null : Number(mock),
        rollCall: text(typed, 'rollCall') === 'yes',
      },
    }
  },
  typedOf: ({ plan, mockAllotmentAfter, rollCall = false }) => ({
    ...Object.fromEntries(
      plan.flatMap(({ autoFreezeUpTo, whoReports, stages: used }, place) => [
        [`freeze${place + 1}`, String(autoFreezeUpTo)],
        [`reports${place + 1}`, whoReports],
        [`stages${place + 1}`, used[used.length - 1] ?? ''],
      ]),
    ),
    mock: mockAllotmentAfter === null ? 'never' : String(mockAllotmentAfter),
    rollCall: rollCall ? 'yes' : 'no',
  }),
}

const awaited = ['caste-validity', 'non-creamy-layer', 'ews-proforma-v'] as const

const certificates: SettingForm<'certificates'> = {
  fields: awaited.map((kind) => ({
    kind: 'choice',
    name: kind,
    label: `documents:kind.${kind}`,
    fault: 'settingChoice',
    options: ['cancel', 'keep'],
    words: 'season:missed.',
  })),
  valueOf: (typed) => ({
    value: {
      'caste-validity': text(typed, 'caste-validity') as MissedOutcome,
      'non-creamy-layer': text(typed, 'non-creamy-layer') as MissedOutcome,
      'ews-proforma-v': text(typed, 'ews-proforma-v') as MissedOutcome,
    },
  }),
  typedOf: (value) => value,
}

const ownTime: SettingForm<'own-time'> = {
  fields: [count('own-time', 'hours', 1, 168)],
  valueOf: (typed) => ({ value: { hours: number(typed, 'hours') } }),
  typedOf: ({ hours }) => ({ hours: String(hours) }),
}

const secondReading: SettingForm<'second-reading'> = {
  fields: [count('second-reading', 'percent', 0, 100)],
  valueOf: (typed) => ({ value: { percent: number(typed, 'percent') } }),
  typedOf: ({ percent }) => ({ percent: String(percent) }),
}

const { answerWithin: mostDaysToAnswer, leastLog, mostDays } = personalDataLimits
/** Records are restricted before they are erased; the others are only erased. */
const isRestrictedFirst = (of: RetentionClass) => of === 'unfinished' || of === 'applicants' || of === 'admitted'

const personalData: SettingForm<'personal-data'> = {
  fields: [
    count('personal-data', 'answerWithin', 1, mostDaysToAnswer),
    ...retentionClasses.flatMap((of) => [
      ...(isRestrictedFirst(of) ? [count('personal-data', `${of}Restrict`, 1, mostDays)] : []),
      count('personal-data', `${of}Erase`, of === 'logins' || of === 'messages' ? leastLog : 1, mostDays),
    ]),
  ],
  valueOf(typed) {
    const early = retentionClasses.find(
      (of) => isRestrictedFirst(of) && number(typed, `${of}Erase`) <= number(typed, `${of}Restrict`),
    )
    if (early) return fault(`${early}Erase`, 'erase-before-restrict')
    const retention = Object.fromEntries(
      retentionClasses.map((of) => [
        of,
        { restrict: isRestrictedFirst(of) ? number(typed, `${of}Restrict`) : null, erase: number(typed, `${of}Erase`) },
      ]),
    ) as Record<RetentionClass, Retention[RetentionClass]>
    return { value: { answerWithin: number(typed, 'answerWithin'), retention } }
  },
  typedOf: ({ answerWithin, retention }) => ({
    answerWithin: String(answerWithin),
    ...Object.fromEntries(
      retentionClasses.flatMap((of) => [
        ...(isRestrictedFirst(of) ? [[`${of}Restrict`, String(retention[of].restrict)]] : []),
        [`${of}Erase`, String(retention[of].erase)],
      ]),
    ),
  }),
}

const witnessNames = Array.from({ length: mostWitnesses }, (_, place) => `key${place + 1}`)

const witnesses: SettingForm<'witnesses'> = {
  fields: witnessNames.map((name, place) => ({
    kind: 'text',
    name,
    label: label('witnesses', 'key'),
    values: { place: place + 1 },
    ...(place === 0 && { hint: 'season:hint.witnesses.key' }),
    fault: 'witnessKey',
    isOptional: true,
    maxLength: 160,
    pattern: `^${witnessName}[+][0-9a-f]{8}[+][A-Za-z0-9+/=]+$`,
  })),
  valueOf(typed) {
    const given = witnessNames.filter((name) => text(typed, name))
    const keys = given.flatMap((name) => readWitnessKey(text(typed, name)) ?? [])
    const wrong = given.find((name) => !readWitnessKey(text(typed, name)))
    if (wrong) return fault(wrong, 'witnessKey.invalid')
    const twice = given.find((_, place) => isRepeated(keys, place))
    if (twice) return fault(twice, 'witness-twice')
    return { value: { keys: keys.map(writtenKey) } }
  },
  typedOf: ({ keys }) => Object.fromEntries(witnessNames.map((name, place) => [name, keys[place] ?? ''])),
}

/** The form of a setting, for a course whose form asks for this qualification. */
export function settingForm<K extends CellSetting>(
  setting: K,
  shape: Pick<FormRules, 'qualification' | 'lists'>,
): SettingForm<K> {
  const forms: { readonly [S in CellSetting]: SettingForm<S> } = {
    year,
    head,
    pictures,
    contact,
    'login-links': links,
    fees,
    'acceptance-fee': acceptanceFee,
    'payment-time': paymentTime,
    limits: limits(shape),
    'border-area': borderArea(shape),
    merit: merit(shape),
    rounds,
    certificates,
    'own-time': ownTime,
    'second-reading': secondReading,
    'personal-data': personalData,
    witnesses,
  }
  return forms[setting] as unknown as SettingForm<K>
}
