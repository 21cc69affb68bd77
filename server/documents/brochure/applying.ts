import { otpLength, otpRules } from '#server/domain/accounts/otp.ts'
import { proformaOf } from '#server/domain/application/proformas.ts'
import { documentsOfCourse } from '#server/domain/application/required-documents.ts'
import { grievanceRules } from '#server/domain/scrutiny/grievances.ts'
import { steps } from '#server/domain/terms/journey.ts'
import { passwordLengths } from '#server/domain/terms/person.ts'
import { formatRupees } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import type { Block } from '../printable'
import type { Chapter, Reader } from './reader'

/** The fees, the form with its documents, and what becomes of it until it is confirmed. */
export const applying: readonly Chapter[] = [
  { title: 'brochure:fees.title', blocks: fees },
  {
    title: 'brochure:apply.title',
    blocks: (reader) => [
      {
        kind: 'points',
        points: registering(reader),
      },
      nineSteps(reader),
      {
        kind: 'points',
        points: [
          ...reader.lines('brochure:apply.rules'),
          ...(reader.course.form.modes.length > 1 ? [reader.t('brochure:apply.change-mode')] : []),
        ],
      },
    ],
  },
  {
    title: 'brochure:documents.title',
    blocks: (reader) => [
      { kind: 'text', paragraphs: [reader.t('brochure:documents.text'), reader.t('documents:upload.document-hint')] },
      documents(reader),
      { kind: 'points', points: reader.lines('brochure:documents.rules') },
      pictures(reader),
      { kind: 'text', paragraphs: [reader.t('brochure:documents.proformas-text')] },
      proformas(reader),
    ],
  },
  {
    title: 'brochure:scrutiny.title',
    blocks: (reader) => [
      modes(reader),
      { kind: 'points', points: reader.lines('brochure:scrutiny.rules') },
      ...(reader.course.form.modes.includes(2)
        ? [{ kind: 'text' as const, paragraphs: reader.lines('brochure:scrutiny.centre') }]
        : []),
      { kind: 'text', title: reader.t('brochure:scrutiny.grievances'), paragraphs: [] },
      {
        kind: 'points',
        points: reader.lines('brochure:scrutiny.grievance-rules', {
          characters: grievanceRules.maxCharacters,
          files: grievanceRules.maxFiles,
        }),
      },
    ],
  },
]

/** Source: rules §4.1. */
function fees({ t, facts, course }: Reader): Block[] {
  return [
    {
      kind: 'table',
      title: t('brochure:fees.table'),
      columns: [
        { title: t('fees:who'), share: 0.75 },
        { title: t('fees:amount'), share: 0.25, align: 'right' },
      ],
      rows: [
        ...(['open', 'reserved'] as const).map((kind) => [t(`fees:${kind}`), formatRupees(facts.fees[kind])]),
        [t('brochure:fees.acceptance'), formatRupees(course.seatAcceptanceFee)],
      ],
    },
    {
      kind: 'points',
      points: [
        t('fees:note-once'),
        t('fees:note-refund'),
        t('fees:note-convert'),
        t('fees:note-pending'),
        t('brochure:fees.acceptance-refund'),
        t('brochure:fees.institute'),
      ],
    },
  ]
}

/** Source: rules §2.2, §2.3, §2.5, §2.10. */
const registering = ({ t, lines, course }: Reader): string[] => [
  ...lines('brochure:apply.register', {
    digits: otpLength,
    minutes: otpRules.lifetime / 60_000,
    tries: otpRules.tries,
    prefix: `${course.applicationIdPrefix}${course.applicationIdYear}`,
    shortest: passwordLengths.shortest,
    longest: passwordLengths.longest,
  }),
  ...(course.loginNeedsOtp ? [t('brochure:apply.login-otp')] : []),
]

const nineSteps = ({ t }: Reader): Block => ({
  kind: 'table',
  title: t('brochure:apply.steps'),
  columns: [
    { title: t('brochure:apply.step'), share: 0.1 },
    { title: t('content:brochure.name'), share: 0.3 },
    { title: t('brochure:apply.holds'), share: 0.6 },
  ],
  rows: steps.map((step, nth) => [
    String(nth + 1),
    t(`signedin:menu.${step}` as TextKey),
    t(`brochure:apply.step-${nth}` as TextKey),
  ]),
})

/** Source: rules §3.9. */
const documents = ({ t, course }: Reader): Block => ({
  kind: 'table',
  title: t('brochure:documents.table'),
  columns: [
    { title: t('brochure:documents.name'), share: 0.32 },
    { title: t('brochure:documents.about'), share: 0.54 },
    { title: t('brochure:documents.proforma'), share: 0.14 },
  ],
  rows: documentsOfCourse(course.form).map((kind) => [
    t(`documents:kind.${kind}`),
    t(`documents:kind.${kind}.about`),
    proformaOf(kind)?.code ?? '–',
  ]),
})

const pictures = ({ t }: Reader): Block => ({
  kind: 'section',
  title: t('brochure:documents.pictures'),
  rows: (['photo', 'signature'] as const).map((kind) => ({
    label: t(`documents:${kind}.title`),
    value: `${t(`documents:${kind}.about`)} ${t(`documents:${kind}.size`)}`,
  })),
})

const proformas = ({ t, course }: Reader): Block => ({
  kind: 'section',
  title: t('brochure:documents.proformas'),
  rows: [
    ...documentsOfCourse(course.form).flatMap((kind) => {
      const proforma = proformaOf(kind)
      return proforma
        ? [{ label: t(`proformas:${proforma.name}.title`), value: t(`proformas:${proforma.name}.for`) }]
        : []
    }),
  ],
})

const modes = ({ t, course }: Reader): Block => ({
  kind: 'section',
  title: t('brochure:apply.modes'),
  rows: course.form.modes.map((mode) => ({
    label: t(`form:scrutiny-mode.${mode}`),
    value: t(`form:scrutiny-mode.${mode}.about`),
  })),
})
