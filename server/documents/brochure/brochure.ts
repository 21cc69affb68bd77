import type { TextKey } from '#server/i18n/keys.ts'
import { publicFrame } from '../activity-schedule'
import type { Issuer } from '../letterhead'
import type { Block, Printable } from '../printable'
import type { PublicFacts } from '../public-facts'
import { admission } from './admission'
import { applying } from './applying'
import { beforeApplying } from './before-applying'
import { type Reader, readerOf } from './reader'
import { rounds } from './rounds'
import { meritAndSeats } from './seats'

const chapters = [...beforeApplying, ...applying, ...meritAndSeats, ...rounds, ...admission]

/**
 * The information brochure, `user_manual.pdf`: every rule that a candidate meets, in the order in which they meet it.
 * What a cell sets, and what the rulebook holds as a value, is printed from there. Source: rules §11.2.
 */
export function brochure(facts: PublicFacts, issuer: Issuer): Printable {
  const reader = readerOf(facts, issuer.course)
  const { t } = reader
  return {
    ...publicFrame(t('shell:menu.user_manual.pdf'), facts, issuer),
    blocks: [
      { kind: 'notice', tone: 'plain', title: t('content:brochure.lead'), words: t('content:brochure.lead-text') },
      ...missing(reader),
      { kind: 'contents', title: t('brochure:contents') },
      ...chapters.flatMap(({ title, blocks }, nth): Block[] => [
        { kind: 'chapter', title: `${nth + 1}. ${t(title)}` },
        ...blocks(reader),
      ]),
    ],
  }
}

/** Everything that the cell has yet to fill in, by name; no block if nothing is missing. */
function missing({ facts, course, language, t }: Reader): Block[] {
  const points = [
    ...facts.unset.map((setting) => t(`season:name.${setting}` as TextKey)),
    ...facts.undated.map(({ title }) => t('brochure:missing.date', { activity: title[language] })),
    ...(course.form.modes.includes(2) && !facts.centres.length ? [t('brochure:missing.centres')] : []),
    ...(facts.seats ? [] : [t('brochure:missing.seats')]),
    ...(facts.questions.length ? [] : [t('brochure:missing.questions')]),
  ]
  if (!points.length) return []
  return [
    { kind: 'notice', tone: 'warning', title: t('brochure:missing.title'), words: t('brochure:missing.lead') },
    { kind: 'points', points },
  ]
}
