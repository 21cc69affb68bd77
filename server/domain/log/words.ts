import { isMeritStage, type MeritStage } from '#server/domain/merit/lists.ts'
import { clocksApart, type Sighting } from './cosignature'
import type { LeafKind } from './leaf'
import { Unread, type UnreadCode } from './reading'
import type { NumberedLeaf, WitnessFault } from './witness'

/** The texts of a reader's language, without their namespace, and how that reader writes an instant. */
export type LogReader = {
  language: 'en' | 'mr'
  t(
    key:
      | `kind.${LeafKind}`
      | `finding.${WitnessFault['code']}`
      | `unread.${UnreadCode}`
      | 'unchecked'
      | 'unreachable'
      | `seen.${Sighting['finding']}`
      | 'seen.whole'
      | 'seen.count'
      | 'line'
      | 'line.logged'
      | `stage.${MeritStage}`
      | 'changed'
      | 'date'
      | 'dates'
      | 'open'
      | 'leftOut'
      | 'withdrawn',
    values?: Readonly<Record<string, string | number>>,
  ): string
  when(at: number): string
  /** The name of a setting in the reader's language; undefined for one without a name. */
  setting?(key: string): string | undefined
}

/** What a fault of a log means, in a sentence for everybody. */
export function faultWords({ code, facts }: WitnessFault, { t, when }: LogReader): string {
  const moments = code === 'backdated' || code === 'out-of-order' ? ['at', 'before'] : ['at']
  const values = Object.entries(facts).map(([name, value]) => [
    name,
    moments.includes(name) && typeof value === 'number' ? when(value) : value,
  ])
  return t(`finding.${code}`, Object.fromEntries(values))
}

/** Why nothing was checked, in a sentence for everybody: what `Unread` says, or that the log cannot be reached. */
export function unreadWords(error: unknown, { t, when }: LogReader): string {
  if (!(error instanceof Unread)) {
    const why = error instanceof Error ? String(error.cause ?? error.message) : String(error)
    return t('unreachable', { why })
  }
  const values = Object.entries(error.facts).map(([name, value]) => [
    name,
    typeof value === 'number' ? when(value) : value,
  ])
  return t('unchecked', { why: t(`unread.${error.code}`, Object.fromEntries(values)) })
}

/** Who has seen a log of `size` entries, and when: how many count, and a sentence for each. Nothing where nobody is listed. */
export function sightingWords(sightings: readonly Sighting[], size: number, { t, when }: LogReader): string[] {
  if (!sightings.length) return []
  const counted = sightings.filter(({ finding }) => finding === 'counted').length
  return [
    t('seen.count', { counted, listed: sightings.length }),
    ...sightings.map((seen) => {
      if (!('size' in seen)) return t(`seen.${seen.finding}`, { name: seen.name })
      const key = seen.finding === 'counted' && seen.size === size ? 'seen.whole' : (`seen.${seen.finding}` as const)
      return t(key, { name: seen.name, size: seen.size, all: size, at: when(seen.at) })
    }),
  ]
}

/** What an entry says, in words. Everything in it comes from a log that somebody else may have made. */
export function leafWords({ number, kind, subject, at, logged, facts }: NumberedLeaf, reader: LogReader): string {
  const { language, t, when } = reader
  const text = (name: string) => String(facts[name] ?? '').slice(0, 200)
  const title = text(language === 'mr' ? 'titleMr' : 'titleEn') || subject
  const moment = (name: string) => (facts[name] ? when(Date.parse(text(name))) : null)
  // The name of a setting comes from a log as well, and may be that of something else in a list of names.
  function named(key: string): string {
    const name: unknown = reader.setting?.(key)
    return typeof name === 'string' ? name : key
  }
  function what(): string {
    if (kind === 'activity') {
      if (facts.isLeftOut === true) return t('leftOut', { title })
      const [from, to] = [moment('opensAt'), moment('closesAt')]
      return from !== null && to !== null
        ? t('dates', { title, from, to })
        : t('date', { title, from: from ?? t('open') })
    }
    if (kind === 'season' || kind === 'rule')
      return [named(text('setting')), text('orderNumber')].filter(Boolean).join(', ')
    if (kind === 'merit-list' && isMeritStage(facts.stage)) return t(`stage.${facts.stage}`, { number: text('number') })
    if (kind === 'seat-matrix') return text('number')
    if (kind === 'allotment') return text('round')
    if (kind === 'jk-seating') return text('seats')
    if (kind === 'order') return text('orderNumber')
    const name = kind === 'withdrawn' ? subject : title
    return facts.isWithdrawn === true ? t('withdrawn', { what: name }) : name
  }
  const words = t(`kind.${kind}`, { what: what() })
  const [since, writtenAt] = [Date.parse(kind === 'season' || kind === 'activity' ? logged : at), Date.parse(logged)]
  // Only the second is proved: an entry that says to be older shows both.
  return t(Math.abs(writtenAt - since) > clocksApart ? 'line.logged' : 'line', {
    number,
    words: kind === 'activity' && Number(facts.changes) > 0 ? t('changed', { words }) : words,
    at: when(since),
    logged: when(writtenAt),
  })
}
