import { mostCharge, returnWithin } from '#server/domain/admission/cancellation.ts'
import { reminders } from '#server/domain/messages/reminders.ts'
import type { AwaitedKind } from '#server/domain/scrutiny/certificates.ts'
import { formatDateTime, formatList, formatRupees } from '#server/i18n/format.ts'
import { days } from '#server/kernel/time.ts'
import type { Block } from '../printable'
import type { Chapter, Reader } from './reader'

/** From reporting at the institute to the end of the season, and where to ask. */
export const admission: readonly Chapter[] = [
  {
    title: 'brochure:report.title',
    blocks: ({ lines, course }) => [
      { kind: 'points', points: lines('brochure:report.rules', { hours: course.ownHours }) },
    ],
  },
  {
    title: 'brochure:certificates.title',
    blocks: (reader) => [
      {
        kind: 'text',
        paragraphs: [
          reader.t('brochure:certificates.text', {
            days: formatList(
              reminders.certificates.hours.map((before) => before / 24),
              reader.language,
            ),
          }),
        ],
      },
      awaited(reader),
      {
        kind: 'points',
        points: [
          ...reader.lines('brochure:certificates.rules'),
          ...(reader.course.form.qualification === 'degree' ? [reader.t('brochure:certificates.cgpa')] : []),
        ],
      },
    ],
  },
  {
    title: 'brochure:cancel.title',
    blocks: ({ t, lines, facts, language }) => {
      const cutOff = facts.schedule.find(({ key }) => key === 'cancellation')?.closesAt
      const words = cutOff
        ? t('brochure:cancel.cut-off', { time: formatDateTime(cutOff, language) })
        : t('brochure:cancel.no-cut-off')
      const values = { days: returnWithin / days(1), charge: formatRupees(mostCharge) }
      return [{ kind: 'points', points: [words, ...lines('brochure:cancel.rules', values)] }]
    },
  },
  {
    title: 'brochure:outside.title',
    blocks: ({ t, lines, course }) => {
      const apart = course.form.types.filter((type) => type.startsWith('J-'))
      const jk = apart.length ? [t('brochure:outside.jk', { types: apart.join(', ') })] : []
      return [{ kind: 'points', points: [...lines('brochure:outside.rules'), ...jk] }]
    },
  },
  {
    title: 'brochure:data.title',
    blocks: ({ lines, course }) => [
      { kind: 'points', points: lines('brochure:data.rules', { days: course.personalData.answerWithin }) },
    ],
  },
  { title: 'brochure:help.title', blocks: help },
  {
    title: 'brochure:questions.title',
    blocks: ({ t, facts, language }) =>
      facts.questions.length
        ? [
            {
              kind: 'section',
              title: t('content:brochure.questions'),
              rows: facts.questions.map(({ title, body }) => ({ label: title[language], value: body[language] })),
            },
          ]
        : [{ kind: 'text', paragraphs: [t('brochure:questions.none')] }],
  },
]

/** Each kind has its own due date where the schedule has one for it. Source: rules §9.5. */
function awaited({ t, facts, course, language }: Reader): Block {
  const closing = (key: string) => facts.schedule.find((activity) => activity.key === key)?.closesAt
  const due = (kind: AwaitedKind) => {
    const at = closing(`certificates-${kind}`) ?? closing('certificates')
    return at ? formatDateTime(at, language) : t('notices:dates.undated')
  }
  return {
    kind: 'table',
    title: t('brochure:certificates.title'),
    columns: [
      { title: t('brochure:documents.name'), share: 0.38 },
      { title: t('brochure:certificates.due'), share: 0.24 },
      { title: t('brochure:certificates.missed'), share: 0.38 },
    ],
    rows: (Object.keys(course.ifCertificateMissed) as AwaitedKind[]).map((kind) => [
      t(`documents:kind.${kind}`),
      due(kind),
      t(`season:missed.${course.ifCertificateMissed[kind]}`),
    ]),
  }
}

function help({ t, facts, course, language }: Reader): Block[] {
  const { contact, centres } = facts
  return [
    { kind: 'text', paragraphs: [t('brochure:help.text')] },
    {
      kind: 'section',
      title: t('content:brochure.contact'),
      rows: [
        { label: t('contact:phone'), value: contact.phone },
        { label: t('contact:email'), value: contact.email },
        { label: t('contact:hours'), value: contact.hours[language] },
        {
          label: t('contact:address'),
          value: `${course.cellName[language]}, ${course.cellAddress[language]}`,
        },
        { label: t('contact:officer'), value: `${contact.officer.name[language]}, ${contact.officer.email}` },
      ],
    },
    centres.length
      ? {
          kind: 'table',
          title: t('content:brochure.centres'),
          columns: [
            { title: t('content:centres.code'), share: 0.14 },
            { title: t('content:brochure.name'), share: 0.4 },
            { title: t('content:brochure.address'), share: 0.46 },
          ],
          rows: centres.map(({ code, name, address }) => [code, name[language], address[language]]),
        }
      : { kind: 'text', paragraphs: [t('brochure:help.no-centres')] },
  ]
}
