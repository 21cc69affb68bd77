import { formatRupees } from '../i18n/format'
import type { TextKey } from '../i18n/keys'
import { translate } from '../i18n/texts'
import { changesTable, publicFrame, scheduleTable } from './activity-schedule'
import type { Issuer } from './letterhead'
import type { Printable } from './printable'
import type { PublicFacts } from './public-facts'

const steps = ['register', 'fill', 'upload', 'pay', 'submit'] as const

/** The information brochure, `user_manual.pdf`: a guide for candidates from the portal's own data. */
export function brochure(facts: PublicFacts, issuer: Issuer): Printable {
  const { language, fees, contact, centres, questions } = facts
  const t = (key: TextKey) => translate(language, key)
  return {
    ...publicFrame(t('shell:menu.user_manual.pdf'), facts, issuer),
    blocks: [
      {
        kind: 'notice',
        tone: 'plain',
        title: t('content:brochure.lead'),
        words: t('content:brochure.lead-text'),
      },
      scheduleTable(facts),
      ...changesTable(facts),
      {
        kind: 'section',
        title: t('notices:home.how'),
        rows: steps.map((step) => ({
          label: t(`notices:home.step.${step}`),
          value: t(`notices:home.step.${step}-text`),
        })),
      },
      {
        kind: 'table',
        title: t('content:brochure.fee'),
        columns: [
          { title: t('notices:fee.who'), share: 0.75 },
          { title: t('notices:fee.amount'), share: 0.25, align: 'right' },
        ],
        rows: (['open', 'reserved'] as const).map((kind) => [t(`notices:fee.${kind}`), formatRupees(fees[kind])]),
      },
      {
        kind: 'table',
        title: t('content:brochure.centres'),
        columns: [
          { title: t('content:centres.code'), share: 0.14 },
          { title: t('content:brochure.name'), share: 0.4 },
          { title: t('content:brochure.address'), share: 0.46 },
        ],
        rows: centres.map(({ code, name, address }) => [code, name[language], address[language]]),
      },
      {
        kind: 'section',
        title: t('content:brochure.contact'),
        rows: [
          { label: t('notices:contact.phone'), value: contact.phone },
          { label: t('notices:contact.email'), value: contact.email },
          { label: t('notices:contact.hours'), value: contact.hours[language] },
          { label: t('notices:contact.officer'), value: `${contact.officer.name[language]}, ${contact.officer.email}` },
        ],
      },
      {
        kind: 'section',
        title: t('content:brochure.questions'),
        rows: questions.map(({ title, body }) => ({ label: title[language], value: body[language] })),
      },
    ],
  }
}
