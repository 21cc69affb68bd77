import { proformaOf } from '#server/domain/application/proformas.ts'
import type { PossibleDocument } from '#server/domain/application/required-documents.ts'
import type { Worksheet } from '#server/domain/application/worksheet.ts'
import { steps } from '#server/domain/terms/journey.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Instant } from '#server/kernel/time.ts'
import { publicFrame } from './activity-schedule'
import type { Issuer } from './letterhead'
import type { Block, BoxRow, Printable } from './printable'

/** The nine steps on paper, in the order of the form: to be filled in by hand before going where there is a computer. */
export function worksheetPaper(
  { facts, questions, documents }: Worksheet,
  { language, madeAt }: { language: Language; madeAt: Instant },
  issuer: Issuer,
): Printable {
  const t = (key: TextKey) => translate(language, key)
  const rowOf = ({ kind, because }: PossibleDocument): BoxRow => {
    const code = proformaOf(kind)?.code
    const proforma = code === undefined ? '' : ` ${t('worksheet:proforma')}`
    return { label: t(`documents:kind.${kind}`), note: `${t(`documents:because.${because}`)}${proforma}` }
  }
  const list = (isAlways: boolean): Block[] => {
    const rows = documents.filter(({ always }) => always === isAlways).map(rowOf)
    const title = t(isAlways ? 'worksheet:documents.always' : 'worksheet:documents.some')
    return rows.length
      ? [
          { kind: 'text', title, paragraphs: [] },
          { kind: 'boxes', rows, isTicked: true },
        ]
      : []
  }
  const pictures = (['photo', 'signature'] as const).map((kind) => ({
    label: t(`documents:${kind}.title`),
    note: `${t(`documents:${kind}.about`)} ${t(`documents:${kind}.size`)}`,
  }))
  const contents: Record<string, Block[]> = {
    'photo-details': [{ kind: 'boxes', rows: pictures, isTicked: true }],
    'documents-details': [...list(true), ...list(false)],
    payment: [{ kind: 'text', paragraphs: [t('worksheet:payment')] }],
    'print-pdf': [{ kind: 'text', paragraphs: [t('worksheet:submit')] }],
  }
  const asked = (step: string): Block[] =>
    (questions[step] ?? []).flatMap(({ title, note, rows }): Block[] => [
      { kind: 'text', title, paragraphs: note === undefined ? [] : [note] },
      { kind: 'boxes', rows },
    ])
  return {
    ...publicFrame(t('worksheet:title'), { language, madeAt }, issuer),
    blocks: [
      { kind: 'text', paragraphs: [t('worksheet:about')] },
      { kind: 'section', title: t('worksheet:for'), rows: facts, isDense: true },
      ...steps.flatMap((step, nth): Block[] => {
        const name = `${nth + 1}. ${t(`signedin:menu.${step}` as TextKey)}`
        const [first, ...rest] = contents[step] ?? asked(step)
        if (first === undefined) return []
        // A step of one paragraph needs no title of its own.
        if (first.kind === 'text' && first.title === undefined)
          return [{ ...first, paragraphs: first.paragraphs.map((words) => `${name}: ${words}`) }]
        // The step's name stands before the first title within it, and costs no line of its own.
        if (first.kind !== 'text') return [{ kind: 'text', title: name, paragraphs: [] }, first, ...rest]
        return [{ ...first, title: `${name}: ${first.title}` }, ...rest]
      }),
    ],
  }
}
