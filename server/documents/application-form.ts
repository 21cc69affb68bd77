import { declarations } from '#server/domain/application/declaration.ts'
import type { ApplicationFormFacts } from '#server/domain/site/printable.ts'
import { formatDate, formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import { formSections } from './form-sections'
import { type Issuer, letterhead } from './letterhead'
import type { Block, Notice, Printable } from './printable'

/** The application for the candidate to carry: as submitted, or as a draft marked so on every page. */
export function applicationForm(facts: ApplicationFormFacts, issuer: Issuer): Printable {
  const { language, sheet, submission, photo } = facts
  const t = (key: Parameters<typeof translate>[1], values?: Parameters<typeof translate>[2]) =>
    translate(language, key, values)
  const title = t('printables:application-form.title')
  const notice: Notice = submission
    ? {
        tone: 'good',
        title: submission.changedAt
          ? t('printables:application-form.changed', {
              at: formatDateTime(submission.at, language),
              changedAt: formatDateTime(submission.changedAt, language),
            })
          : t('printables:application-form.submitted', { at: formatDateTime(submission.at, language) }),
        words: t('printables:application-form.version', { version: submission.version }),
      }
    : {
        tone: 'warning',
        title: t('printables:application-form.draft'),
        words: t('printables:application-form.draft-about'),
      }
  const blocks: Block[] = [
    {
      kind: 'summary',
      notice,
      rows: [
        { label: t('printables:label.application-id'), value: facts.userId },
        { label: t('printables:label.name'), value: facts.fullName },
        { label: t('printables:label.course'), value: issuer.course.courseShortTitle[language] },
        { label: t('printables:label.year'), value: issuer.course.academicYear },
      ],
      photo: { image: photo, words: t('printables:photo') },
    },
    ...formSections(sheet.sections, t('signedin:menu.type-of-candidature')),
    {
      kind: 'declaration',
      title: t('steps:declaration.title', { number: sheet.declaration }),
      words: t(declarations[sheet.declaration]),
      place: { label: t('printables:declaration.place'), value: '' },
      date: {
        label: t('printables:declaration.date'),
        value: submission ? formatDate(submission.at, language) : '',
      },
      signature: { image: facts.signature, words: t('printables:declaration.signature') },
    },
  ]
  const watermark = submission ? undefined : t('printables:draft')
  return { ...letterhead(issuer, facts, { title, watermark }), blocks }
}
