import type { ReceiptFacts } from '#server/domain/site/printable.ts'
import { amountInWords } from '#server/i18n/amount-in-words.ts'
import { formatDateTime, formatRupees } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import { type Issuer, letterhead, proofOf } from './letterhead'
import type { Block, Printable } from './printable'

/** A candidate's payment: its purpose, amount, time, and the gateway's reference. */
export function receipt(facts: ReceiptFacts, issuer: Issuer): Printable {
  const { language, amount } = facts
  const t = (key: Parameters<typeof translate>[1], values?: Parameters<typeof translate>[2]) =>
    translate(language, key, values)
  const sum = formatRupees(amount)
  const proof = proofOf(facts, { title: t('printables:receipt.no-signature'), words: t('printables:receipt.keep') })
  const blocks: Block[] = [
    { kind: 'amount', figure: sum, words: amountInWords(amount, language) },
    {
      kind: 'section',
      title: t('printables:receipt.received-from'),
      rows: [
        { label: t('printables:label.application-id'), value: facts.userId },
        { label: t('printables:label.name'), value: facts.fullName },
      ],
    },
    {
      kind: 'section',
      title: t('printables:receipt.payment'),
      rows: [
        { label: t('printables:receipt.number'), value: facts.number },
        { label: t('printables:receipt.paid-at'), value: formatDateTime(facts.paidAt, language) },
        { label: t('printables:receipt.gateway'), value: facts.gateway },
        { label: t('printables:receipt.gateway-reference'), value: facts.gatewayReference },
      ],
    },
    {
      kind: 'table',
      title: t('printables:receipt.particulars'),
      columns: [
        { title: t('printables:receipt.due'), share: 0.7 },
        { title: t('printables:receipt.amount'), share: 0.3, align: 'right' },
      ],
      rows: [
        [facts.due, sum],
        [t('printables:receipt.total'), sum],
      ],
    },
    ...proof.blocks,
  ]
  return { ...proof.more, ...letterhead(issuer, facts, { title: t('printables:receipt.title') }), blocks }
}
