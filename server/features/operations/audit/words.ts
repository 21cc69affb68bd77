import { isFileKind } from '#server/domain/application/document-rules.ts'
import { type AuditDetail, isAuditDetailName, isAuditJob, isAuditSubject } from '#server/domain/terms/audit.ts'
import { steps } from '#server/domain/terms/journey.ts'
import { isRegion, regionNames } from '#server/domain/terms/regions.ts'
import { formatCount, formatDateTime, formatRupees } from '#server/i18n/format.ts'
import { isText, translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { paiseWritten } from '#server/kernel/money.ts'
import type { CivilDate } from '#server/kernel/time.ts'
import { writtenDate } from '#server/kernel/written-date.ts'

type Line = { actorKind: string; actorName: string; subject: string | null; detail: string }

/** `by`: the actor. `about`: what the act was about; null if that is its candidate. `facts`: without those that have no value. */
type LineInWords = { by: string; about: string | null; facts: { name: string; value: string }[] }

/** Sums of money, in paise. */
const sums: readonly string[] = ['amount', 'paid', 'charge', 'fee']

/** Where the words of a detail's codes are kept: the beginnings of their keys, of which the first that has the code counts. */
const wordsOf: Readonly<Record<string, readonly string[]>> = {
  act: ['helpdesk:calls.act.'],
  answer: ['staff:audit.answer.'],
  class: ['privacy:class.'],
  decision: ['reporting:decision.'],
  desk: ['staff:role.'],
  effect: ['staff:audit.effect.'],
  fact: ['scrutiny:fact.', 'verification:fact.'],
  kind: ['orders:kind.', 'dataoffice:kind.', 'replies:kind.', 'reporting:correction.'],
  list: ['staff:menu.', 'merit:list.'],
  mode: ['cancellation:mode.'],
  notice: ['dataoffice:notice.'],
  outcome: ['dataoffice:outcome.'],
  part: ['season:field.pictures.'],
  parts: ['privacy:class.'],
  purpose: ['purposes:'],
  removed: ['scrutiny:fact.'],
  role: ['staff:role.'],
  stage: ['merit:stage.'],
  state: ['thread:state.', 'scrutiny:state.'],
  step: ['signedin:menu.'],
  steps: ['signedin:menu.'],
  table: ['staff:menu.'],
  tone: ['inbox:banner.tone.'],
  wrong: ['verification:fact.'],
}
/** The same for what an act was about: `setting:rounds`. */
const wordsOfSubject: Readonly<Record<string, string>> = { setting: 'season:name.', 'set-up': 'season:setup.item.' }

/** What an act was about: `merit-list:2` is “Merit list 2”. */
function subjectInWords(subject: string, language: Language): string {
  const [kind = '', ...rest] = subject.split(':')
  const of = rest.join(':')
  const key = `${wordsOfSubject[kind]}${of}`
  const [what, which] = [
    isAuditSubject(kind) ? translate(language, `staff:audit.subject.${kind}`) : kind,
    isText(key) ? translate(language, key) : of,
  ]
  return `${what} ${which}`.trim()
}

/** A line of the log as an officer reads it; `detail` is JSON there. */
export const lineInWords = ({ actorKind, actorName, subject, detail }: Line, language: Language): LineInWords => ({
  // People go by their login name or Application ID.
  by: actorKind === 'system' && isAuditJob(actorName) ? translate(language, `staff:audit.job.${actorName}`) : actorName,
  about: subject === null ? null : subjectInWords(subject, language),
  facts: Object.entries(JSON.parse(detail) as AuditDetail).flatMap(([name, value]) =>
    value === null || value === ''
      ? []
      : [
          {
            name: isAuditDetailName(name) ? translate(language, `staff:audit.detail.${name}`) : name,
            value: valueInWords(name, value, language),
          },
        ],
  ),
})

function valueInWords(name: string, value: NonNullable<AuditDetail[string]>, language: Language): string {
  if (typeof value === 'boolean') return translate(language, value ? 'staff:audit.yes' : 'staff:audit.no')
  if (typeof value === 'number') {
    if (sums.includes(name)) return formatRupees(paiseWritten(value))
    return isInstant(value) ? formatDateTime(value, language) : formatCount(value)
  }
  if (isHash.test(value)) return `${value.slice(0, 12)}…`
  return value
    .split(/[ ,]+/)
    .map((word) => codeInWords(name, word, language))
    .join(', ')
}

function codeInWords(name: string, word: string, language: Language): string {
  if (isInstant(Number(word))) return formatDateTime(Number(word), language)
  if (isDay.test(word)) return writtenDate(word as CivilDate, language)
  if (name === 'region' && isRegion(word)) return regionNames[word][language]
  // A step may be named by its number.
  const code = name === 'steps' && /^\d$/.test(word) ? (steps[Number(word)] ?? word) : word
  const key = wordsOf[name]?.map((beginning) => `${beginning}${code}`).find(isText)
  if (key) return translate(language, key)
  return isFileKind(word) ? translate(language, `documents:kind.${word}`) : word
}

const isHash = /^[0-9a-f]{40,}$/
const isDay = /^\d{4}-\d{2}-\d{2}$/

/** Epoch milliseconds; no count or id of the log is so large. */
const isInstant = (value: number) => value > 1e12 && value < 1e13
