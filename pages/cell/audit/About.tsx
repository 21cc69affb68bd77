import { useT, useView } from '#pages/ui/view.ts'
import { isFileKind } from '#server/domain/application/document-rules.ts'
import { type AuditDetail, isAuditDetailName, isAuditSubject } from '#server/domain/terms/audit.ts'
import { formatCount, formatDateTime, formatRupees } from '#server/i18n/format.ts'
import { paiseWritten } from '#server/kernel/money.ts'
import type { CivilDate } from '#server/kernel/time.ts'
import { writtenDate } from '#server/kernel/written-date.ts'
import styles from './page.module.css'

/** What an act was about, in words: `merit-list:2` is “Merit list 2”. */
export function Subject({ subject }: { subject: string | null }) {
  const t = useT()
  if (subject === null) return null
  const [kind = '', ...rest] = subject.split(':')
  return `${isAuditSubject(kind) ? t(`staff:audit.subject.${kind}`) : kind} ${rest.join(':')}`.trim()
}

/** Sums of money, in paise. */
const sums: readonly string[] = ['amount', 'paid', 'charge', 'fee']

/**
 * The facts of an act, each with its name; those without a value are left out. `detail`: JSON, as the log has it. Where
 * the column of the subject is left out, the subject comes first.
 */
export function Details({ detail, subject }: { detail: string; subject: string | null }) {
  const { language } = useView()
  const t = useT()
  const words = (name: string, value: NonNullable<AuditDetail[string]>): string => {
    if (typeof value === 'boolean') return t(value ? 'staff:audit.yes' : 'staff:audit.no')
    if (typeof value === 'number') {
      if (sums.includes(name)) return formatRupees(paiseWritten(value))
      return isInstant(value) ? formatDateTime(value, language) : formatCount(value)
    }
    if (isHash.test(value)) return `${value.slice(0, 12)}…`
    return value
      .split(' ')
      .map((word) =>
        isFileKind(word)
          ? t(`documents:kind.${word}`)
          : isInstant(Number(word))
            ? formatDateTime(Number(word), language)
            : isDay.test(word)
              ? writtenDate(word as CivilDate, language)
              : word,
      )
      .join(', ')
  }
  const facts = Object.entries(JSON.parse(detail) as AuditDetail).filter(([, value]) => value !== null && value !== '')
  if (!facts.length && subject === null) return null
  return (
    <ul className={styles.details}>
      {subject !== null && (
        <li className={styles.subject}>
          <Subject subject={subject} />
        </li>
      )}
      {facts.map(([name, value]) => (
        <li key={name}>
          {isAuditDetailName(name) ? t(`staff:audit.detail.${name}`) : name}: {words(name, value!)}
        </li>
      ))}
    </ul>
  )
}

const isHash = /^[0-9a-f]{40,}$/
const isDay = /^\d{4}-\d{2}-\d{2}$/

/** Epoch milliseconds; no count or id of the log is so large. */
const isInstant = (value: number) => value > 1e12 && value < 1e13
