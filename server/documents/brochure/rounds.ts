import { workedExample } from '#server/domain/allotment/worked-example.ts'
import { reminders } from '#server/domain/messages/reminders.ts'
import { maxChoices } from '#server/domain/seats/option-form.ts'
import { stages } from '#server/domain/terms/allotment-format.ts'
import { isLastRound, type RoundRules, roundNumbers, rulesOf } from '#server/domain/terms/cap-rounds.ts'
import { formatList, formatRupees } from '#server/i18n/format.ts'
import type { Block } from '../printable'
import type { Chapter, Reader } from './reader'

/** From the option form to the decision about a seat. */
export const rounds: readonly Chapter[] = [
  {
    title: 'brochure:options.title',
    blocks: ({ lines, language }) => [
      {
        kind: 'points',
        points: lines('brochure:options.rules', {
          most: maxChoices,
          hours: formatList(reminders.options.hours, language),
        }),
      },
    ],
  },
  {
    title: 'brochure:allotment.title',
    blocks: (reader) => [
      { kind: 'points', points: reader.lines('brochure:allotment.rules') },
      stagesTable(reader),
      { kind: 'text', paragraphs: [reader.t('brochure:allotment.stages-text')] },
      roundsTable(reader),
      { kind: 'text', title: reader.t('brochure:allotment.promises'), paragraphs: [] },
      { kind: 'points', points: reader.lines('brochure:allotment.promise-points') },
      { kind: 'text', paragraphs: [reader.t('brochure:allotment.after')] },
    ],
  },
  { title: 'brochure:example.title', blocks: example },
  {
    title: 'brochure:accept.title',
    blocks: ({ t, lines, course, language }) => [
      {
        kind: 'section',
        title: t('brochure:accept.table'),
        rows: [
          { label: t('acceptance:decision.freeze'), value: t('brochure:accept.freeze') },
          ...(course.rounds.length > 1
            ? [{ label: t('acceptance:decision.betterment'), value: t('brochure:accept.betterment') }]
            : []),
          { label: t('acceptance:decision.nothing'), value: t('brochure:accept.nothing') },
        ],
      },
      { kind: 'text', paragraphs: [t('brochure:accept.must')] },
      {
        kind: 'points',
        lead: t('brochure:accept.order'),
        points: lines('brochure:accept.steps', { fee: formatRupees(course.seatAcceptanceFee) }),
        isNumbered: true,
      },
      { kind: 'points', points: lines('brochure:accept.verification', { hours: course.ownHours }) },
      {
        kind: 'text',
        paragraphs: [t('brochure:accept.reminders', { hours: formatList(reminders.seat.hours, language) })],
      },
    ],
  },
]

/** Source: rules §14.5. */
const stagesTable = ({ t }: Reader): Block => ({
  kind: 'table',
  title: t('brochure:allotment.stages'),
  columns: [
    { title: t('brochure:allotment.stage'), share: 0.12 },
    { title: t('brochure:allotment.vacant'), share: 0.46 },
    { title: t('brochure:allotment.become'), share: 0.42 },
  ],
  rows: stages.map((stage) => [
    stage,
    t(`brochure:stage.${stage}`),
    stage === 'I' ? '–' : t(`brochure:stage.${stage}-to`),
  ]),
})

/** Source: rules §8.11, §8.14. */
const roundsTable = ({ t, course }: Reader): Block => ({
  kind: 'table',
  title: t('brochure:allotment.rounds'),
  columns: [
    { title: t('brochure:allotment.round'), share: 0.1 },
    { title: t('brochure:allotment.up-to'), share: 0.24 },
    { title: t('brochure:allotment.freezes'), share: 0.26 },
    { title: t('brochure:allotment.reports'), share: 0.4 },
  ],
  rows: roundNumbers(course.rounds).map((round) => {
    const rules = rulesOf(course.rounds, round)
    const isLast = isLastRound(course.rounds, round)
    return [
      String(round),
      stagesOf(rules, t),
      isLast ? t('season:freeze.any') : freezing(rules, t),
      t(`season:reports.${isLast ? 'accepted' : rules.whoReports}`),
    ]
  }),
})

function stagesOf({ stages }: RoundRules, t: Reader['t']): string {
  const [from, to] = [stages[0] ?? 'I', stages.at(-1) ?? 'I']
  return from === to
    ? t('brochure:allotment.stage-used', { stage: from })
    : t('brochure:allotment.stages-used', { from, to })
}

function freezing({ autoFreezeUpTo }: RoundRules, t: Reader['t']): string {
  if (autoFreezeUpTo === 'any') return t('season:freeze.any')
  return autoFreezeUpTo === 1 ? t('brochure:allotment.choice') : t('brochure:allotment.choices', { to: autoFreezeUpTo })
}

/** What the engine makes of a few seats; every word of the result comes from it. */
function example({ t, course }: Reader): Block[] {
  const { seats, people, conversions } = workedExample(course.rounds)
  const why = people.flatMap(({ candidate, missed }) =>
    missed.map(({ choiceCode: code, pools }) => {
      const merit = candidate.allIndiaMerit
      if (!pools.length) return t('brochure:example.missed-none', { merit, code })
      const closed = pools.map(({ seatType: type, last }) => t('brochure:example.closed', { type, last: last ?? '–' }))
      return t('brochure:example.missed', { merit, code, closed: closed.join(', ') })
    }),
  )
  const converted = conversions.map(({ choiceCode: code, count, from, to }) =>
    t('brochure:example.converted', { code, count, from, to }),
  )
  return [
    { kind: 'text', paragraphs: [t('brochure:example.text', { candidates: people.length })] },
    {
      kind: 'table',
      title: t('brochure:example.seats'),
      columns: [
        { title: t('brochure:example.choice'), share: 0.4 },
        { title: t('brochure:seats.type'), share: 0.4 },
        { title: t('brochure:example.count'), share: 0.2, align: 'right' },
      ],
      rows: seats.map(({ choiceCode, seatType, count }) => [choiceCode, seatType, String(count)]),
    },
    {
      kind: 'table',
      title: t('brochure:example.result'),
      columns: [
        { title: t('brochure:example.merit'), share: 0.14 },
        { title: t('brochure:example.candidate'), share: 0.22 },
        { title: t('brochure:example.list'), share: 0.27 },
        { title: t('brochure:example.seat'), share: 0.37 },
      ],
      rows: people.map(({ candidate, seat }) => [
        candidate.stateMerit === null
          ? t('brochure:example.all-india', { merit: candidate.allIndiaMerit })
          : `${candidate.stateMerit} (${candidate.allIndiaMerit})`,
        [
          t(candidate.gender === 'F' ? 'brochure:example.woman' : 'brochure:example.man'),
          candidate.category === 'OPEN' ? t('form:category.OPEN') : candidate.category,
          ...(candidate.ews ? ['EWS'] : []),
          ...(candidate.type === 'OMS' ? ['OMS'] : []),
        ].join(', '),
        candidate.options.join(', '),
        seat
          ? t('brochure:example.given', {
              code: seat.choiceCode,
              type: seat.seatType,
              preference: seat.preference ?? '–',
              stage: seat.stage,
            })
          : t('brochure:example.no-seat'),
      ]),
    },
    { kind: 'points', lead: t('brochure:example.why'), points: [...converted, ...why] },
  ]
}
