import type { PublicEntry } from '#server/domain/log/leaf.ts'
import { formatDate, formatDateTime } from '#server/i18n/format.ts'
import { formatPeriod } from '#server/i18n/period.ts'
import { pageTexts, translate } from '#server/i18n/texts.ts'
import { checkOf, headOf, type Issuer } from './letterhead'
import type { Block, Printable } from './printable'
import type { PublicFacts } from './public-facts'

/** Every activity with its opening and closing. */
export const scheduleTable = ({ schedule, undated, language }: PublicFacts): Block => ({
  kind: 'table',
  title: translate(language, 'content:brochure.dates'),
  columns: [
    { title: translate(language, 'notices:dates.activity'), share: 0.44 },
    { title: translate(language, 'notices:dates.opening'), share: 0.28 },
    { title: translate(language, 'notices:dates.closing'), share: 0.28 },
  ],
  rows: [
    ...schedule.map(({ title, opensAt, closesAt }) => [
      title[language],
      formatDateTime(opensAt, language),
      closesAt === null ? '–' : formatDateTime(closesAt, language),
    ]),
    ...undated.map(({ title }) => [title[language], translate(language, 'notices:dates.undated'), '–']),
  ],
})

/** The changes of the schedule with their reasons, newest first; no block if there are none. */
export const changesTable = ({ schedule, undated, changes, language }: PublicFacts): Block[] =>
  changes.length === 0
    ? []
    : [
        {
          kind: 'section',
          title: translate(language, 'content:brochure.change'),
          rows: changes.map(({ activity, opensBefore, closesBefore, reason, at }) => ({
            label: [...schedule, ...undated].find(({ key }) => key === activity)?.title[language] ?? activity,
            value: `${translate(language, 'notices:dates.changed', {
              date: formatDate(at, language),
              before: formatPeriod({ opensAt: opensBefore, closesAt: closesBefore }, language, pageTexts[language]),
            })} ${reason[language]}`,
          })),
        },
      ]

/** The frame of a document made from the portal's own data; it shows the time, because the data ages. */
export function publicFrame(
  title: string,
  { language, madeAt, entry = null }: Pick<PublicFacts, 'language' | 'madeAt'> & { entry?: PublicEntry | null },
  issuer: Issuer,
) {
  const { course, isDemo } = issuer
  return {
    title,
    language,
    head: headOf(course, language),
    watermarks: isDemo ? [translate(language, 'printables:demo')] : [],
    foot: {
      lines: [title, translate(language, 'content:brochure.made', { time: formatDateTime(madeAt, language) })],
      pageOf: translate(language, 'printables:page-of'),
      check: checkOf(issuer, entry, language),
    },
    createdAt: madeAt,
  }
}

/** The activity schedule, `MBA_new_schdule.pdf`. */
export function activitySchedule(facts: PublicFacts, issuer: Issuer): Printable {
  const { language } = facts
  return {
    ...publicFrame(translate(language, 'shell:menu.MBA_new_schdule.pdf'), facts, issuer),
    blocks: [
      scheduleTable(facts),
      ...changesTable(facts),
      {
        kind: 'notice',
        tone: 'plain',
        title: translate(language, 'content:brochure.lead'),
        words: translate(language, 'notices:dates.lead'),
      },
    ],
  }
}
