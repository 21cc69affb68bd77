import type { SheetSection } from '#server/domain/application/application-sheet.ts'
import type { ConsentSubject } from '#server/domain/privacy/purposes.ts'
import type { RequestKind, RequestState } from '#server/domain/privacy/requests.ts'
import { formatDateTime, formatRupees } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Paise } from '#server/kernel/money.ts'
import type { Instant } from '#server/kernel/time.ts'
import { formSections } from './form-sections'
import { headOf, type Issuer } from './letterhead'
import type { Block, Printable } from './printable'

/** What is held about a candidate, as far as people read it on paper; the archive holds the rest. */
export type MyDataFacts = {
  language: Language
  madeAt: Instant
  userId: string
  fullName: string
  email: string
  mobile: string
  registeredAt: number
  sections: readonly SheetSection[]
  documents: readonly { name: string; originalName: string; uploadedAt: number }[]
  payments: readonly { reference: string; amount: Paise; status: string; createdAt: number }[]
  consents: readonly { subject: ConsentSubject; act: 'given' | 'withdrawn'; version: number; at: number }[]
  requests: readonly { id: number; kind: RequestKind; state: RequestState; filedAt: number }[]
  access: readonly { at: number; act: string; role: string }[]
}

/**
 * The personal data of one candidate, for them to read. It proves nothing, so it carries no code.
 * Long: the parts of the paper in their order, with the columns of each table.
 */
export function myDataPaper(facts: MyDataFacts, { course, isDemo }: Issuer): Printable {
  const { language, userId, fullName, madeAt } = facts
  const t = (key: TextKey, values?: Parameters<typeof translate>[2]) => translate(language, key, values)
  const time = (at: number) => formatDateTime(at, language)
  const table = (title: string, columns: readonly [string, number][], rows: readonly (readonly string[])[]): Block[] =>
    rows.length
      ? [{ kind: 'table', title, columns: columns.map(([name, share]) => ({ title: name, share })), rows }]
      : []
  const blocks: Block[] = [
    {
      kind: 'section',
      title: t('mydata:paper.account'),
      isDense: true,
      rows: [
        { label: t('shell:application-id'), value: userId },
        { label: t('mydata:paper.name'), value: fullName },
        { label: t('mydata:paper.email'), value: facts.email },
        { label: t('mydata:paper.mobile'), value: facts.mobile },
        { label: t('mydata:paper.registered'), value: time(facts.registeredAt) },
      ],
    },
    ...formSections(facts.sections, t('signedin:menu.type-of-candidature')),
    ...table(
      t('mydata:paper.documents'),
      [
        [t('mydata:paper.document'), 0.38],
        [t('mydata:paper.file'), 0.39],
        [t('mydata:paper.uploaded'), 0.23],
      ],
      facts.documents.map(({ name, originalName, uploadedAt }) => [
        t(`documents:kind.${name}` as TextKey),
        originalName,
        time(uploadedAt),
      ]),
    ),
    ...table(
      t('mydata:paper.payments'),
      [
        [t('mydata:paper.number'), 0.25],
        [t('mydata:paper.amount'), 0.2],
        [t('mydata:paper.status'), 0.25],
        [t('mydata:paper.at'), 0.3],
      ],
      facts.payments.map(({ reference, amount, status, createdAt }) => [
        reference,
        formatRupees(amount),
        t(`payments:status.${status}` as TextKey),
        time(createdAt),
      ]),
    ),
    ...table(
      t('mydata:consents.title'),
      [
        [t('mydata:consents.what'), 0.45],
        [t('mydata:consents.act'), 0.25],
        [t('mydata:consents.when'), 0.3],
      ],
      facts.consents.map(({ subject, act, version, at }) => [
        t(`mydata:subject.${subject}`, { version }),
        t(`mydata:act.${act}`),
        time(at),
      ]),
    ),
    ...table(
      t('mydata:requests.own'),
      [
        [t('mydata:requests.kind'), 0.45],
        [t('mydata:paper.status'), 0.25],
        [t('mydata:paper.at'), 0.3],
      ],
      facts.requests.map(({ id, kind, state, filedAt }) => [
        `D-${id}: ${t(`mydata:kind.${kind}`)}`,
        t(`mydata:state.${state}`),
        time(filedAt),
      ]),
    ),
    ...table(
      t('mydata:access.title'),
      [
        [t('mydata:access.when'), 0.3],
        [t('mydata:access.who'), 0.3],
        [t('mydata:access.what'), 0.4],
      ],
      facts.access.map(({ at, act, role }) => [
        time(at),
        t(`staff:role.${role}` as TextKey),
        t(`staff:act.${act}` as TextKey),
      ]),
    ),
    { kind: 'notice', tone: 'plain', title: t('mydata:paper.more'), words: t('mydata:paper.more-about') },
  ]
  return {
    title: t('mydata:paper.title'),
    language,
    head: headOf(course, language),
    watermarks: isDemo ? [t('printables:demo')] : [],
    foot: {
      lines: [t('printables:application-id', { userId }), fullName, t('printables:printed-at', { at: time(madeAt) })],
      pageOf: t('printables:page-of'),
      check: null,
    },
    createdAt: madeAt,
    blocks,
  }
}
