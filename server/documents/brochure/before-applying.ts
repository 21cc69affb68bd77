import { layeredCategories, minimumDisability } from '#server/domain/application/form/category-details.ts'
import { takesIti } from '#server/domain/application/form/form-rules.ts'
import { districtName } from '#server/domain/application/form/lists.ts'
import { adultAge } from '#server/domain/application/form/personal-details.ts'
import { typeChoices } from '#server/domain/application/form/type-of-candidature.ts'
import { whoCanApply } from '#server/domain/application/who-can-apply.ts'
import { categories, defenceClaims } from '#server/domain/terms/claims.ts'
import { choiceKey } from '#server/domain/terms/question.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'
import { formatDate, formatRupees } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { ist } from '#server/kernel/time.ts'
import { changesTable, scheduleTable } from '../activity-schedule'
import type { Block, Row } from '../printable'
import type { Chapter, Reader } from './reader'

/** What the admission is, when it happens, who may apply, and which claims there are. */
export const beforeApplying: readonly Chapter[] = [
  {
    title: 'brochure:about.title',
    blocks: ({ t, lines, course, language }) => [
      {
        kind: 'text',
        paragraphs: lines('brochure:about.text', {
          cell: course.cellName[language],
          course: course.courseTitle[language],
          year: course.academicYear,
        }),
      },
      { kind: 'points', lead: t('brochure:about.way-lead'), points: lines('brochure:about.way'), isNumbered: true },
      { kind: 'points', lead: t('brochure:about.know-lead'), points: lines('brochure:about.know') },
    ],
  },
  {
    title: 'content:brochure.dates',
    blocks: ({ t, facts }) => [
      { kind: 'text', paragraphs: [t('brochure:dates.text')] },
      scheduleTable(facts),
      ...changesTable(facts),
    ],
  },
  {
    title: 'brochure:eligible.title',
    blocks: (reader) => [
      { kind: 'points', points: conditions(reader) },
      { kind: 'text', paragraphs: [reader.t('brochure:eligible.check')] },
    ],
  },
  {
    title: 'brochure:types.title',
    blocks: (reader) => [
      { kind: 'text', paragraphs: [reader.t('form:type-of-candidature.candidature.about')] },
      ...types(reader),
      ...borderArea(reader),
      { kind: 'points', points: reader.lines('brochure:types.rules') },
    ],
  },
  {
    title: 'brochure:reserved.title',
    blocks: (reader) => [
      reservedCategories(reader),
      specialReservations(reader),
      { kind: 'points', points: reader.lines('brochure:reserved.rules') },
    ],
  },
]

/** The lines that the pages show too, then the conditions that need more words. Source: rules §3.4, §3.6, §13.6. */
function conditions({ t, lines, course }: Reader): string[] {
  const { eligibility, minimumAge, admissionYear: year } = course.form
  const who = whoCanApply(course.form).map(({ key, values, question }) =>
    t(`conditions:${key}` as TextKey, {
      ...values,
      ...(question && { of: t(`form:qualifications-details.${question}` as TextKey) }),
    }),
  )
  const guardian = minimumAge < adultAge ? [t('brochure:eligible.guardian', { adult: adultAge, year })] : []
  const more = {
    degree: () => lines('brochure:eligible.degree'),
    marks: () => lines('brochure:eligible.marks'),
    'hsc-science': () => (takesIti(course.form) ? lines('brochure:eligible.iti') : []),
  }[eligibility.of]()
  return [
    ...who,
    t('brochure:eligible.age', { age: minimumAge }),
    ...guardian,
    ...more,
    t('brochure:eligible.passed', { year }),
  ]
}

/** The choices of the form itself, so that both say the same. */
function types({ t, course }: Reader): Block[] {
  const choices = typeChoices(course.form)
  const words = (code: string) => choiceKey(choices, code) as TextKey
  const rows = choices.codes.map(
    (code): Row => ({ label: t(words(code)), value: t(`${words(code)}.about` as TextKey) }),
  )
  return [{ kind: 'section', title: t('brochure:types.table'), rows }]
}

function borderArea({ t, course, language }: Reader): Block[] {
  const { borderDistricts, types } = course.form
  if (!types.includes('E') || !borderDistricts.length) return []
  const districts = borderDistricts.map((code) => districtName(code, language, course.form)).join(', ')
  return [
    {
      kind: 'text',
      title: t('brochure:types.border'),
      paragraphs: [t('brochure:types.border-text', { districts })],
    },
  ]
}

/** Source: rules §3.5. */
function reservedCategories({ t, course, language }: Reader): Block {
  const date = formatDate(ist(course.form.nonCreamyLayerValidOn), language)
  return {
    kind: 'table',
    title: t('brochure:reserved.table'),
    columns: [
      { title: t('brochure:reserved.claim'), share: 0.4 },
      { title: t('brochure:reserved.needs'), share: 0.6 },
    ],
    rows: categories
      .filter((category) => category !== 'OPEN')
      .map((category) => [
        t(`form:category.${category}`),
        layeredCategories.includes(category)
          ? t('brochure:reserved.with-layer', { date })
          : t('brochure:reserved.caste-only'),
      ]),
  }
}

/** Claims that the course has seats for, as the form asks for them. Source: rules §3.5, §8.4. */
function specialReservations({ t, course }: Reader): Block {
  const has = (type: SeatType) => !course.form.withoutSeatTypes?.includes(type)
  const income = formatRupees(course.form.familyIncomeLimit)
  return {
    kind: 'section',
    title: t('brochure:reserved.special'),
    rows: [
      ...(has('EWS')
        ? [{ label: t('brochure:reserved.ews'), value: t('brochure:reserved.ews-text', { income }) }]
        : []),
      {
        label: t('brochure:reserved.disability'),
        value: t('brochure:reserved.disability-text', { percent: minimumDisability }),
      },
      {
        label: t('brochure:reserved.defence'),
        value: defenceClaims.map((claim) => t(`form:defence.${claim}`)).join('\n'),
      },
      ...(has('ORPHAN') ? [{ label: t('brochure:reserved.orphan'), value: t('brochure:reserved.orphan-text') }] : []),
      ...(has('MI') ? [{ label: t('brochure:reserved.minority'), value: t('brochure:reserved.minority-text') }] : []),
      ...(has('TFWS')
        ? [{ label: t('brochure:reserved.tfws'), value: t('brochure:reserved.tfws-text', { income }) }]
        : []),
    ],
  }
}
