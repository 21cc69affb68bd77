import { canVerify, verify } from '#pages/ui/browser/signatures.ts'
import { stored } from '#pages/ui/browser/stored.ts'
import { fileIn } from '#server/domain/log/reading.ts'
import { type WitnessState, type WitnessVerdict, witness } from '#server/domain/log/witness.ts'
import { faultWords, type LogReader, leafWords, sightingWords, unreadWords } from '#server/domain/log/words.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { Translate } from '#server/i18n/page-text.ts'

/** What a look has found, in words. `seenBy`: what the witnesses have signed. */
export type Seen = { tone: 'ok' | 'warn' | 'error'; says: string; news: string[]; seenBy: string[] }

/** The newest entries that are named; a first look would name hundreds. */
const mostNamed = 50

async function read(address: string, file: string): Promise<Uint8Array | null> {
  return fileIn(await fetch(`${address}/${file}`, { cache: 'no-cache' }), { address, file, now: Date.now() })
}

/** What this browser remembers of a log; null for nothing, and for what is not its own. */
function remembered(text: string | null): WitnessState | null {
  try {
    const state = JSON.parse(text ?? 'null') as WitnessState | null
    return state && typeof state.size === 'number' && Array.isArray(state.seen) ? state : null
  } catch {
    return null
  }
}

/** Looks at a portal's log as a stranger does, and remembers it in this browser. Source: rules §19.5. */
export async function look(
  address: string,
  { language, t, names }: { language: 'en' | 'mr'; t: Translate; names: Readonly<Record<string, string>> },
): Promise<Seen> {
  const device = stored(() => localStorage)
  const key = `public-log ${address}`
  const reader: LogReader = {
    language,
    t: (name, values) => t(`publiclog:${name}`, values),
    when: (at) => formatDateTime(at, language),
    setting: (name) => names[name],
  }
  const kept = { now: remembered(device.get(key)), former: remembered(device.get(`${key} before`)) }
  const warned = (says: string): Seen => ({ tone: 'warn', says, news: [], seenBy: [] })
  if (!(await canVerify())) return warned(t('publiclog:too-old'))
  const lookFrom = (before: WitnessState | null) =>
    witness({ read: (file) => read(address, file), verify, before, now: Date.now() })
  try {
    const found = await lookFrom(kept.now)
    if (found.isWhole) {
      const isKept = device.set(key, JSON.stringify(found.state))
      return seenIn(found, { before: kept.now, former: kept.former, isKept, reader, t })
    }
    const says = t('publiclog:broken', { fault: faultWords(found.fault, reader) })
    const seen: Seen = { tone: 'error', says, news: [], seenBy: [] }
    if (found.fault.code !== 'begun-anew') return seen
    // Said once as what it is. From then on the new log is watched as well, and the end of the former is named each time.
    const anew = await lookFrom(null).catch(() => null)
    const isWatched =
      anew?.isWhole &&
      device.set(`${key} before`, JSON.stringify(kept.former ?? kept.now)) &&
      device.set(key, JSON.stringify(anew.state))
    return isWatched ? { ...seen, news: [t('publiclog:anew-watched')] } : seen
  } catch (error) {
    return warned(unreadWords(error, reader))
  }
}

type SeenBefore = {
  before: WitnessState | null
  /** The log that this browser watched before this one. */
  former: WitnessState | null
  isKept: boolean
  reader: LogReader
  t: Translate
}

/** What a log that is whole shows, beside what this browser remembers. */
function seenIn(
  { state, size, news, sightings }: Extract<WitnessVerdict, { isWhole: true }>,
  { before, former, isKept, reader, t }: SeenBefore,
): Seen {
  const words = {
    origin: state.origin,
    size,
    key: state.verifierKey,
    since: before ? reader.when(before.seenAt) : '',
  }
  const says = !before ? (isKept ? 'first' : 'first-unkept') : news.length ? 'grown' : 'unchanged'
  const beside = former ? [t('publiclog:former', { size: former.size, at: reader.when(former.seenAt) })] : []
  return {
    tone: former || !isKept ? 'warn' : 'ok',
    says: t(`publiclog:${says}`, words),
    news: before ? news.slice(-mostNamed).map((leaf) => leafWords(leaf, reader)) : [],
    seenBy: [
      ...(before && !isKept ? [t('publiclog:unkept')] : []),
      ...beside,
      ...sightingWords(sightings, size, reader),
    ],
  }
}
