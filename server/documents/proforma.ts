import type { Proforma } from '#server/domain/application/proformas.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Instant } from '#server/kernel/time.ts'
import { publicFrame } from './activity-schedule'
import type { Issuer } from './letterhead'
import type { Printable } from './printable'

const signatures = {
  officer: ['signed-officer'],
  head: ['signed-head'],
  family: ['signed-candidate', 'signed-parent'],
} as const

/** A blank proforma: what it certifies, lines to fill in by hand, and places for seal and signatures. */
export function proformaPaper(
  { name, fields, signedBy }: Proforma,
  { language, madeAt }: { language: Language; madeAt: Instant },
  issuer: Issuer,
): Printable {
  const t = (key: Parameters<typeof translate>[1]) => translate(language, key)
  return {
    ...publicFrame(t(`proformas:${name}.title`), { language, madeAt }, issuer),
    blocks: [
      {
        kind: 'section',
        title: t('proformas:about'),
        rows: [
          { label: t('proformas:for-whom'), value: t(`proformas:${name}.for`) },
          { label: t('proformas:by-whom'), value: t(`proformas:${name}.by`) },
        ],
      },
      { kind: 'blanks', labels: [t('proformas:candidate'), t('proformas:application-id')] },
      { kind: 'text', paragraphs: [t(`proformas:${name}.body`)] },
      { kind: 'blanks', labels: fields.map((field) => t(`proformas:field.${field}`)) },
      {
        kind: 'signatures',
        left: [
          ...(signedBy === 'family' ? [] : [t('proformas:number')]),
          t('proformas:place-date'),
          ...(signedBy === 'family' ? [] : [t('proformas:seal')]),
        ],
        right: signatures[signedBy].map((key) => t(`proformas:${key}`)),
      },
      { kind: 'notice', tone: 'plain', title: t('proformas:note'), words: '' },
    ],
  }
}
